import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { part } from '../lib/wire/parts.ts';
import { passagemQuery } from '../passagens/historico/historico.ts';

const DetalhePassagem = part(() =>
  import('../passagens/detalhe/DetalhePassagem.tsx').then((file) => file.DetalhePassagem),
);

/** The passage that the address names, as a touched call does. */
export function PassagemTocada() {
  const [params, setParams] = useSearchParams();
  const { data } = useQuery(passagemQuery(params.get('passagem') ?? ''));
  if (!data || !params.has('passagem')) return null;
  return (
    <Suspense>
      <DetalhePassagem passagem={data} onClose={() => setParams({}, { replace: true })} />
    </Suspense>
  );
}
