import { useQuery } from '@tanstack/react-query';
import { formatMes, type SituacaoCatalogo } from '@unipark/contract/fipe';
import { clock, number } from '../lib/time/format.ts';
import { Delayed } from '../ui/feedback/Delayed.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { FailedQuery } from '../ui/feedback/FailedQuery.tsx';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import { Fact } from '../ui/layout/Fact.tsx';
import { Facts } from '../ui/layout/Facts.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { AtualizacaoCatalogo } from './AtualizacaoCatalogo.tsx';
import { situacaoQuery } from './catalogoApi.ts';
import { OcorrenciasCatalogo } from './OcorrenciasCatalogo.tsx';
import { ProvedoresCatalogo } from './ProvedoresCatalogo.tsx';
import { ORIGENS } from './palavras.ts';

export function Catalogo() {
  const query = useQuery(situacaoQuery);
  const { data, error, dataUpdatedAt } = query;
  if (!data) {
    return (
      <Panel title="Catálogo">
        {error ? (
          <FailedQuery query={query} />
        ) : (
          <Delayed>
            <Skeleton height={240} />
          </Delayed>
        )}
      </Panel>
    );
  }
  return (
    <>
      <div className="grid items-start gap-4 desktop:grid-cols-2">
        <TabelaEmUso situacao={data} />
        <AtualizacaoCatalogo situacao={data} quando={dataUpdatedAt} />
      </div>
      <ProvedoresCatalogo provedores={data.provedores} />
      <OcorrenciasCatalogo ocorrencias={data.ocorrencias} />
    </>
  );
}

function TabelaEmUso({ situacao }: { situacao: SituacaoCatalogo }) {
  const { referencia, origem, desde, marcas, modelos, anos } = situacao;
  return (
    <Panel title="Tabela em uso">
      {marcas === 0 ? (
        <EmptyState
          snug
          icon="car"
          title="O catálogo está vazio."
          text="Nos cadastros, digite marca, modelo e ano. Para preencher as listas, atualize o catálogo ou importe um arquivo no servidor com `fipe import`."
        />
      ) : (
        <Facts>
          {origem !== 'inicial' && (
            <Fact label="Mês">{referencia ? formatMes(referencia) : 'Não informado'}</Fact>
          )}
          <Fact label="Origem">{ORIGENS[origem]}</Fact>
          <Fact label="Em uso desde">{clock(desde)}</Fact>
          <Fact label="Marcas">{number(marcas)}</Fact>
          <Fact label="Modelos">{number(modelos)}</Fact>
          <Fact label="Anos">{number(anos)}</Fact>
        </Facts>
      )}
    </Panel>
  );
}
