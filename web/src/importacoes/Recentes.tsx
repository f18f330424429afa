import { useQuery } from '@tanstack/react-query';
import { FASES_OCUPADAS } from '@unipark/contract/importacao';
import { Link } from 'react-router';
import { clock, count } from '../lib/time/format.ts';
import { Chip } from '../ui/layout/Chip.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { importacoesQuery } from './api.ts';
import { NOMES_FASES, PALAVRAS } from './textos.ts';

/** The imports of the last days, each with its step. */
export function Recentes() {
  const { data } = useQuery(importacoesQuery);
  if (!data || data.length === 0) return null;
  return (
    <Panel title="Importações recentes">
      <ul className="flex flex-col">
        {data.map(({ id, nome, tipo, fase, linhas, criada_em, parte, espera }) => (
          <li
            key={id}
            className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-b border-border py-2 last:border-0"
          >
            <Link
              to={`/importar/${id}`}
              className="min-w-0 grow basis-48 font-semibold wrap-anywhere"
            >
              {nome}
            </Link>
            {parte !== null && <span className="text-sm text-muted">Sincronização</span>}
            <span className="text-sm text-muted">{PALAVRAS[tipo].lista}</span>
            <span className="text-sm text-muted">{count(linhas, 'linha', 'linhas')}</span>
            <span className="text-sm text-muted tabular">{clock(criada_em)}</span>
            <Chip
              tone={
                fase === 'concluida'
                  ? 'positive'
                  : fase === 'recusada' || fase === 'interrompida'
                    ? 'negative'
                    : espera !== null || FASES_OCUPADAS.includes(fase)
                      ? 'warning'
                      : 'neutral'
              }
            >
              {espera === null ? NOMES_FASES[fase] : 'Aguarda aprovação'}
            </Chip>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
