import { formatStatus, NAO_CADASTRADO, type Veredito } from '@unipark/contract/passagem';
import { findGemea } from '@unipark/contract/placa';
import { keptValues } from '../lib/screen/keptValues.ts';
import { prazo, session } from '../lib/session/session.ts';
import { createStore } from '../lib/store.ts';
import { isRegisterFresh, REGISTER, UNTIL_KEY } from '../lib/wire/offline.ts';
import { fetchCadastroPage } from './api.ts';

type CadastroRow = readonly [placa: string, modelo: string | null, status: string];
type StoredCadastro = { de: number; linhas: readonly CadastroRow[] };
export type CadastroLocal = { de: number; porPlaca: ReadonlyMap<string, CadastroRow> };

const DIA = 24 * 60 * 60_000;
const CHAVE = 'lista';
const guardados = keptValues(REGISTER);

/** The register as it was at `de`: plate, model and status, for use without a server. */
export const cadastroLocal = createStore<CadastroLocal | undefined>(undefined);

const indexCadastro = ({ de, linhas }: StoredCadastro): CadastroLocal => ({
  de,
  porPlaca: new Map(linhas.map((linha) => [linha[0], linha])),
});

const isGuardado = (valor: unknown): valor is StoredCadastro =>
  typeof valor === 'object' && valor !== null && 'de' in valor && 'linhas' in valor;

/** Reads the copy of an earlier visit, unless it is a day old. */
export async function loadCadastro(): Promise<void> {
  if (!isRegisterFresh()) return;
  const valor = await guardados.get(CHAVE);
  if (isGuardado(valor)) cadastroLocal.set((atual) => atual ?? indexCadastro(valor));
}

/** Resolves when the page is idle: the next plate comes first. */
const idle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve, { timeout: 5_000 });
    else setTimeout(resolve, 50);
  });

/** A day, or the session's end: without a server a session cannot be prolonged. */
function getFim(de: number): number {
  const { expiraEm, terminaEm } = prazo.get() ?? {};
  return Math.min(
    de + DIA,
    ...[expiraEm, terminaEm].filter((fim) => fim !== undefined).map(Date.parse),
  );
}

/** Loads the whole register page by page and replaces the stored copy. */
export async function renewCadastro(signal: AbortSignal): Promise<void> {
  const de = Date.now();
  const linhas: CadastroRow[] = [];
  let apos: string | undefined;
  do {
    await idle();
    const pagina = await fetchCadastroPage(apos, signal);
    linhas.push(
      ...pagina.items.map(({ placa, modelo, status }) => [placa, modelo, status] as const),
    );
    apos = pagina.next;
  } while (apos);
  signal.throwIfAborted();
  cadastroLocal.set(indexCadastro({ de, linhas }));
  localStorage.setItem(UNTIL_KEY, String(getFim(de)));
  await guardados.put(CHAVE, { de, linhas });
}

/** The stored rows whose plate, or its twin, contains the text. */
export const searchCadastro = ({ porPlaca }: CadastroLocal, trecho: string): CadastroRow[] =>
  [...porPlaca.values()].filter(([placa]) => hasTrecho(placa, trecho));

/** Whether the plate, or its twin, contains the text. */
export const hasTrecho = (placa: string, trecho: string): boolean =>
  placa.includes(trecho) || findGemea(placa)?.includes(trecho) === true;

/** The verdict of the stored register: of the plate itself, else of its twin. No similar plates. */
export function getVereditoLocal({ porPlaca }: CadastroLocal, placa: string): Veredito {
  const exata = porPlaca.get(placa);
  const [cadastrada, modelo, status] = exata ?? porPlaca.get(findGemea(placa) ?? '') ?? [];
  const nivel = exata ? 'exata' : cadastrada ? 'equivalente' : 'nenhuma';
  return {
    placa,
    nivel,
    status: status === undefined ? NAO_CADASTRADO : formatStatus(status),
    veiculo: cadastrada
      ? {
          placa: cadastrada,
          tipo: null,
          modelo: modelo ?? null,
          cor: null,
          motivo: null,
          cidade: null,
          estado: null,
        }
      : null,
    proprietario: null,
    sugestoes: [],
    ultima_passagem: null,
  };
}

session.subscribe(() => {
  if (session.get().status === 'signedOut') cadastroLocal.set(undefined);
});
