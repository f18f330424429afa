/** The forms of a pass and of a link: texts as they are typed, hours of São Paulo. */
import { formatDiaIso, formatHora } from '@unipark/contract/horaLocal';
import type { NovoLinkVisita } from '@unipark/contract/linkVisita';
import { cleanPlaca } from '@unipark/contract/placa';
import type { NovoVisitante } from '@unipark/contract/visitante';

export type VisitanteForm = Record<keyof NovoVisitante, string>;

const HORA_MS = 3_600_000;
/** The usual length of a visit, and the time for which a link is usually given. */
const [HORAS, HORAS_DO_LINK] = [4, 24];

/** '2026-11-23T14:05', as the browser's field has it. */
const toCampo = (instante: number): string => `${formatDiaIso(instante)}T${formatHora(instante)}`;

/** São Paulo has had no summer time since 2019. */
const toInstante = (campo: string): string => (campo ? `${campo}:00-03:00` : '');

export const startForm = (placa: string, agora: number): VisitanteForm => ({
  ...{ placa: cleanPlaca(placa), nome: '', anfitriao: '', destino: '' },
  ...{ de: toCampo(agora), ate: toCampo(agora + HORAS * HORA_MS) },
});

/** The body of the request. */
export const buildCorpo = (valores: VisitanteForm): NovoVisitante => ({
  ...valores,
  placa: cleanPlaca(valores.placa),
  de: toInstante(valores.de),
  ate: toInstante(valores.ate),
});

export type LinkVisitaForm = Record<keyof NovoLinkVisita, string>;

export const startLinkForm = (agora: number): LinkVisitaForm => ({
  ...{ anfitriao: '', destino: '', usos_maximo: '1' },
  ...{ de: toCampo(agora), ate: toCampo(agora + HORAS_DO_LINK * HORA_MS) },
});

/** The body of the request; a number that is none is refused by the contract. */
export const buildCorpoLink = (valores: LinkVisitaForm): NovoLinkVisita => ({
  ...valores,
  de: toInstante(valores.de),
  ate: toInstante(valores.ate),
  usos_maximo: Number(valores.usos_maximo),
});
