import { Suspense, useState } from 'react';
import type { ListState } from '../../lib/screen/urlState.ts';
import { part } from '../../lib/wire/parts.ts';
import { BarraSelecao, type DialogoLote } from './BarraSelecao.tsx';
import { type AtoPedido, useLote } from './useLote.ts';
import type { Selecao } from './useSelecao.ts';

const MudarStatus = part(() => import('./MudarStatus.tsx').then((file) => file.MudarStatus));
const TrocarDono = part(() => import('./TrocarDono.tsx').then((file) => file.TrocarDono));
const ExcluirMuitos = part(() => import('./ExcluirMuitos.tsx').then((file) => file.ExcluirMuitos));
const Recusados = part(() => import('./Recusados.tsx').then((file) => file.Recusados));

/** The bar of the chosen vehicles and its dialogs. */
export function Lote({ selecao, lista }: { selecao: Selecao; lista: ListState }) {
  const [aberto, setAberto] = useState<DialogoLote>();
  const lote = useLote(selecao);
  const { quantos } = selecao;
  const close = () => setAberto(undefined);
  const confirm = (ato: AtoPedido) => {
    close();
    lote.start(ato);
  };
  return (
    <>
      <BarraSelecao selecao={selecao} lote={lote} lista={lista} onOpen={setAberto} />
      <Suspense>
        {aberto === 'status' && (
          <MudarStatus quantos={quantos} onClose={close} onConfirm={confirm} />
        )}
        {aberto === 'proprietario' && (
          <TrocarDono quantos={quantos} onClose={close} onConfirm={confirm} />
        )}
        {aberto === 'excluir' && (
          <ExcluirMuitos quantos={quantos} onClose={close} onConfirm={confirm} />
        )}
        {lote.recusas.length > 0 && (
          <Recusados recusas={lote.recusas} onClose={lote.closeRecusas} />
        )}
      </Suspense>
    </>
  );
}
