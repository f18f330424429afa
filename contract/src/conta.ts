import * as z from 'zod/mini';
import { ehEmail, TEXTOS_CONTA } from './textosConta.ts';

export { ehEmail, SENHA_MAXIMO, SENHA_MINIMO, TEXTOS_CONTA } from './textosConta.ts';

/** The signed-in person. `picture` is null until a photo exists. */
export const Conta = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  picture: z.nullable(z.string()),
  admin: z.boolean(),
});
export type Conta = z.infer<typeof Conta>;

/** What sign-in, sign-up and the renewal of a token answer; `token` lives ten minutes. */
export const Acesso = z.object({ token: z.string(), user: Conta });
export type Acesso = z.infer<typeof Acesso>;

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
});
export type CriarConta = z.infer<typeof CriarConta>;

/** What the public pages need to know of this installation. */
export const Instalacao = z.object({
  semContas: z.boolean(),
  cadastroAberto: z.boolean(),
  recuperacaoPorEmail: z.boolean(),
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

/** A message of the contact form. */
export const MensagemContato = z.strictObject({
  nome: escrito('Informe o seu nome.', 200),
  email: Email,
  mensagem: escrito('Escreva a mensagem.', 5000),
});
export type MensagemContato = z.infer<typeof MensagemContato>;
