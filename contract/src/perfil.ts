/** What somebody sees and changes of their own account. Instants are ISO, UTC. */
import * as z from 'zod/mini';
import { TEXTOS_CONTA } from './textosConta.ts';

/** A passkey, by the name its owner gave it. */
export const ChaveAcesso = z.object({
  id: z.string(),
  nome: z.string(),
  criadaEm: z.string(),
  usadaEm: z.nullable(z.string()),
});
export type ChaveAcesso = z.infer<typeof ChaveAcesso>;

/** Where somebody signed in from: `agente` is the browser's own User-Agent. */
const AcessoAnterior = z.object({ em: z.string(), agente: z.nullable(z.string()) });

/** The account's safety at a glance. */
export const Perfil = z.object({
  nome: z.string(),
  email: z.string(),
  fotoUrl: z.nullable(z.string()),
  /** null: no password here; an outside account proves who it is. */
  senhaAlteradaEm: z.nullable(z.string()),
  acessoAnterior: z.nullable(AcessoAnterior),
  totp: z.boolean(),
  /** Recovery codes not used yet. */
  codigosRestantes: z.number(),
  chaves: z.array(ChaveAcesso),
  /** Whether this installation asks a second factor of this account. */
  segundoFatorExigido: z.boolean(),
});
export type Perfil = z.infer<typeof Perfil>;

/** A session that is open now. */
export const SessaoAberta = z.object({
  id: z.string(),
  atual: z.boolean(),
  agente: z.nullable(z.string()),
  endereco: z.nullable(z.string()),
  criadaEm: z.string(),
  vistaEm: z.string(),
});
export type SessaoAberta = z.infer<typeof SessaoAberta>;

/** How many sessions a call ended. */
export const SessoesEncerradas = z.object({ encerradas: z.number() });
export type SessoesEncerradas = z.infer<typeof SessoesEncerradas>;

/** The picture as it is kept and shown: an address that needs no request. */
export const FotoPerfil = z.object({ picture: z.string() });
export type FotoPerfil = z.infer<typeof FotoPerfil>;

const Senha = z.string({ error: TEXTOS_CONTA.senhaVazia });

/** The new password beside the one it replaces. */
export const AlterarSenha = z.strictObject({ atual: Senha, nova: Senha });
export type AlterarSenha = z.infer<typeof AlterarSenha>;

/** The password again, before anything that weakens the account; null where there is none. */
export const ComSenha = z.strictObject({ senha: z.nullable(Senha) });
export type ComSenha = z.infer<typeof ComSenha>;

/** Six digits of an authenticator, or a recovery code: blanks and hyphens do not matter. */
export const Codigo = z.strictObject({ codigo: z.string({ error: TEXTOS_CONTA.codigoInvalido }) });

/** What an authenticator app reads: the address as a QR code, the secret by hand. */
export const TotpNovo = z.object({ uri: z.string(), segredo: z.string() });
export type TotpNovo = z.infer<typeof TotpNovo>;

/** Shown once, each good for one sign-in. */
export const CodigosRecuperacao = z.object({ codigos: z.array(z.string()) });
export type CodigosRecuperacao = z.infer<typeof CodigosRecuperacao>;
