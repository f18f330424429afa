import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { clock, count } from '../lib/format.ts';
import { listQuery } from '../lib/listQuery.ts';
import { part } from '../lib/parts.ts';
import { useListState } from '../lib/urlState.ts';
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

const SEM_FILTROS = Object.fromEntries(FILTROS.map((nome) => [nome, '']));

/** Every passage, searched and filtered; the address remembers it. */
export function Historico() {
  const [estado, mudar] = useListState(FILTROS);
  const pagina = useQuery(paginaPassagens(listQuery(estado)));
  const { aberta, faltou, abrir, fechar } = useAberta();
  const procurou = estado.q !== '' || Object.values(estado.filtros).some(Boolean);
  const limpar = () => mudar({ q: '', filtros: SEM_FILTROS });
  const contagem = pagina.isError ? undefined : pagina.data;

  return (
    <>
      <PageHeader title="Histórico" />
      <SearchBar
        value={estado.q}
        label="Buscar passagens"
        placeholder="Buscar por placa ou proprietário..."
        minChars={3}
        onSearch={(q) => {
          mudar({ q });
          if (q === estado.q) void pagina.refetch();
        }}
        onClear={limpar}
      />
      <Stack direction="row" gap={8} align="center" wrap>
        <FiltrosHistorico estado={estado} mudar={mudar} />
        {contagem && (
          <p role="status" className="text-sm text-muted tablet:ml-auto max-tablet:w-full">
            {count(contagem.total, 'passagem', 'passagens', contagem.mais)}
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
        page={pagina}
        state={estado}
        onChange={mudar}
        rowKey={({ id }) => id}
        rowLabel={({ placa, status, instante }) => `${placa}, ${status}, ${clock(instante)}`}
        onOpen={abrir}
        openOnClick
        empty={<VaziaHistorico procurou={procurou} onLimpar={limpar} />}
      />
      <Suspense>
        {aberta && <DetalhePassagem key={aberta.id} passagem={aberta} onClose={fechar} />}
      </Suspense>
    </>
  );
}
