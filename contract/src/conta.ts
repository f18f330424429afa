import * as z from 'zod/mini';
import { PrazosRetencao } from './retencao.ts';
import { isBlank, refuseInvisibles, tidyText } from './texto.ts';
import { isEmail, MODOS_CADASTRO, TEXTOS_CONTA } from './textosConta.ts';

export { isEmail as ehEmail, SENHA_MAXIMO, SENHA_MINIMO, TEXTOS_CONTA } from './textosConta.ts';

/** The signed-in person. `picture` is null until a photo exists. */
export const Conta = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  picture: z.nullable(z.string()),
  /** An administrator without a required second factor may not administer. */
  admin: z.boolean(),
  /** The next step for the account's safety; null when there is none. */
  lembrete: z.nullable(z.enum(['segundo-fator', 'segundo-fator-exigido'])),
});
export type Conta = z.infer<typeof Conta>;

/** When a session ends: at `expiraEm` when it is not used, at `terminaEm` in any case. ISO, UTC. */
export const PrazoSessao = z.object({ expiraEm: z.string(), terminaEm: z.string() });
export type PrazoSessao = z.infer<typeof PrazoSessao>;

/** `token` is valid for ten minutes, its session for the times in `sessao`. */
export const Acesso = z.object({ token: z.string(), user: Conta, sessao: PrazoSessao });
export type Acesso = z.infer<typeof Acesso>;

/** With `uso: false` (an idle page) the session is not prolonged. */
export const RenovarAcesso = z.nullish(z.strictObject({ uso: z.optional(z.boolean()) }));

export const Fator = z.enum(['totp', 'passkey']);
export type Fator = z.infer<typeof Fator>;

/** The password was correct, one of these factors is required; a cookie identifies the account. */
export const SegundoFator = z.object({
  token: z.null(),
  user: z.null(),
  segundoFator: z.array(Fator),
});
export type SegundoFator = z.infer<typeof SegundoFator>;

export const Entrada = z.union([Acesso, SegundoFator]);
export type Entrada = z.infer<typeof Entrada>;

/** A sign-up that is not complete: the next step in a sentence, the same for every address. */
export const CadastroRecebido = z.object({
  token: z.null(),
  user: z.null(),
  mensagem: z.string(),
});
export type CadastroRecebido = z.infer<typeof CadastroRecebido>;

const Email = z
  .string({ error: TEXTOS_CONTA.emailInvalido })
  .check(z.trim(), z.refine(isEmail, { error: TEXTOS_CONTA.emailInvalido }));

/** A password as typed: blanks belong to it; the server checks its rules. */
const Senha = z.string({ error: TEXTOS_CONTA.senhaVazia });

export const Entrar = z.strictObject({ email: Email, password: Senha });
export type Entrar = z.infer<typeof Entrar>;

/** The server checks the rules, so that one answer names every wrong field. */
export const CriarConta = z.strictObject({
  name: z.string({ error: TEXTOS_CONTA.nomeVazio }),
  email: z.string({ error: TEXTOS_CONTA.emailInvalido }),
  password: Senha,
  /** The text after `#` in an invitation, or in the link to the first account. */
  convite: z.optional(z.string()),
});
export type CriarConta = z.infer<typeof CriarConta>;

/** What the public pages need to know of this installation. */
export const Instalacao = z.object({
  semContas: z.boolean(),
  cadastro: z.enum(MODOS_CADASTRO),
  /** Domains whose addresses may sign up when `cadastro` is 'dominio'. */
  dominios: z.array(z.string()),
  recuperacaoPorEmail: z.boolean(),
  /** Set when an outside provider keeps the accounts: the browser needs this to reach it. */
  firebase: z.nullable(
    z.object({ apiKey: z.string(), authDomain: z.string(), projectId: z.string() }),
  ),
  /** Single sign-on beside local accounts: the name on its button. */
  oidc: z.nullable(z.object({ nome: z.string() })),
  /** The public account of a demonstration installation. */
  demonstracao: z.nullable(z.object({ email: z.string(), senha: z.string() })),
  contato: z.object({
    telefone: z.nullable(z.string()),
    email: z.nullable(z.string()),
    endereco: z.nullable(z.string()),
    horario: z.nullable(z.string()),
    encarregado: z.nullable(z.string()),
  }),
  redes: z.object({ facebook: z.string(), instagram: z.string(), linkedin: z.string() }),
  /** How long data is kept; null while the server cannot tell. */
  prazos: z.nullable(PrazosRetencao),
  versao: z.string(),
});
export type Instalacao = z.infer<typeof Instalacao>;

/** Bidirectional controls: they reverse the order of a sentence on screen. */
const VIRADO = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Text with its lines and emoji: trimmed, NFC, not blank, at most `maximo` characters. */
const letterText = (vazio: string, maximo: number) =>
  z.string({ error: vazio }).check(
    z.overwrite((texto) => (isBlank(texto) ? '' : tidyText(texto))),
    z.minLength(1, { error: vazio }),
    z.refine((texto) => !VIRADO.test(texto), { error: 'Retire os caracteres invisíveis.' }),
    z.refine((texto) => [...texto].length <= maximo, {
      error: `Use no máximo ${maximo} caracteres.`,
    }),
  );

/** A request for a new password. */
export const NovaSenha = z.strictObject({ email: Email });

/** A token of ours: the text after `#` in a link. */
const TokenDeLink = z.string({ error: TEXTOS_CONTA.linkInvalido });

export const RedefinirSenha = z.strictObject({ token: TokenDeLink, password: Senha });

/** The token of the verification mail. The password is required when another browser signed up. */
export const ConfirmarEmail = z.strictObject({ token: TokenDeLink, password: z.optional(Senha) });

/** An invitation, read before it is used. */
export const LerConvite = z.strictObject({ token: TokenDeLink });

/** The address that is invited; `primeira` marks the link to an installation's first account. */
export const ConviteLido = z.object({ email: z.nullable(z.string()), primeira: z.boolean() });
export type ConviteLido = z.infer<typeof ConviteLido>;

export const MensagemContato = z.strictObject({
  nome: letterText('Informe o seu nome.', 200).check(refuseInvisibles('Nome')),
  email: Email,
  mensagem: letterText('Escreva a mensagem.', 5000),
});
export type MensagemContato = z.infer<typeof MensagemContato>;
