import type { SituacaoCatalogo } from '@unipark/contract/fipe';
import { Chip } from '../ui/layout/Chip.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { getEstado, listFatos, PROVEDORES } from './palavras.ts';

const ESTADOS = {
  descansando: { tone: 'warning', icon: 'clock', texto: 'Pausado' },
  'com-falha': { tone: 'negative', icon: 'warning', texto: 'Com falha' },
  'em-ordem': { tone: 'positive', icon: 'check', texto: 'Em ordem' },
  'sem-uso': { tone: 'neutral', icon: 'question', texto: 'Ainda não consultado' },
} as const;

type ProviderLines = SituacaoCatalogo['provedores'];

export function ProvedoresCatalogo({ provedores }: { provedores: ProviderLines }) {
  if (provedores.length === 0) return null;
  return (
    <Panel title="Provedores">
      <p className="text-sm text-muted">
        Consultados nesta ordem. Um provedor que recusa ou falha três vezes seguidas é pausado por
        um tempo, e o seguinte é consultado.
      </p>
      <ol className="divide-y divide-border">
        {provedores.map((provedor, vez) => {
          const { tone, icon, texto } = ESTADOS[getEstado(provedor)];
          return (
            <li key={provedor.nome} className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
              <div className="flex flex-wrap items-center gap-2">
                <span className="font-semibold">{`${vez + 1}. ${PROVEDORES[provedor.nome]}`}</span>
                <Chip tone={tone} icon={icon}>
                  {texto}
                </Chip>
              </div>
              {listFatos(provedor).map((fato) => (
                <p key={fato} className="text-sm wrap-anywhere text-muted">
                  {fato}
                </p>
              ))}
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
