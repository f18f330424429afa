import * as z from 'zod/mini';
import { formatDiaIso } from './horaLocal.ts';
import { Cursor, LIMITE_MAXIMO, limitUpTo, TermoBusca } from './lista.ts';
import { SentidoInformado } from './passagem.ts';
import { CAMPOS_PROPRIETARIO } from './proprietario.ts';
import { requiredText, strictInput } from './texto.ts';
import { CAMPOS_VEICULO } from './veiculo.ts';

/** Entries after which the car has not left: of today, or of the week before today. */
export const SITUACOES_PRESENCA = ['dentro', 'pernoite'] as const;
export type SituacaoPresenca = (typeof SITUACOES_PRESENCA)[number];

export const SITUACOES_PASSAGEM = [
  'sem_cadastro',
  'corrigidas',
  'com_sugestao',
  'retidas',
  ...SITUACOES_PRESENCA,
] as const;
export type SituacaoPassagem = (typeof SITUACOES_PASSAGEM)[number];

const [UMA_HORA_MS, UM_DIA_MS] = [3_600_000, 86_400_000];

const DIA = /^\d{4}-\d{2}-\d{2}$/;

/** Later than any passage: the last instant with a four-digit year. */
const FIM_DOS_TEMPOS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const COMECO_DOS_TEMPOS = Date.parse('0000-01-01T00:00:00Z');

/** An instant in the database's form. Only years of four digits sort as text. */
const toInstante = (ms: number): string =>
  new Date(Math.min(Math.max(ms, COMECO_DOS_TEMPOS), FIM_DOS_TEMPOS)).toISOString();

/** The first instant of a day in São Paulo: one hour earlier in summer time, until 2019. */
function startOfDay(dia: string): number {
  const inverno = Date.parse(`${dia}T00:00:00-03:00`);
  const verao = inverno - UMA_HORA_MS;
  return formatDiaIso(verao) === dia ? verao : inverno;
}

const endOfDay = (dia: string): number => {
  const seguinte = Date.parse(`${dia}T00:00:00Z`) + UM_DIA_MS;
  return seguinte > FIM_DOS_TEMPOS
    ? FIM_DOS_TEMPOS
    : startOfDay(new Date(seguinte).toISOString().slice(0, 10));
};

/** A day of São Paulo ('2026-11-21') or an instant with its zone. */
export const dayOrInstant = (rotulo: string) => {
  const error = `${rotulo}: use uma data (2026-11-21) ou um instante ISO 8601 com fuso.`;
  return z.union([z.iso.date({ error }), z.iso.datetime({ offset: true, error })], { error });
};

/** The first instant that `de` includes. */
export const startOfPeriod = (de: string): string =>
  toInstante(DIA.test(de) ? startOfDay(de) : Date.parse(de));

/** The first instant that `ate` excludes; `ate` itself, a whole day or an instant, is included. */
export const endOfPeriod = (ate: string): string =>
  toInstante(DIA.test(ate) ? endOfDay(ate) : Date.parse(ate) + 1);

/**
 * The last instant at which it was `hora` ('04:00') in São Paulo: there the count of the cars inside
 * began anew.
 */
export function startOfCount(agora: number, hora: string): string {
  const deHoje = Date.parse(`${formatDiaIso(agora)}T${hora}:00-03:00`);
  return new Date(deHoje > agora ? deHoje - UM_DIA_MS : deHoje).toISOString();
}

/** The filters of the history. `status` is the status at that time. */
export const FILTROS_PASSAGEM = {
  q: z.optional(TermoBusca),
  de: z.optional(dayOrInstant('De')),
  ate: z.optional(dayOrInstant('Até')),
  camera: z.optional(requiredText('Câmera', 64)),
  status: z.optional(requiredText('Status', 40)),
  situacao: z.optional(
    z.enum(SITUACOES_PASSAGEM, {
      error: 'Situação: use sem_cadastro, corrigidas, com_sugestao, retidas, dentro ou pernoite.',
    }),
  ),
  /** The matrícula of the current owner of the vehicles, compared exactly. */
  proprietario: z.optional(requiredText('Proprietário', 32)),
  sentido: z.optional(SentidoInformado),
};

/** Newest first, by arrival. */
export const ListaPassagens = strictInput({
  ...FILTROS_PASSAGEM,
  limite: z.optional(limitUpTo(LIMITE_MAXIMO)),
  apos: z.optional(Cursor),
  antes: z.optional(Cursor),
});
export type ListaPassagens = z.infer<typeof ListaPassagens>;

const ID_INVALIDO = { error: 'Depois: informe o número de uma passagem.' };

/** A query of the history, and the newest passage that its reader has seen. */
export const BuscaNovas = strictInput({
  ...FILTROS_PASSAGEM,
  depois: z.pipe(
    z.string(ID_INVALIDO).check(z.regex(/^\d{1,15}$/, ID_INVALIDO)),
    z.transform((valor: string) => Number(valor)),
  ),
});
export type BuscaNovas = z.infer<typeof BuscaNovas>;

/** New passages are counted up to this number; one more means that there are more. */
export const NOVAS_MAXIMO = 99;

/** How many passages of a query came after the newest one seen. */
export const Novas = z.object({ total: z.int() });

/** The facts of a passage in a list, in the order of a file. */
export const CAMPOS_PASSAGEM = {
  instante: 'Data e hora',
  placa: CAMPOS_VEICULO.placa.rotulo,
  status: CAMPOS_VEICULO.status.rotulo,
  modelo: CAMPOS_VEICULO.modelo.rotulo,
  proprietario: CAMPOS_VEICULO.proprietario_matricula.rotulo,
  matricula: CAMPOS_PROPRIETARIO.matricula.rotulo,
  camera: 'Câmera',
  sentido: 'Sentido',
  placa_lida: 'Placa lida',
  marcas: 'Observação',
} as const;
