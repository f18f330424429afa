/** Accounts and contact messages, as administrators see them. Instants are ISO, UTC. */
import * as z from 'zod/mini';
import { NovaSenha } from './conta.ts';
import { Cursor, LIMITE_MAXIMO, limitUpTo, TermoBusca } from './lista.ts';
import { strictInput } from './texto.ts';

/** 'aprovacao' waits for an administrator; 'email' waits for the confirmation of the address. */
export const SituacaoUsuario = z.enum(['ativa', 'aprovacao', 'email', 'desabilitada']);
export type SituacaoUsuario = z.infer<typeof SituacaoUsuario>;

export const Usuario = z.object({
  id: z.string(),
  nome: z.string(),
  email: z.string(),
  fotoUrl: z.nullable(z.string()),
  admin: z.boolean(),
  situacao: SituacaoUsuario,
  emailVerificado: z.boolean(),
  segundoFator: z.boolean(),
  criadaEm: z.string(),
  /** Last use of an open session; null when none is open. */
  vistaEm: z.nullable(z.string()),
});
export type Usuario = z.infer<typeof Usuario>;

/** Query of the list, by name: all accounts, or those whose name or e-mail contains `q`. */
export const ListaUsuarios = strictInput({
  q: z.optional(TermoBusca),
  situacao: z.optional(
    z.enum(SituacaoUsuario.options, {
      error: `Situação: use ${SituacaoUsuario.options.join(', ')}.`,
    }),
  ),
  limite: z.optional(limitUpTo(LIMITE_MAXIMO)),
  apos: z.optional(Cursor),
  antes: z.optional(Cursor),
});
export type ListaUsuarios = z.infer<typeof ListaUsuarios>;

export const PapelUsuario = z.strictObject({ admin: z.boolean() });

/** A link sent by mail; without mail, shown once to the administrator. */
export const LinkEntregue = z.object({ enviado: z.boolean(), link: z.nullable(z.string()) });
export type LinkEntregue = z.infer<typeof LinkEntregue>;

export const NovoConvite = NovaSenha;

/** An invitation; `aceitoEm` is null until it is used. */
export const Convite = z.object({
  id: z.number(),
  email: z.string(),
  criadoEm: z.string(),
  expiraEm: z.string(),
  aceitoEm: z.nullable(z.string()),
});
export type Convite = z.infer<typeof Convite>;

export const ConviteCriado = z.extend(Convite, LinkEntregue.shape);
export type ConviteCriado = z.infer<typeof ConviteCriado>;

export const MensagemRecebida = z.object({
  id: z.number(),
  nome: z.string(),
  email: z.string(),
  mensagem: z.string(),
  criadaEm: z.string(),
  lidaEm: z.nullable(z.string()),
});
export type MensagemRecebida = z.infer<typeof MensagemRecebida>;

/** State of outgoing mail; it contains no address of a person. */
export const EstadoCorreio = z.object({
  configurado: z.boolean(),
  pendentes: z.number(),
  /** Letters of the last week that were given up after days of retries. */
  desistidos: z.number(),
  ultimoEnvioEm: z.nullable(z.string()),
  ultimoErro: z.nullable(z.string()),
  ultimoErroEm: z.nullable(z.string()),
});
export type EstadoCorreio = z.infer<typeof EstadoCorreio>;
