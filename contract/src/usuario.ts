/** Accounts and what reaches the office, as the administration sees them. Instants are ISO, UTC. */
import * as z from 'zod/mini';
import { NovaSenha } from './conta.ts';
import { Cursor, LIMITE_MAXIMO, limiteAte, TermoBusca } from './lista.ts';
import { entrada } from './texto.ts';

/** 'aprovacao' and 'email' wait: for an administrator, for the address to be confirmed. */
export const SituacaoUsuario = z.enum(['ativa', 'aprovacao', 'email', 'desabilitada']);
export type SituacaoUsuario = z.infer<typeof SituacaoUsuario>;

/** An account, as the administration sees it. */
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
  /** Last use of a session that is still open; null: none is. */
  vistaEm: z.nullable(z.string()),
});
export type Usuario = z.infer<typeof Usuario>;

/** Query of the list: by name, the whole of it or what `q` finds in names and e-mails. */
export const ListaUsuarios = entrada({
  q: z.optional(TermoBusca),
  situacao: z.optional(
    z.enum(SituacaoUsuario.options, {
      error: `Situação: use ${SituacaoUsuario.options.join(', ')}.`,
    }),
  ),
  limite: z.optional(limiteAte(LIMITE_MAXIMO)),
  apos: z.optional(Cursor),
  antes: z.optional(Cursor),
});
export type ListaUsuarios = z.infer<typeof ListaUsuarios>;

/** Whether the account administers. */
export const PapelUsuario = z.strictObject({ admin: z.boolean() });

/** A link handed over by mail, or, where no mail goes out, shown once to the administrator. */
export const LinkEntregue = z.object({ enviado: z.boolean(), link: z.nullable(z.string()) });
export type LinkEntregue = z.infer<typeof LinkEntregue>;

/** Whom to invite. */
export const NovoConvite = NovaSenha;

/** An invitation; `aceitoEm` null: nobody has used it. */
export const Convite = z.object({
  id: z.number(),
  email: z.string(),
  criadoEm: z.string(),
  expiraEm: z.string(),
  aceitoEm: z.nullable(z.string()),
});
export type Convite = z.infer<typeof Convite>;

/** A new invitation, and how its link reaches the person. */
export const ConviteCriado = z.extend(Convite, LinkEntregue.shape);
export type ConviteCriado = z.infer<typeof ConviteCriado>;

/** A message of the contact form. */
export const MensagemRecebida = z.object({
  id: z.number(),
  nome: z.string(),
  email: z.string(),
  mensagem: z.string(),
  criadaEm: z.string(),
  lidaEm: z.nullable(z.string()),
});
export type MensagemRecebida = z.infer<typeof MensagemRecebida>;

/** How mail goes out: never an address of a person. */
export const EstadoCorreio = z.object({
  configurado: z.boolean(),
  pendentes: z.number(),
  /** Given up after days of trying, in the last week. */
  desistidos: z.number(),
  ultimoEnvioEm: z.nullable(z.string()),
  ultimoErro: z.nullable(z.string()),
  ultimoErroEm: z.nullable(z.string()),
});
export type EstadoCorreio = z.infer<typeof EstadoCorreio>;
