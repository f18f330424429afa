import { DRAFT_PREFIX } from '../../lib/session/storedUser.ts';
import { isVazio, readRegistro, type VeiculoDraft } from './registro.ts';

const RASCUNHO = `${DRAFT_PREFIX}veiculo`;
const CADASTRADOS = `${DRAFT_PREFIX}veiculos-cadastrados`;

export function readRascunho(): VeiculoDraft | undefined {
  try {
    const lido = readRegistro(JSON.parse(sessionStorage.getItem(RASCUNHO) ?? 'null'));
    return isVazio(lido) ? undefined : lido;
  } catch {
    return undefined;
  }
}

export function saveRascunho(registro: VeiculoDraft): void {
  if (isVazio(registro)) sessionStorage.removeItem(RASCUNHO);
  else sessionStorage.setItem(RASCUNHO, JSON.stringify(registro));
}

/** The number of vehicles registered in this tab since its sign-in. */
export const readCadastrados = (): number => Number(sessionStorage.getItem(CADASTRADOS) ?? 0);

export function countCadastrado(): number {
  const agora = readCadastrados() + 1;
  sessionStorage.setItem(CADASTRADOS, String(agora));
  return agora;
}
