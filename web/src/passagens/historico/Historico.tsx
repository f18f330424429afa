import { useQuery } from '@tanstack/react-query';
import { SITUACOES_PRESENCA } from '@unipark/contract/listaPassagens';
import type { Passagem } from '@unipark/contract/passagem';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useListScreen } from '../../lib/screen/useListScreen.ts';
import { useMedia } from '../../lib/screen/useMedia.ts';
import { clock, count } from '../../lib/time/format.ts';
import { part } from '../../lib/wire/parts.ts';
import { Button } from '../../ui/button/Button.tsx';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { cx } from '../../ui/cx.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { FilterRow } from '../../ui/form/FilterRow.tsx';
import { SearchBar } from '../../ui/form/SearchBar.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { ExportMenu } from '../../ui/table/ExportMenu.tsx';
import { PagedTable } from '../../ui/table/PagedTable.tsx';
import { BotaoNovas } from './BotaoNovas.tsx';
import { buildColunasHistorico } from './colunas.tsx';
import { FiltrosHistorico } from './FiltrosHistorico.tsx';
import { FILTROS } from './filtros.ts';
import './historico.css';
import { PeriodFilter } from '../../ui/form/PeriodFilter.tsx';
import { passagemQuery, passagensQuery } from './historico.ts';
import { AvisoPresentes, useSaidas } from './Presentes.tsx';
import { useNovas } from './useNovas.ts';

const DetalhePassagem = part(() =>
  import('../detalhe/DetalhePassagem.tsx').then((file) => file.DetalhePassagem),
);

/** The line of the search has no place for the days: they stand beside the heading. */
const estreita = window.matchMedia('(min-width: 1024px) and (max-width: 1365.98px)');

export function Historico() {
  const naoCabem = useMedia(estreita);
  const lista = useListScreen(passagensQuery, FILTROS);
  const { state, change, clear, isNarrowed, counted, search } = lista;
  const { novas, show } = useNovas(lista);
  const { aberta, faltou, open, close } = usePassagemAberta();
  const saidas = useSaidas();
  const dosPresentes = SITUACOES_PRESENCA.some((nome) => nome === state.filtros.situacao);

  return (
    <>
      <PageHeader
        title="Histórico"
        actions={
          // Beside the heading: the filters have the line of the search for themselves.
          <div className="flex min-h-11 items-center gap-3">
            {naoCabem && <PeriodFilter estado={state} onChange={change} />}
            {counted && (
              <p
                role="status"
                className={cx('text-sm text-muted', novas > 0 && 'max-tablet:sr-only')}
              >
                {count(counted.total, 'passagem', 'passagens', counted.mais)}
              </p>
            )}
            <BotaoNovas novas={novas} onShow={show} />
            <ExportMenu path="/api/passagens/exportar" state={state} />
          </div>
        }
      />
      <SearchBar
        {...search}
        label="Buscar passagens"
        placeholder="Buscar por placa ou proprietário..."
        filters={
          <FilterRow active={Object.values(state.filtros).filter(Boolean).length}>
            {!naoCabem && <PeriodFilter estado={state} onChange={change} />}
            <FiltrosHistorico estado={state} onChange={change} />
          </FilterRow>
        }
      />
      {dosPresentes && <AvisoPresentes saidas={saidas} />}
      {faltou && (
        <Alert tone="warning" onClose={close}>
          Esta passagem não está mais no histórico.
        </Alert>
      )}
      <div className="historico">
        <PagedTable
          caption="Passagens"
          columns={buildColunasHistorico(open, dosPresentes ? saidas.mark : undefined)}
          list={lista}
          rowKey={({ id }) => id}
          rowLabel={({ placa, status, instante }) => `${placa}, ${status}, ${clock(instante)}`}
          onOpen={open}
          openOnClick
          empty={<VaziaHistorico procurou={isNarrowed} onClear={clear} />}
        />
      </div>
      <Suspense>
        {aberta && <DetalhePassagem key={aberta.id} passagem={aberta} onClose={close} />}
      </Suspense>
    </>
  );
}

type VaziaHistoricoProps = {
  /** A term or a filter is set: other passages may exist. */
  procurou: boolean;
  onClear: () => void;
};

function VaziaHistorico({ procurou, onClear }: VaziaHistoricoProps) {
  return procurou ? (
    <EmptyState
      icon="search"
      title="Nenhuma passagem encontrada."
      text="Confira a placa, o proprietário ou o período."
    >
      <Button onClick={onClear}>Limpar busca</Button>
    </EmptyState>
  ) : (
    <EmptyState
      icon="history"
      title="Nenhuma passagem registrada."
      text="Cada veículo lido por uma câmera aparece aqui, com foto e hora."
    >
      <ButtonLink to="/aovivo" variant="primary" icon="video">
        Abrir Ao Vivo
      </ButtonLink>
    </EmptyState>
  );
}

/** The open passage: of the chosen row, or of `?passagem=ID`. */
function usePassagemAberta() {
  const [params, setParams] = useSearchParams();
  const [escolhida, setEscolhida] = useState<Passagem>();
  const pedida = params.get('passagem') ?? '';
  const { data } = useQuery(passagemQuery(pedida));
  return {
    aberta: escolhida ?? (pedida ? (data ?? undefined) : undefined),
    faltou: pedida !== '' && data === null,
    open: setEscolhida,
    close() {
      setEscolhida(undefined);
      if (!pedida) return;
      const resto = new URLSearchParams(params);
      resto.delete('passagem');
      setParams(resto, { replace: true });
    },
  };
}
