import { rotuloTipo } from '../rotulos.ts';
import type { Registro } from './registro.ts';
import { cidadeDaPlaca } from './registro.ts';

/** What was chosen so far, beside the form. */
export function ResumoVeiculo({ registro }: { registro: Registro }) {
  const cidade = cidadeDaPlaca(registro);
  const linhas = [
    ['Tipo', rotuloTipo(registro.tipo)],
    ['Marca', registro.marca],
    ['Modelo', registro.modelo],
    ['Ano', registro.ano],
    ['Cor', registro.cor],
    ['Cidade', cidade ? `${cidade.nome} - ${cidade.estado}` : ''],
    ['Proprietário', registro.proprietario?.nome ?? ''],
    ['Status', registro.status],
  ] as const;
  return (
    <dl className="flex flex-col gap-2.5 text-sm">
      {linhas.map(([rotulo, valor]) => (
        <div key={rotulo} className="flex gap-4">
          <dt className="w-25 shrink-0 text-muted">{rotulo}</dt>
          <dd className="line-clamp-2 min-w-0 font-medium wrap-anywhere">
            {valor || <span className="font-normal text-muted">–</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
