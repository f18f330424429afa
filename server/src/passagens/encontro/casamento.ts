/**
 * The matching ladder: which vehicle of the register a reading means. The first step with an answer
 * wins. Only steps 1 and 2 give the status; below them a person chooses.
 */
import {
  formatStatus,
  type Nivel,
  SUGESTOES_MAXIMO,
  type Sugestao,
} from '@unipark/contract/passagem';
import { keyOfPlaca } from '@unipark/contract/placa';
import { likely, possible } from '@unipark/contract/semelhanca';
import { isProibido } from '@unipark/contract/veiculo';

export interface RegisteredVeiculo {
  placa: string;
  chave: string;
  modelo: string | null;
  tipo: string | null;
  status: string;
  /** Why it is PROIBIDO, when a reason is stored. */
  motivo: string | null;
  cor: string | null;
  /** The owner's name. */
  nome: string | null;
  /** Shown on an old plate. */
  cidade: string | null;
  estado: string | null;
}

export interface Casamento {
  nivel: Nivel;
  /** The register's vehicle: only for `exata` and `equivalente`. */
  registrado: RegisteredVeiculo | undefined;
  sugestoes: Sugestao[];
}

export type FindRegistered = (chaves: string[]) => Promise<RegisteredVeiculo[]>;

/** The vehicle of a plate as read: the exact text, otherwise PROIBIDO, otherwise the twin. */
export function pick(
  registrados: RegisteredVeiculo[],
  placa: string,
): RegisteredVeiculo | undefined {
  const chave = keyOfPlaca(placa);
  const iguais = registrados.filter((registrado) => registrado.chave === chave);
  return (
    iguais.find((registrado) => registrado.placa === placa) ??
    iguais.find(({ status }) => isProibido(status)) ??
    iguais[0]
  );
}

export const rungOf = (placa: string, registrado: RegisteredVeiculo): 'exata' | 'equivalente' =>
  registrado.placa === placa ? 'exata' : 'equivalente';

export const toSuggestion = (
  { placa, status, modelo }: RegisteredVeiculo,
  nivel: Sugestao['nivel'],
): Sugestao => ({ placa, nivel, status: formatStatus(status), modelo });

/** One vehicle for each identity key of the texts, in their order. */
function found(textos: string[], registrados: RegisteredVeiculo[]): RegisteredVeiculo[] {
  const porChave = new Map<string, RegisteredVeiculo>();
  const existentes = new Set(registrados.map(({ chave }) => chave));
  for (const texto of textos) {
    const chave = keyOfPlaca(texto);
    if (!existentes.has(chave) || porChave.has(chave)) continue;
    const registrado = pick(registrados, texto);
    if (registrado) porChave.set(chave, registrado);
  }
  return [...porChave.values()];
}

const keysOf = (textos: string[]): string[] => [...new Set(textos.map(keyOfPlaca))];

/** Steps 1 and 2: the text itself or its twin. A plate typed by a person uses only these. */
export async function matchExactly(lookUp: FindRegistered, placa: string): Promise<Casamento> {
  const registrado = placa === '' ? undefined : pick(await lookUp([keyOfPlaca(placa)]), placa);
  const nivel = registrado ? rungOf(placa, registrado) : 'nenhuma';
  return { nivel, registrado, sugestoes: [] };
}

/** `candidatas` are the recogniser's other guesses: each is at most a suggestion. */
export async function matchReading(
  lookUp: FindRegistered,
  placa: string,
  candidatas: string[] = [],
): Promise<Casamento> {
  if (placa === '') return { nivel: 'nenhuma', registrado: undefined, sugestoes: [] };
  const diretos = await lookUp(keysOf([placa, ...candidatas]));
  const registrado = pick(diretos, placa);
  if (registrado) return { nivel: rungOf(placa, registrado), registrado, sugestoes: [] };

  const provaveis = likely(placa);
  const possiveis = possible(placa);
  const chaves = keysOf([...provaveis, ...possiveis]);
  const parecidos = chaves.length > 0 ? await lookUp(chaves) : [];
  const confundidos = found(provaveis, parecidos);
  const [unico] = confundidos;
  const sugestoes: Sugestao[] =
    unico && confundidos.length === 1
      ? [
          toSuggestion(unico, 'provavel'),
          ...found(candidatas, diretos)
            .filter(({ chave }) => chave !== unico.chave)
            .map((outro) => toSuggestion(outro, 'possivel')),
        ]
      : found([...provaveis, ...candidatas, ...possiveis], [...parecidos, ...diretos]).map(
          (outro) => toSuggestion(outro, 'possivel'),
        );
  return {
    nivel: sugestoes[0]?.nivel ?? 'nenhuma',
    registrado: undefined,
    sugestoes: sugestoes.slice(0, SUGESTOES_MAXIMO),
  };
}
