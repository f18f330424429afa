/**
 * The matching ladder: which vehicle of the register a reading means. The first rung that answers
 * wins. The status comes from rungs 1 and 2 alone; below them a person chooses.
 */
import { type Nivel, rotuloStatus, type Sugestao } from '@unipark/contract/passagem';
import { chavePlaca } from '@unipark/contract/placa';
import { likely, possible } from '@unipark/contract/semelhanca';

/** A vehicle as the match needs it. */
export interface Registrado {
  placa: string;
  chave: string;
  modelo: string | null;
  tipo: string | null;
  status: string;
  /** Why it is PROIBIDO, where somebody said so. */
  motivo: string | null;
  /** Drawn on an old plate. */
  cidade: string | null;
  estado: string | null;
}

export interface Casamento {
  nivel: Nivel;
  /** The register's vehicle: rungs `exata` and `equivalente` only. */
  registrado: Registrado | undefined;
  sugestoes: Sugestao[];
}

/** Asks the register for the vehicles of these identity keys. */
export type Consultar = (chaves: string[]) => Promise<Registrado[]>;

/** Suggestions that are worth showing to a person. */
const SUGESTOES_MAXIMO = 10;

/** The register's vehicle for a plate as read: the exact text, else PROIBIDO, else the twin. */
export function pick(registrados: Registrado[], placa: string): Registrado | undefined {
  const chave = chavePlaca(placa);
  const iguais = registrados.filter((registrado) => registrado.chave === chave);
  return (
    iguais.find((registrado) => registrado.placa === placa) ??
    iguais.find((registrado) => registrado.status === 'PROIBIDO') ??
    iguais[0]
  );
}

/** The rung of a plate that the register knows. */
export const rungOf = (placa: string, registrado: Registrado): 'exata' | 'equivalente' =>
  registrado.placa === placa ? 'exata' : 'equivalente';

/** A vehicle that a reading may have meant. */
export const toSuggestion = (
  { placa, status, modelo }: Registrado,
  nivel: Sugestao['nivel'],
): Sugestao => ({ placa, nivel, status: rotuloStatus(status), modelo });

/** One vehicle for each identity key that the texts lead to, in the order of the texts. */
function found(textos: string[], registrados: Registrado[]): Registrado[] {
  const porChave = new Map<string, Registrado>();
  const existentes = new Set(registrados.map(({ chave }) => chave));
  for (const texto of textos) {
    const chave = chavePlaca(texto);
    if (!existentes.has(chave) || porChave.has(chave)) continue;
    const registrado = pick(registrados, texto);
    if (registrado) porChave.set(chave, registrado);
  }
  return [...porChave.values()];
}

const chavesDe = (textos: string[]): string[] => [...new Set(textos.map(chavePlaca))];

/** Rungs 1 and 2: the text itself or its twin. A person's plate goes no further. */
export async function matchExactly(consultar: Consultar, placa: string): Promise<Casamento> {
  const registrado = placa === '' ? undefined : pick(await consultar([chavePlaca(placa)]), placa);
  const nivel = registrado ? rungOf(placa, registrado) : 'nenhuma';
  return { nivel, registrado, sugestoes: [] };
}

/** The whole ladder. `candidatas` are the recogniser's other guesses: each is a suggestion at most. */
export async function matchReading(
  consultar: Consultar,
  placa: string,
  candidatas: string[] = [],
): Promise<Casamento> {
  if (placa === '') return { nivel: 'nenhuma', registrado: undefined, sugestoes: [] };
  const diretos = await consultar(chavesDe([placa, ...candidatas]));
  const registrado = pick(diretos, placa);
  if (registrado) return { nivel: rungOf(placa, registrado), registrado, sugestoes: [] };

  const provaveis = likely(placa);
  const possiveis = possible(placa);
  const chaves = chavesDe([...provaveis, ...possiveis]);
  const parecidos = chaves.length > 0 ? await consultar(chaves) : [];
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
