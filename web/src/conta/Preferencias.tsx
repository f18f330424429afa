import type { ReactNode } from 'react';
import { somPreferido } from '../lib/alarmSound.ts';
import { densidade } from '../lib/density.ts';
import { atalhos } from '../lib/shortcuts.ts';
import { useStore } from '../lib/store.ts';
import { tema } from '../lib/theme.ts';
import { Panel } from '../ui/Panel.tsx';
import { Segmented } from '../ui/Segmented.tsx';

/** Choices of this browser, not of the account. */
export function Preferencias() {
  return (
    <Panel title="Preferências">
      <div className="divide-y divide-border">
        <Line label="Tema">
          <Segmented
            label="Tema"
            name="tema"
            value={useStore(tema)}
            onChange={tema.set}
            options={[
              { value: 'automatico', label: 'Automático' },
              { value: 'claro', label: 'Claro' },
              { value: 'escuro', label: 'Escuro' },
              { value: 'noturno', label: 'Noturno' },
            ]}
          />
        </Line>
        <Line label="Som de alerta">
          <Segmented
            label="Som de alerta"
            name="som"
            value={useStore(somPreferido)}
            onChange={somPreferido.set}
            options={[
              { value: 'ligado', label: 'Ligado' },
              { value: 'desligado', label: 'Desligado' },
            ]}
          />
        </Line>
        <Line label="Densidade">
          <Segmented
            label="Densidade"
            name="densidade"
            value={useStore(densidade)}
            onChange={densidade.set}
            options={[
              { value: 'confortavel', label: 'Confortável' },
              { value: 'compacta', label: 'Compacta' },
            ]}
          />
        </Line>
        <Line label="Atalhos de uma tecla" hint="Ver a lista com ?">
          <Segmented
            label="Atalhos de uma tecla"
            name="atalhos"
            value={useStore(atalhos)}
            onChange={atalhos.set}
            options={[
              { value: 'ligados', label: 'Ligados' },
              { value: 'desligados', label: 'Desligados' },
            ]}
          />
        </Line>
      </div>
    </Panel>
  );
}

function Line({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div>
        <p className="font-semibold">{label}</p>
        {hint && <p className="text-xs text-muted">{hint}</p>}
      </div>
      {children}
    </div>
  );
}
