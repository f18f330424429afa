/** The reading that every dialect starts from, and the plates in it. */
import { normalizarLeitura } from '@unipark/contract/placa';
import type { LeituraLida } from '../dialeto.ts';
import { texto } from './json.ts';

const PLACA_MAXIMA = 40;
const CANDIDATAS_MAXIMO = 10;

type Candidata = LeituraLida['candidatas'][number];

/** How makers write that they read no plate. */
const SEM_PLACA = /^(unknown|no[ _-]?plate|unlicensed|none|null|undefined|n\/a|na|-+)$/i;

/** A plate as it was sent; '' where none was read. */
export function placaLida(valor: unknown): string {
  const lida = texto(valor, PLACA_MAXIMA) ?? '';
  return SEM_PLACA.test(lida) || normalizarLeitura(lida) === '' ? '' : lida;
}

/** The other plates that the camera thought of: each once, without the one that leads. */
export function candidatas(todas: Candidata[], lider: string): Candidata[] {
  const vistas = new Set([normalizarLeitura(lider), '']);
  const outras = todas.filter(({ placa }) => {
    const chave = normalizarLeitura(placa);
    return !vistas.has(chave) && vistas.add(chave);
  });
  return outras.slice(0, CANDIDATAS_MAXIMO);
}

/** The vehicle as the camera saw it, or null when it says nothing of it. */
export function veiculo(campos: Record<'tipo' | 'marca' | 'modelo' | 'cor', unknown>) {
  const ditos = Object.entries(campos).flatMap(([nome, valor]) => {
    const dito = texto(valor, 60);
    return dito === null || /^(unknown|other|none|null)$/i.test(dito) ? [] : [[nome, dito]];
  });
  return ditos.length > 0 ? (Object.fromEntries(ditos) as LeituraLida['veiculo']) : null;
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
    ...conhecido,
  };
}
