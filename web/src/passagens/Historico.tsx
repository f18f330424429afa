import { Suspense } from 'react';
import { clock, count } from '../lib/format.ts';
import { part } from '../lib/parts.ts';
import { useListScreen } from '../lib/useListScreen.ts';
import { Alert } from '../ui/Alert.tsx';
import { PagedTable } from '../ui/PagedTable.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { SearchBar } from '../ui/SearchBar.tsx';
import { Stack } from '../ui/Stack.tsx';
import { colunasHistorico } from './colunas.tsx';
import { FiltrosHistorico } from './FiltrosHistorico.tsx';
import { FILTROS } from './filtros.ts';
import { paginaPassagens } from './historico.ts';
import { useAberta } from './useAberta.ts';
import { VaziaHistorico } from './VaziaHistorico.tsx';

const DetalhePassagem = part(() =>
  import('./DetalhePassagem.tsx').then((file) => file.DetalhePassagem),
);

/** Every passage, searched and filtered; the address remembers it. */
export function Historico() {
  const lista = useListScreen(paginaPassagens, FILTROS);
  const { state, change, clear, isNarrowed, counted, search } = lista;
  const { aberta, faltou, abrir, fechar } = useAberta();

  return (
    <>
      <PageHeader title="Histórico" />
      <SearchBar
        {...search}
        label="Buscar passagens"
        placeholder="Buscar por placa ou proprietário..."
      />
      <Stack direction="row" gap={8} align="center" wrap>
        <FiltrosHistorico estado={state} mudar={change} />
        {counted && (
          <p role="status" className="text-sm text-muted tablet:ml-auto max-tablet:w-full">
            {count(counted.total, 'passagem', 'passagens', counted.mais)}
          </p>
        )}
      </Stack>
      {faltou && (
        <Alert tone="warning" onClose={fechar}>
          Esta passagem não está mais no histórico.
        </Alert>
      )}
      <PagedTable
        caption="Passagens"
        columns={colunasHistorico(abrir)}
        list={lista}
        rowKey={({ id }) => id}
        rowLabel={({ placa, status, instante }) => `${placa}, ${status}, ${clock(instante)}`}
        onOpen={abrir}
        openOnClick
        empty={<VaziaHistorico procurou={isNarrowed} onLimpar={clear} />}
      />
      <Suspense>
        {aberta && <DetalhePassagem key={aberta.id} passagem={aberta} onClose={fechar} />}
      </Suspense>
    </>
  );
}
