import { formatDiaIso } from '@unipark/contract/horaLocal';
import {
  formatStatus,
  NAO_CADASTRADO,
  SUGESTOES_MAXIMO,
  type Sugestao,
  type Veredito,
} from '@unipark/contract/passagem';
import { findGemea, keyOfPlaca } from '@unipark/contract/placa';
import { likely, possible } from '@unipark/contract/semelhanca';
import { isVencido, sayVencida } from '@unipark/contract/validade';
import { isProibido, statusOn } from '@unipark/contract/veiculo';
import { keptValues } from '../lib/screen/keptValues.ts';
import { prazo, session } from '../lib/session/session.ts';
import { createStore } from '../lib/store.ts';
import { serverNow } from '../lib/time/serverClock.ts';
import { isRegisterFresh, REGISTER, UNTIL_KEY } from '../lib/wire/offline.ts';
import { fetchCadastroPage } from './api.ts';

type CadastroRow = readonly [
  placa: string,
  modelo: string | null,
  status: string,
  /** Absent in a copy that an earlier release made. */
  valido_ate?: string | null,
];
type StoredCadastro = { de: number; linhas: readonly CadastroRow[] };
export type CadastroLocal = { de: number; porPlaca: ReadonlyMap<string, CadastroRow> };

const DIA = 24 * 60 * 60_000;
const CHAVE = 'lista';
const guardados = keptValues(REGISTER);

/** The register as it was at `de`: plate, model, status and last day, for use without a server. */
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
      ...pagina.items.map(
        ({ placa, modelo, status, valido_ate }) => [placa, modelo, status, valido_ate] as const,
      ),
    );
    apos = pagina.next;
  } while (apos);
  signal.throwIfAborted();
  cadastroLocal.set(indexCadastro({ de, linhas }));
  localStorage.setItem(UNTIL_KEY, String(getFim(de)));
  await guardados.put(CHAVE, { de, linhas });
}

/** The row with the status of today: its last day may have passed since the copy was made. */
function atDay([placa, modelo, status, valido_ate = null]: CadastroRow, hoje: string): CadastroRow {
  return [placa, modelo, statusOn({ status, valido_ate }, hoje), valido_ate];
}

const today = (): string => formatDiaIso(serverNow());

/** The stored rows of today whose plate, or its twin, contains the text. */
export function searchCadastro({ porPlaca }: CadastroLocal, trecho: string): CadastroRow[] {
  const hoje = today();
  return [...porPlaca.values()]
    .filter(([placa]) => hasTrecho(placa, trecho))
    .map((linha) => atDay(linha, hoje));
}

/** Whether the plate, or its twin, contains the text. */
export const hasTrecho = (placa: string, trecho: string): boolean =>
  placa.includes(trecho) || findGemea(placa)?.includes(trecho) === true;

type RowsByPlaca = CadastroLocal['porPlaca'];

/** The row of the plate itself, else of its twin. */
function findRow(porPlaca: RowsByPlaca, placa: string): CadastroRow | undefined {
  const linha = porPlaca.get(placa) ?? porPlaca.get(findGemea(placa) ?? '');
  return linha && atDay(linha, today());
}

/** One row for each car of the plates, in their order. */
function findRows(porPlaca: RowsByPlaca, placas: readonly string[]): CadastroRow[] {
  const achadas = placas.map((placa) => findRow(porPlaca, placa)).filter((linha) => !!linha);
  return [...new Map(achadas.map((linha) => [keyOfPlaca(linha[0]), linha])).values()];
}

/** Registered plates that an unknown one may mean, by the levels of the server's ladder. */
function listParecidas(porPlaca: RowsByPlaca, placa: string): Sugestao[] {
  const provaveis = findRows(porPlaca, likely(placa));
  const nivel = provaveis.length === 1 ? 'provavel' : 'possivel';
  const linhas =
    nivel === 'provavel' ? provaveis : findRows(porPlaca, [...likely(placa), ...possible(placa)]);
  return linhas.slice(0, SUGESTOES_MAXIMO).map(([parecida, modelo, status]) => ({
    placa: parecida,
    nivel,
    status: formatStatus(status),
    modelo,
  }));
}

/** The verdict of the stored register: of the plate itself, else of its twin, else similar plates. */
export function getVereditoLocal({ porPlaca }: CadastroLocal, placa: string): Veredito {
  const [cadastrada, modelo, status, valido_ate] = findRow(porPlaca, placa) ?? [];
  const sugestoes = cadastrada ? [] : listParecidas(porPlaca, placa);
  const nivelExato = cadastrada === placa ? 'exata' : 'equivalente';
  return {
    placa,
    nivel: cadastrada ? nivelExato : (sugestoes[0]?.nivel ?? 'nenhuma'),
    status: status === undefined ? NAO_CADASTRADO : formatStatus(status),
    veiculo: cadastrada
      ? {
          placa: cadastrada,
          tipo: null,
          modelo: modelo ?? null,
          cor: null,
          motivo:
            isVencido(valido_ate ?? null, today()) && !isProibido(status ?? '')
              ? sayVencida(valido_ate ?? '')
              : null,
          cidade: null,
          estado: null,
        }
      : null,
    proprietario: null,
    sugestoes,
    ultima_passagem: null,
  };
}

session.subscribe(() => {
  if (session.get().status === 'signedOut') cadastroLocal.set(undefined);
});
