/** The reading that every dialect starts from, and the plates in it. */
import { normalizarLeitura } from '@unipark/contract/placa';
import type { LeituraLida } from '../dialeto.ts';
import { texto } from './json.ts';

const PLACA_MAXIMA = 40;
const CANDIDATAS_MAXIMO = 10;

const CAMPOS_VEICULO = ['tipo', 'marca', 'modelo', 'cor'] as const;
type Campo = (typeof CAMPOS_VEICULO)[number];

type Candidata = LeituraLida['candidatas'][number];

/** How makers write that they read no plate. */
const SEM_PLACA = /^(unknown?|no[ _-]?plate|unlicensed|not defined|none|null|undefined)$/i;
/** How they write that they do not know something else. */
const DESCONHECIDO = /^(unknown?|undefined|none|null|other)$/i;
/** More letters and digits than this are no plate of anywhere. */
const CARACTERES_MAXIMO = 10;

/** A plate as it was sent; '' where none was read. */
export function placaLida(valor: unknown): string {
  const lida = texto(valor, PLACA_MAXIMA) ?? '';
  return SEM_PLACA.test(lida) || normalizarLeitura(lida) === '' ? '' : lida;
}

/** A maker's word, or null where it says that it does not know. */
export function palavra(valor: unknown): string | null {
  const dita = texto(valor, 60);
  return dita === null || DESCONHECIDO.test(dita) ? null : dita;
}

/** The other plates that the camera thought of: each once, without the one that leads. */
export function candidatas(todas: Candidata[], lider: string): Candidata[] {
  const vistas = new Set([normalizarLeitura(lider), '']);
  const outras: Candidata[] = [];
  for (const candidata of todas) {
    const chave = normalizarLeitura(candidata.placa);
    if (!vistas.has(chave) && chave.length <= CARACTERES_MAXIMO) outras.push(candidata);
    vistas.add(chave);
  }
  return outras.slice(0, CANDIDATAS_MAXIMO);
}

/** The vehicle as the camera saw it, or null when it says nothing of it. */
export function veiculo(campos: { [nome in Campo]?: unknown }): LeituraLida['veiculo'] {
  const dito: NonNullable<LeituraLida['veiculo']> = {};
  for (const nome of CAMPOS_VEICULO) {
    const valor = palavra(campos[nome]);
    if (valor !== null) dito[nome] = valor;
  }
  return Object.keys(dito).length > 0 ? dito : null;
}

/** A reading of which only what is given is known. */
export function leitura(conhecido: Partial<LeituraLida>): LeituraLida {
  return {
    eventoId: null,
    camera: null,
    placa: '',
    confianca: null,
    candidatas: [],
    instante: null,
    instanteDispositivo: null,
    sentido: null,
    veiculo: null,
    caixa: null,
    imagens: [],
    enderecosImagem: [],
    retransmissao: false,
    teste: false,
    ...conhecido,
  };
}
