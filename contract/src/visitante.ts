/** A visitor's pass: who visits whom, with which plate, from when to when. */
import * as z from 'zod/mini';
import { Cursor, LIMITE_MAXIMO, limitUpTo, TermoBusca } from './lista.ts';
import { Placa } from './placa.ts';
import { requiredText, strictInput } from './texto.ts';

/** The status of a plate while its pass is in force. */
export const VISITANTE = 'VISITANTE';

/** Longer visits are no visits: the vehicle is registered, with its last day. */
export const DIAS_PASSE = 31;
const DIA_MS = 86_400_000;

export const SITUACOES_PASSE = ['agora', 'hoje', 'encerrados'] as const;
export type SituacaoPasse = (typeof SITUACOES_PASSE)[number];

/** The fields of a pass, in the order of its form. */
export const CAMPOS_VISITANTE = {
  placa: 'Placa',
  nome: 'Nome do visitante',
  anfitriao: 'Quem recebe',
  destino: 'Destino',
  de: 'De',
  ate: 'Até',
} as const;

/** An instant, of any offset, in its stored form. */
export const instantOf = (rotulo: string) =>
  z.pipe(
    z.iso.datetime({ offset: true, error: `${rotulo}: informe o dia e a hora.` }),
    z.transform((valor: string) => new Date(valor).toISOString()),
  );

type PeriodoPasse = { de: string; ate: string };

/** The rules of a pass's period, for everything that makes one. */
export const PERIODO_PASSE = [
  z.refine<PeriodoPasse>(({ de, ate }) => de < ate, {
    error: 'Até: escolha uma hora depois do começo.',
    path: ['ate'],
  }),
  z.refine<PeriodoPasse>(({ de, ate }) => Date.parse(ate) - Date.parse(de) <= DIAS_PASSE * DIA_MS, {
    error: `Até: um passe vale no máximo ${DIAS_PASSE} dias.`,
    path: ['ate'],
  }),
] as const;

export const NovoVisitante = strictInput({
  placa: Placa,
  nome: requiredText(CAMPOS_VISITANTE.nome, 100),
  anfitriao: requiredText(CAMPOS_VISITANTE.anfitriao, 100),
  destino: requiredText(CAMPOS_VISITANTE.destino, 100),
  de: instantOf(CAMPOS_VISITANTE.de),
  ate: instantOf(CAMPOS_VISITANTE.ate),
}).check(...PERIODO_PASSE);
export type NovoVisitante = z.infer<typeof NovoVisitante>;

export const Visitante = z.object({
  id: z.string(),
  placa: z.string(),
  nome: z.string(),
  anfitriao: z.string(),
  destino: z.string(),
  de: z.string(),
  ate: z.string(),
  criado_em: z.string(),
  cancelado_em: z.nullable(z.string()),
  versao: z.int(),
});
export type Visitante = z.infer<typeof Visitante>;

/** Newest first. `hoje`: in force at some time of this day in São Paulo. */
export const ListaVisitantes = strictInput({
  situacao: z.optional(
    z.enum(SITUACOES_PASSE, { error: 'Situação: use agora, hoje ou encerrados.' }),
  ),
  q: z.optional(TermoBusca),
  limite: z.optional(limitUpTo(LIMITE_MAXIMO)),
  apos: z.optional(Cursor),
  antes: z.optional(Cursor),
});
export type ListaVisitantes = z.infer<typeof ListaVisitantes>;

/** 'Ana Lima visita João Silva, Bloco B' */
export const formatVisita = ({
  nome,
  anfitriao,
  destino,
}: Pick<Visitante, 'nome' | 'anfitriao' | 'destino'>): string =>
  `${nome} visita ${anfitriao}, ${destino}`;
