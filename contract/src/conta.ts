import * as z from 'zod/mini';
import { ehEmail, MODOS_CADASTRO, TEXTOS_CONTA } from './textosConta.ts';

export { ehEmail, SENHA_MAXIMO, SENHA_MINIMO, TEXTOS_CONTA } from './textosConta.ts';

/** The signed-in person. `picture` is null until a photo exists. */
export const Conta = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  picture: z.nullable(z.string()),
  /** What the account may do now: an administrator who owes a second factor may not yet. */
  admin: z.boolean(),
  /** What the account should still do for its safety; null: nothing. */
  lembrete: z.nullable(z.enum(['segundo-fator', 'segundo-fator-exigido'])),
});
export type Conta = z.infer<typeof Conta>;

/** When a session ends: `expiraEm` unless it is used, `terminaEm` in any case. ISO, UTC. */
export const PrazoSessao = z.object({ expiraEm: z.string(), terminaEm: z.string() });
export type PrazoSessao = z.infer<typeof PrazoSessao>;

/** What opens the API: `token` lives ten minutes, the session behind it as `sessao` says. */
export const Acesso = z.object({ token: z.string(), user: Conta, sessao: PrazoSessao });
export type Acesso = z.infer<typeof Acesso>;

/** Asks for the next access token; `uso: false` from a page nobody uses prolongs nothing. */
export const RenovarAcesso = z.nullish(z.strictObject({ uso: z.optional(z.boolean()) }));

/** How somebody proves a second time who they are. */
export const Fator = z.enum(['totp', 'passkey']);
export type Fator = z.infer<typeof Fator>;

/** The password was right; one of these is still to be shown. A cookie remembers who it is. */
export const SegundoFator = z.object({
  token: z.null(),
  user: z.null(),
  segundoFator: z.array(Fator),
});
export type SegundoFator = z.infer<typeof SegundoFator>;

/** What signing in answers. */
export const Entrada = z.union([Acesso, SegundoFator]);
export type Entrada = z.infer<typeof Entrada>;

/** A sign-up that is not over yet: the sentence says what comes next. The same for everybody. */
export const CadastroRecebido = z.object({
  token: z.null(),
  user: z.null(),
  mensagem: z.string(),
});
export type CadastroRecebido = z.infer<typeof CadastroRecebido>;

const Email = z
  .string({ error: TEXTOS_CONTA.emailInvalido })
  .check(z.trim(), z.refine(ehEmail, { error: TEXTOS_CONTA.emailInvalido }));

/** A password as typed: blanks belong to it, and its rules are the server's. */
const Senha = z.string({ error: TEXTOS_CONTA.senhaVazia });

/** What opens a session. */
export const Entrar = z.strictObject({ email: Email, password: Senha });
export type Entrar = z.infer<typeof Entrar>;

/** What makes an account. The server's rules name every field at fault at once. */
export const CriarConta = z.strictObject({
  name: z.string({ error: TEXTOS_CONTA.nomeVazio }),
  email: z.string({ error: TEXTOS_CONTA.emailInvalido }),
  password: Senha,
  /** What stands behind `#` in an invitation, or in the link to the first account. */
  convite: z.optional(z.string()),
});
export type CriarConta = z.infer<typeof CriarConta>;

/** What the public pages need to know of this installation. */
export const Instalacao = z.object({
  semContas: z.boolean(),
  cadastro: z.enum(MODOS_CADASTRO),
  /** With `cadastro` 'dominio': whose addresses may enter. */
  dominios: z.array(z.string()),
  recuperacaoPorEmail: z.boolean(),
  /** Set when an outside provider keeps the accounts: what the browser needs to reach it. */
  firebase: z.nullable(
    z.object({ apiKey: z.string(), authDomain: z.string(), projectId: z.string() }),
  ),
  /** Single sign-on beside local accounts: the name on its button. */
  oidc: z.nullable(z.object({ nome: z.string() })),
  /** A throw-away installation, and the account that lets anyone at this machine in. */
  demonstracao: z.nullable(z.object({ email: z.string(), senha: z.string() })),
  contato: z.object({
    telefone: z.nullable(z.string()),
    email: z.nullable(z.string()),
    endereco: z.nullable(z.string()),
    horario: z.nullable(z.string()),
    encarregado: z.nullable(z.string()),
  }),
  redes: z.object({ facebook: z.string(), instagram: z.string(), linkedin: z.string() }),
  versao: z.string(),
});
export type Instalacao = z.infer<typeof Instalacao>;

/** Text of a letter: trimmed, NFC, not blank, at most `maximo` characters. */
const escrito = (vazio: string, maximo: number) =>
  z.string({ error: vazio }).check(
    z.trim(),
    z.normalize('NFC'),
    z.minLength(1, { error: vazio }),
    z.refine((texto) => [...texto].length <= maximo, {
      error: `Use no máximo ${maximo} caracteres.`,
    }),
  );

/** Who asks for a new password. */
export const NovaSenha = z.strictObject({ email: Email });

/** A token of ours as it stands behind `#` in a link. */
const TokenDeLink = z.string({ error: TEXTOS_CONTA.linkInvalido });

/** The new password, and the mailed link that allows it. */
export const RedefinirSenha = z.strictObject({ token: TokenDeLink, password: Senha });

/** The link of the verification mail; the password again where another browser signed up. */
export const ConfirmarEmail = z.strictObject({ token: TokenDeLink, password: z.optional(Senha) });

/** An invitation, to be read before it is used. */
export const LerConvite = z.strictObject({ token: TokenDeLink });

/** Whom an invitation is for; `primeira`: the link to an installation's first account. */
export const ConviteLido = z.object({ email: z.nullable(z.string()), primeira: z.boolean() });
export type ConviteLido = z.infer<typeof ConviteLido>;

/** A message of the contact form. */
export const MensagemContato = z.strictObject({
  nome: escrito('Informe o seu nome.', 200),
  email: Email,
  mensagem: escrito('Escreva a mensagem.', 5000),
});
export type MensagemContato = z.infer<typeof MensagemContato>;
