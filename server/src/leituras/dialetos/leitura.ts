/** The base of every dialect's reading, and its plates. */
import { normalizeLeitura } from '@unipark/contract/placa';
import type { LeituraLida } from '../dialeto.ts';
import { toTexto } from './json.ts';

const PLACA_MAXIMA = 40;
const CANDIDATAS_MAXIMO = 10;

const CAMPOS_VEICULO = ['tipo', 'marca', 'modelo', 'cor'] as const;
type VeiculoField = (typeof CAMPOS_VEICULO)[number];

type CandidataLida = LeituraLida['candidatas'][number];

/** Makers' words for a plate that was not read. */
const SEM_PLACA = /^(unknown?|no[ _-]?plate|unlicensed|not defined|none|null|undefined)$/i;
/** Makers' words for any other unknown value. */
const DESCONHECIDO = /^(unknown?|undefined|none|null|other)$/i;
/** No plate of any country has more letters and digits. */
const CARACTERES_MAXIMO = 10;

/** A plate as it was sent; '' when none was read. */
export function toPlaca(valor: unknown): string {
  const lida = toTexto(valor, PLACA_MAXIMA) ?? '';
  return SEM_PLACA.test(lida) || normalizeLeitura(lida) === '' ? '' : lida;
}

/** A maker's word, or null when it means unknown. */
export function toPalavra(valor: unknown): string | null {
  const dita = toTexto(valor, 60);
  return dita === null || DESCONHECIDO.test(dita) ? null : dita;
}

/** The other plates that the camera proposed: each once, without the leading one. */
export function pickCandidatas(todas: CandidataLida[], lider: string): CandidataLida[] {
  const vistas = new Set([normalizeLeitura(lider), '']);
  const outras: CandidataLida[] = [];
  for (const candidata of todas) {
    const chave = normalizeLeitura(candidata.placa);
    if (!vistas.has(chave) && chave.length <= CARACTERES_MAXIMO) outras.push(candidata);
    vistas.add(chave);
  }
  return outras.slice(0, CANDIDATAS_MAXIMO);
}

/** The vehicle as the camera saw it, or null when the message does not describe it. */
export function toVeiculo(campos: { [nome in VeiculoField]?: unknown }): LeituraLida['veiculo'] {
  const dito: NonNullable<LeituraLida['veiculo']> = {};
  for (const nome of CAMPOS_VEICULO) {
    const valor = toPalavra(campos[nome]);
    if (valor !== null) dito[nome] = valor;
  }
  return Object.keys(dito).length > 0 ? dito : null;
}

/** A reading with the given fields; all others are unknown. */
export function fillLeitura(conhecido: Partial<LeituraLida>): LeituraLida {
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
    atualiza: false,
    retransmissao: false,
    teste: false,
    ...conhecido,
  };
}
