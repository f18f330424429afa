/** Makes, models and years, with the names and numbers of the official table (FIPE). */

import * as z from 'zod/mini';
import { once } from './once.ts';

/** One brand, model or year of the catalogue, as the official service spells it. */
export const OpcaoFipe = z.object({ Label: z.string(), Value: z.string() });
export type OpcaoFipe = z.infer<typeof OpcaoFipe>;

export const RespostaFipe = z.object({ data: z.array(OpcaoFipe) });
export type RespostaFipe = z.infer<typeof RespostaFipe>;

/** A code in a path; no other text has options below it. */
export const CODIGO_FIPE = /^[0-9A-Za-z-]{1,16}$/;

/** Fuel codes behind the hyphen of a model year ('2018-1'), as the official table names them. */
const COMBUSTIVEIS = new Map([
  ['1', 'Gasolina'],
  ['2', 'Álcool'],
  ['3', 'Diesel'],
  ['4', 'Elétrico'],
  ['5', 'Flex'],
  ['6', 'Híbrido'],
]);

/** '2018-1' → '2018 Gasolina'; the table's year 32000 means a car never registered before. */
export function formatAno(codigo: string): string {
  const [ano = '', combustivel = ''] = codigo.split('-');
  const nome = COMBUSTIVEIS.get(combustivel);
  return [ano === '32000' ? 'Zero km' : ano, nome].filter(Boolean).join(' ');
}

const mesFormat = once(
  () => new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', month: 'long', year: 'numeric' }),
);

/** '2026-11' → 'novembro de 2026'. */
export const formatMes = (referencia: string): string =>
  mesFormat().format(new Date(`${referencia}-15T00:00:00Z`));

/** Providers of the table, in their default order. */
export const PROVEDORES_FIPE = ['oficial', 'parallelum', 'brasilapi'] as const;
export type ProvedorFipe = (typeof PROVEDORES_FIPE)[number];

/** Where the catalogue in use came from: the release, a file, or a refresh from the providers. */
export const ORIGENS_CATALOGO = ['inicial', 'arquivo', 'atualizacao'] as const;
export type OrigemCatalogo = (typeof ORIGENS_CATALOGO)[number];

const Contagens = z.object({ marcas: z.int(), modelos: z.int(), anos: z.int() });

/** Work on a catalogue: a file, the makes and models of a refresh, or the years of their models. */
export const AndamentoCatalogo = z.object({
  trabalho: z.enum(['arquivo', 'modelos', 'anos']),
  /** '2026-11'; null until it is known. */
  referencia: z.nullable(z.string()),
  feitos: z.int(),
  /** null while the total is not known. */
  total: z.nullable(z.int()),
  desde: z.string(),
  /** No process works on it now; it resumes where it stopped. */
  parado: z.boolean(),
});
export type AndamentoCatalogo = z.infer<typeof AndamentoCatalogo>;

/** What went wrong with a provider, in a sentence; the newest first. */
export const OcorrenciaCatalogo = z.object({
  quando: z.string(),
  provedor: z.nullable(z.enum(PROVEDORES_FIPE)),
  motivo: z.string(),
});
export type OcorrenciaCatalogo = z.infer<typeof OcorrenciaCatalogo>;

export const SituacaoCatalogo = z.object({
  origem: z.enum(ORIGENS_CATALOGO),
  /** Month of the table, '2026-11'; null for the release's own catalogue, which has none. */
  referencia: z.nullable(z.string()),
  desde: z.string(),
  ...Contagens.shape,
  /** In the order of requests. Empty: the server sends no request to the outside. */
  provedores: z.array(
    z.object({
      nome: z.enum(PROVEDORES_FIPE),
      /** True while the provider is paused after several failures. */
      descansando: z.boolean(),
      ultimoSucesso: z.nullable(z.string()),
      ultimaFalha: z.nullable(z.object({ quando: z.string(), motivo: z.string() })),
    }),
  ),
  /** When the next refresh starts; null when none is planned. */
  proxima: z.nullable(z.string()),
  andamento: z.nullable(AndamentoCatalogo),
  ocorrencias: z.array(OcorrenciaCatalogo),
});
export type SituacaoCatalogo = z.infer<typeof SituacaoCatalogo>;
