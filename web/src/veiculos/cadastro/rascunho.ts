import { DRAFT_PREFIX } from '../../lib/storedUser.ts';
import { estaVazio, Registro } from './registro.ts';

const RASCUNHO = `${DRAFT_PREFIX}veiculo`;
const CADASTRADOS = `${DRAFT_PREFIX}veiculos-cadastrados`;

/** The registration left half done in this tab, if any. */
export function lerRascunho(): Registro | undefined {
  try {
    const lido = Registro.safeParse(JSON.parse(sessionStorage.getItem(RASCUNHO) ?? 'null'));
    return lido.success && !estaVazio(lido.data) ? lido.data : undefined;
  } catch {
    return undefined;
  }
}

export function guardarRascunho(registro: Registro): void {
  if (estaVazio(registro)) sessionStorage.removeItem(RASCUNHO);
  else sessionStorage.setItem(RASCUNHO, JSON.stringify(registro));
}

/** How many vehicles were registered in this tab since its sign-in. */
export const lerCadastrados = (): number => Number(sessionStorage.getItem(CADASTRADOS) ?? 0);

export function contarCadastrado(): number {
  const agora = lerCadastrados() + 1;
  sessionStorage.setItem(CADASTRADOS, String(agora));
  return agora;
}
