import { NAO_CADASTRADO, rotuloStatus, type Veredito } from '@unipark/contract/passagem';
import { gemeaPlaca } from '@unipark/contract/placa';
import { keptValues } from '../lib/keptValues.ts';
import { isRegisterFresh, keepRegisterUntil, REGISTER } from '../lib/offline.ts';
import { session } from '../lib/session.ts';
import { createStore } from '../lib/store.ts';
import { paginaDoCadastro } from './api.ts';

type Linha = readonly [placa: string, modelo: string | null, status: string];
type Guardado = { de: number; linhas: readonly Linha[] };
export type CadastroLocal = { de: number; porPlaca: ReadonlyMap<string, Linha> };

const DIA = 24 * 60 * 60_000;
const CHAVE = 'lista';
const guardados = keptValues(REGISTER);

/** The register as it was at `de`: plate, model and status, for the hours without a server. */
export const cadastroLocal = createStore<CadastroLocal | undefined>(undefined);

const abrir = ({ de, linhas }: Guardado): CadastroLocal => ({
  de,
  porPlaca: new Map(linhas.map((linha) => [linha[0], linha])),
});

const ehGuardado = (valor: unknown): valor is Guardado =>
  typeof valor === 'object' && valor !== null && 'de' in valor && 'linhas' in valor;

/** What an earlier visit kept, unless it is a day old. */
export async function lerCadastro(): Promise<void> {
  if (!isRegisterFresh()) return;
  const valor = await guardados.get(CHAVE);
  if (ehGuardado(valor)) cadastroLocal.set((atual) => atual ?? abrir(valor));
}

/** When nothing else is to do: the next plate goes first. */
const idle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve, { timeout: 5_000 });
    else setTimeout(resolve, 50);
  });

/** Fetches the whole register page by page and puts it in the old one's place. */
export async function renovarCadastro(signal: AbortSignal): Promise<void> {
  const de = Date.now();
  const linhas: Linha[] = [];
  let apos: string | undefined;
  do {
    await idle();
    const pagina = await paginaDoCadastro(apos, signal);
    linhas.push(
      ...pagina.items.map(({ placa, modelo, status }) => [placa, modelo, status] as const),
    );
    apos = pagina.next;
  } while (apos);
  signal.throwIfAborted();
  cadastroLocal.set(abrir({ de, linhas }));
  keepRegisterUntil(de + DIA);
  await guardados.put(CHAVE, { de, linhas });
}

export const estaVencido = (cadastro: CadastroLocal, agora = Date.now()): boolean =>
  agora - cadastro.de >= DIA;

/** What the kept register says of a plate: itself, else its twin. Never a guess. */
export function vereditoLocal({ porPlaca }: CadastroLocal, placa: string): Veredito {
  const exata = porPlaca.get(placa);
  const [cadastrada, modelo, status] = exata ?? porPlaca.get(gemeaPlaca(placa) ?? '') ?? [];
  const nivel = exata ? 'exata' : cadastrada ? 'equivalente' : 'nenhuma';
  return {
    placa,
    nivel,
    status: status === undefined ? NAO_CADASTRADO : rotuloStatus(status),
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
    ultimaPassagem: null,
  };
}

session.subscribe(() => {
  if (session.get().status === 'signedOut') cadastroLocal.set(undefined);
});
