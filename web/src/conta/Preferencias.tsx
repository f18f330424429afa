import { somPreferido } from '../lib/screen/alarmSound.ts';
import { densidade } from '../lib/screen/density.ts';
import { atalhos } from '../lib/screen/shortcuts.ts';
import { tema } from '../lib/screen/theme.ts';
import { type Store, useStore } from '../lib/store.ts';
import { Segmented } from '../ui/form/Segmented.tsx';
import { Panel } from '../ui/layout/Panel.tsx';

/** Choices of this browser, not of the account. */
export function Preferencias() {
  return (
    <Panel title="Preferências">
      <div className="divide-y divide-border">
        <Escolha
          label="Tema"
          name="tema"
          store={tema}
          options={[
            { value: 'automatico', label: 'Automático' },
            { value: 'claro', label: 'Claro' },
            { value: 'escuro', label: 'Escuro' },
            { value: 'noturno', label: 'Noturno' },
          ]}
        />
        <Escolha
          label="Som de alerta"
          name="som"
          store={somPreferido}
          options={[
            { value: 'ligado', label: 'Ligado' },
            { value: 'desligado', label: 'Desligado' },
          ]}
        />
        <Escolha
          label="Densidade"
          name="densidade"
          store={densidade}
          options={[
            { value: 'confortavel', label: 'Confortável' },
            { value: 'compacta', label: 'Compacta' },
          ]}
        />
        <Escolha
          label="Atalhos de uma tecla"
          hint="Ver a lista com ?"
          name="atalhos"
          store={atalhos}
          options={[
            { value: 'ligados', label: 'Ligados' },
            { value: 'desligados', label: 'Desligados' },
          ]}
        />
      </div>
    </Panel>
  );
}

type EscolhaProps<V extends string> = {
  label: string;
  hint?: string;
  name: string;
  store: Store<V>;
  options: readonly { value: V; label: string }[];
};

function Escolha<V extends string>({ label, hint, name, store, options }: EscolhaProps<V>) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div>
        <p className="font-semibold">{label}</p>
        {hint && <p className="text-xs text-muted">{hint}</p>}
      </div>
      <Segmented
        label={label}
        name={name}
        value={useStore(store)}
        onChange={store.set}
        options={options}
      />
    </div>
  );
}
