/** Backups of the installation, as administrators see them. */
import * as z from 'zod/mini';
import { strictInput } from './texto.ts';

/** The rows that a person knows an installation by. */
const Contagens = z.object({
  veiculos: z.number(),
  proprietarios: z.number(),
  contas: z.number(),
  passagens: z.number(),
});

export const CopiaListada = z.object({
  /** Also its address: the instant it was made, as the name of a folder. */
  nome: z.string(),
  criada_em: z.string(),
  conferida_em: z.string(),
  /** The release that made it. */
  versao: z.string(),
  bytes: z.number(),
  com_segredo: z.boolean(),
  linhas: Contagens,
});
export type CopiaListada = z.infer<typeof CopiaListada>;

/** What changes; the rest stays as it is, also when another administrator changed it since. */
export const AjustesCopias = strictInput({
  automaticas: z.optional(z.boolean({ error: 'Cópias automáticas: use true ou false.' })),
  com_segredo: z.optional(z.boolean({ error: 'Segredo da instalação: use true ou false.' })),
}).check(
  z.refine(
    ({ automaticas, com_segredo }) => automaticas !== undefined || com_segredo !== undefined,
    { error: 'Informe automaticas ou com_segredo.' },
  ),
);
export type AjustesCopias = z.infer<typeof AjustesCopias>;

/** A place outside, which receives each backup encrypted. */
const CopiaExterna = z.object({
  /** 's3://bucket/prefixo', or a folder. */
  destino: z.string(),
  /** The instant of the newest backup there; null without one, or before the first look. */
  criada_em: z.nullable(z.string()),
  enviando: z.boolean(),
  /** Whether the server removes old ones there; null before the first. */
  apaga: z.nullable(z.boolean()),
  /** Why the last attempt failed; null after one that succeeded. */
  falha: z.nullable(z.object({ quando: z.string(), motivo: z.string() })),
});
export type CopiaExterna = z.infer<typeof CopiaExterna>;

export const ACOES_COPIA = ['criar', 'conferir', 'restaurar'] as const;

export const SituacaoCopias = z.object({
  /** The folder on this server. */
  pasta: z.string(),
  /** The folder of another disk or machine that receives each one; null: none is configured. */
  destino: z.nullable(z.string()),
  /** Whether this server restores one by itself; with PostgreSQL all servers are stopped first. */
  restaura: z.boolean(),
  automaticas: z.boolean(),
  /** null: the administration has not decided yet, and the secret is left out. */
  com_segredo: z.nullable(z.boolean()),
  andamento: z.nullable(z.enum(ACOES_COPIA)),
  /** Why the last work failed; null after one that succeeded. */
  falha: z.nullable(z.object({ quando: z.string(), motivo: z.string() })),
  /** The newest is older than the schedule allows, or there is none. */
  atrasada: z.boolean(),
  externas: z.array(CopiaExterna),
  /** Of the folder's disk. */
  bytes_livres: z.number(),
  /** The newest first. */
  copias: z.array(CopiaListada),
});
export type SituacaoCopias = z.infer<typeof SituacaoCopias>;

/** What a restoration takes away: counts of the present database beside those of the backup. */
export const PerdasCopia = z.object({
  /** null when the present database cannot be read. */
  agora: z.nullable(Contagens),
  copia: Contagens,
  /** Whether the second factors and passwords of devices in it can be opened here. */
  segredo_confere: z.boolean(),
});
export type PerdasCopia = z.infer<typeof PerdasCopia>;

/** The word that confirms a restoration. */
export const PALAVRA_RESTAURAR = 'RESTAURAR';

export const PedidoRestaurar = strictInput({
  confirmacao: z.literal(PALAVRA_RESTAURAR, {
    error: `Para confirmar, digite ${PALAVRA_RESTAURAR}.`,
  }),
});
