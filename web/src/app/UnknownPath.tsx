import { Navigate } from 'react-router';
import type { PageState } from '../lib/pageState.ts';

const state: PageState = { aviso: 'O endereço pedido não existe. Esta é a página inicial.' };

export function UnknownPath() {
  return <Navigate to="/home" replace state={state} />;
}
