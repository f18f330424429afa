/** The history of passages: what it may be asked for. */
import * as z from 'zod/mini';
import { Cursor, LIMITE_MAXIMO, limiteAte, TermoBusca } from './lista.ts';
import { SENTIDOS } from './passagem.ts';
import { entrada, textoObrigatorio } from './texto.ts';

export const SITUACOES_PASSAGEM = ['sem_cadastro', 'corrigidas', 'com_sugestao'] as const;
export type SituacaoPassagem = (typeof SITUACOES_PASSAGEM)[number];

const UM_DIA_MS = 86_400_000;

const DIA = /^\d{4}-\d{2}-\d{2}$/;

/** Midnight of a day in São Paulo (UTC−3 all year since Decreto 9.772/2019), in UTC. */
const inicioDoDia = (dia: string): number => Date.parse(`${dia}T00:00:00-03:00`);

/** A day of São Paulo ('2026-11-21') or an instant with its zone. */
const diaOuInstante = (rotulo: string) => {
  const error = `${rotulo}: use uma data (2026-11-21) ou um instante ISO 8601 com fuso.`;
  return z.union([z.iso.date({ error }), z.iso.datetime({ offset: true, error })], { error });
};

/** First instant that `de` lets in. */
export const inicioDe = (de: string): string =>
  new Date(DIA.test(de) ? inicioDoDia(de) : de).toISOString();

/** First instant that `ate` leaves out: the day it names is in, to its end; so is the instant. */
export const fimDe = (ate: string): string =>
  new Date(DIA.test(ate) ? inicioDoDia(ate) + UM_DIA_MS : Date.parse(ate) + 1).toISOString();

/** Newest first, by arrival. `status` is the one of then. */
export const ListaPassagens = entrada({
  q: z.optional(TermoBusca),
  de: z.optional(diaOuInstante('De')),
  ate: z.optional(diaOuInstante('Até')),
  camera: z.optional(textoObrigatorio('Câmera', 64)),
  status: z.optional(textoObrigatorio('Status', 40)),
  situacao: z.optional(
    z.enum(SITUACOES_PASSAGEM, {
      error: 'Situação: use sem_cadastro, corrigidas ou com_sugestao.',
    }),
  ),
  sentido: z.optional(z.enum(SENTIDOS, { error: 'Sentido: use entrada ou saida.' })),
  limite: z.optional(limiteAte(LIMITE_MAXIMO)),
  apos: z.optional(Cursor),
  antes: z.optional(Cursor),
});
export type ListaPassagens = z.infer<typeof ListaPassagens>;
