/** Reports of passages: counts of a period beside those of the period before it. */
import * as z from 'zod/mini';
import { SentidoInformado } from './passagem.ts';
import { strictInput } from './texto.ts';

const DIA_MS = 86_400_000;
/** A leap year. */
export const DIAS_MAXIMO = 366;

const dayOf = (rotulo: string) =>
  z.iso.date({ error: `${rotulo}: use uma data, como 2026-11-21.` });

/** The days of a period, both ends included. */
export const countDias = ({ de, ate }: { de: string; ate: string }): number =>
  Math.round((Date.parse(ate) - Date.parse(de)) / DIA_MS) + 1;

/** Days of São Paulo, both ends included. Without `sentido` every passage counts. */
export const PedidoRelatorio = strictInput({
  de: dayOf('De'),
  ate: dayOf('Até'),
  sentido: z.optional(SentidoInformado),
}).check(
  z.refine((pedido) => countDias(pedido) >= 1, {
    path: ['ate'],
    error: 'Até: informe um dia igual ou depois de De.',
  }),
  z.refine((pedido) => countDias(pedido) <= DIAS_MAXIMO, {
    path: ['ate'],
    error: `Até: o período tem no máximo ${DIAS_MAXIMO} dias.`,
  }),
);
export type PedidoRelatorio = z.infer<typeof PedidoRelatorio>;

/** Most days of a report by vehicle that reads each passage: thirteen weeks. Of more days it has whole months. */
export const DIAS_VEICULOS = 92;
/** Most passages that it reads, those of the period before included. */
export const PASSAGENS_MAXIMO = 200_000;
/** Vehicles of the list of those with most passages. */
export const VEICULOS_MAXIMO = 20;

/** A count, and that of the period before. */
const par = { total: z.number(), anterior: z.number() };
const ContagemPorNome = z.array(z.object({ nome: z.string(), ...par }));

export const RelatorioPassagens = z.object({
  ...par,
  periodo: z.object({ de: z.string(), ate: z.string() }),
  /** The same number of days, right before. */
  antes: z.object({ de: z.string(), ate: z.string() }),
  /** Each day beside the day of the same place in the period before. */
  dias: z.array(z.object({ dia: z.string(), ...par })),
  /** By weekday (0 is Sunday), then by hour of São Paulo. */
  semana: z.array(z.array(z.number())),
  /** Most first. `nome` is as passages store it; '' for a camera or a direction that is not known. */
  porStatus: ContagemPorNome,
  porCamera: ContagemPorNome,
  /** Of every passage of the period, whatever direction the report is of. */
  porSentido: ContagemPorNome,
});
export type RelatorioPassagens = z.infer<typeof RelatorioPassagens>;

export const RelatorioVeiculos = z.object({
  /** The days that were counted: of a long period the whole months in it. */
  periodo: z.object({ de: z.string(), ate: z.string() }),
  /** '1', '2', '3' of the register as it is now; '' without a type or a registration. */
  porTipo: ContagemPorNome,
  /** Most passages first: `nome` is the plate. */
  maiores: z.array(z.object({ nome: z.string(), modelo: z.nullable(z.string()), ...par })),
});
export type RelatorioVeiculos = z.infer<typeof RelatorioVeiculos>;
