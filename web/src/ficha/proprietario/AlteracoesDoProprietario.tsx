import { useInfiniteQuery } from '@tanstack/react-query';
import type { Alteracao } from '@unipark/contract/alteracao';
import {
  CAMPOS_PROPRIETARIO,
  type ChaveProprietario,
  type FichaProprietario,
} from '@unipark/contract/proprietario';
import { useDelayed } from '../../lib/screen/useDelayed.ts';
import { clock } from '../../lib/time/format.ts';
import { CamposAlterados } from '../../passagens/linhaDoTempo/CamposAlterados.tsx';
import { alteracoesQuery } from '../../proprietarios/api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { FailedQuery } from '../../ui/feedback/FailedQuery.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { NAO_INFORMADO } from '../../veiculos/rotulos.ts';
import { Secao } from '../Secao.tsx';

const ACOES: Record<string, string> = {
  criar: 'Proprietário cadastrado',
  editar: 'Cadastro alterado',
  importar: 'Cadastro importado',
  anonimizar: 'Titular anonimizado',
  concluir: 'Anonimização concluída',
  exportar: 'Dados exportados',
};

/** A field of this name; a newer or older release may have others. */
const findCampo = (campo: string) =>
  Object.hasOwn(CAMPOS_PROPRIETARIO, campo)
    ? CAMPOS_PROPRIETARIO[campo as ChaveProprietario]
    : undefined;

const formatNome = (campo: string): string => findCampo(campo)?.rotulo ?? campo;

const formatValor = (campo: string, valor: string | null): string =>
  valor ? (findCampo(campo)?.format?.(valor) ?? valor) : NAO_INFORMADO;

/** Who changed the record, and when. */
export function AlteracoesDoProprietario({ dados }: { dados: FichaProprietario }) {
  const { proprietario, criado_em, atualizado_em } = dados;
  const historia = useInfiniteQuery(alteracoesQuery(proprietario.matricula));
  const esqueleto = useDelayed(historia.isPending);
  const { error, hasNextPage, isFetching } = historia;
  // Under the placeholder it would move when that goes.
  const data = esqueleto ? undefined : historia.data;
  return (
    <Secao titulo="Histórico">
      <p className="text-sm text-muted tabular">
        Cadastrado em {clock(criado_em)}
        {atualizado_em !== criado_em && ` · Alterado em ${clock(atualizado_em)}`}
      </p>
      {esqueleto && <Skeleton height={144} />}
      {error && !data && (
        <FailedQuery title="Não foi possível carregar o histórico." query={historia} />
      )}
      {data && (
        <ol className="divide-y divide-border">
          {data.pages.flatMap(({ items }) =>
            items.map((alteracao) => (
              <li key={`${alteracao.quando}-${alteracao.acao}`} className="py-3">
                <AlteracaoDele alteracao={alteracao} />
              </li>
            )),
          )}
        </ol>
      )}
      {data && hasNextPage && (
        <Button
          loading={isFetching}
          onClick={() => void historia.fetchNextPage()}
          className="self-center"
        >
          Mostrar mais
        </Button>
      )}
    </Secao>
  );
}

function AlteracaoDele({ alteracao }: { alteracao: Alteracao }) {
  const { acao, quem, quando, campos } = alteracao;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-4">
        <span className="mr-auto font-semibold">
          {ACOES[acao] ?? acao}
          {quem && <span className="font-normal text-muted"> por {quem}</span>}
        </span>
        <time dateTime={quando} className="text-sm text-muted tabular">
          {clock(quando)}
        </time>
      </p>
      <CamposAlterados campos={campos} formatNome={formatNome} formatValor={formatValor} />
    </>
  );
}
