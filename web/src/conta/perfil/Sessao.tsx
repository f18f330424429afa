import type { SessaoAberta } from '@unipark/contract/perfil';
import { type DeviceKind, readAgente } from '../../lib/agente.ts';
import { useMinute } from '../../lib/time/useMinute.ts';
import { Button } from '../../ui/button/Button.tsx';
import type { IconName } from '../../ui/Icon.tsx';
import { Chip } from '../../ui/layout/Chip.tsx';
import { Linha } from './Linha.tsx';
import { formatQuando } from './quando.ts';

const APARELHOS: Record<DeviceKind, { icon: IconName; nome: string; este: string }> = {
  computador: { icon: 'monitor', nome: 'Computador', este: 'Este computador' },
  celular: { icon: 'phone', nome: 'Celular', este: 'Este celular' },
  tablet: { icon: 'phone', nome: 'Tablet', este: 'Este tablet' },
  programa: { icon: 'keyboard', nome: 'Programa', este: 'Este programa' },
};

type SessaoProps = { sessao: SessaoAberta; busy: boolean; onEnd: () => void };

/** One open session, with the browser, the last use and the address. */
export function Sessao({ sessao, busy, onEnd }: SessaoProps) {
  const { atual, agente, endereco, vistaEm } = sessao;
  const now = useMinute().getTime();
  const { aparelho, nome } = readAgente(agente);
  const { icon, nome: qual, este } = APARELHOS[aparelho];
  const when = atual ? 'agora' : formatQuando(vistaEm, now);
  const text = [nome, when, atual ? null : endereco].filter(Boolean).join(' · ');
  return (
    <Linha icon={icon} title={atual ? este : qual} text={text}>
      {atual ? (
        <Chip tone="positive" icon="check">
          Atual
        </Chip>
      ) : (
        <Button onClick={onEnd} loading={busy} aria-label={`Encerrar ${nome}, ${when}`}>
          Encerrar
        </Button>
      )}
    </Linha>
  );
}
