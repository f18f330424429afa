import { nomeDoMes, type SituacaoCatalogo } from '@unipark/contract/fipe';
import { clock, number } from '../lib/format.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Fact } from '../ui/Fact.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Panel } from '../ui/Panel.tsx';
import { ORIGENS } from './palavras.ts';

/** Which table the registration forms read. */
export function TabelaEmUso({ situacao }: { situacao: SituacaoCatalogo }) {
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
            <Fact label="Mês">{referencia ? nomeDoMes(referencia) : 'Não informado'}</Fact>
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
