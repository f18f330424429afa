/** What a person sees and changes of their own account. Instants are ISO, UTC. */
import * as z from 'zod/mini';
import { TEXTOS_CONTA } from './textosConta.ts';

export const ChaveAcesso = z.object({
  id: z.string(),
  nome: z.string(),
  criadaEm: z.string(),
  usadaEm: z.nullable(z.string()),
});
export type ChaveAcesso = z.infer<typeof ChaveAcesso>;

/** The previous sign-in: `agente` is the browser's User-Agent. */
const AcessoAnterior = z.object({ em: z.string(), agente: z.nullable(z.string()) });

export const Perfil = z.object({
  nome: z.string(),
  email: z.string(),
  fotoUrl: z.nullable(z.string()),
  /** null when the account has no password here: an outside provider keeps it. */
  senhaAlteradaEm: z.nullable(z.string()),
  acessoAnterior: z.nullable(AcessoAnterior),
  totp: z.boolean(),
  codigosRestantes: z.number(),
  chaves: z.array(ChaveAcesso),
  segundoFatorExigido: z.boolean(),
});
export type Perfil = z.infer<typeof Perfil>;

export const SessaoAberta = z.object({
  id: z.string(),
  atual: z.boolean(),
  agente: z.nullable(z.string()),
  endereco: z.nullable(z.string()),
  criadaEm: z.string(),
  vistaEm: z.string(),
});
export type SessaoAberta = z.infer<typeof SessaoAberta>;

export const SessoesEncerradas = z.object({ encerradas: z.number() });
export type SessoesEncerradas = z.infer<typeof SessoesEncerradas>;

/** The picture as a data address: the browser needs no request to show it. */
export const FotoPerfil = z.object({ picture: z.string() });
export type FotoPerfil = z.infer<typeof FotoPerfil>;

const Senha = z.string({ error: TEXTOS_CONTA.senhaVazia });

export const AlterarSenha = z.strictObject({ atual: Senha, nova: Senha });
export type AlterarSenha = z.infer<typeof AlterarSenha>;

/** Asked before any change that weakens the account; null when it has no password. */
export const ComSenha = z.strictObject({ senha: z.nullable(Senha) });
export type ComSenha = z.infer<typeof ComSenha>;

/** Six digits of an authenticator, or a recovery code: blanks and hyphens are ignored. */
export const Codigo = z.strictObject({ codigo: z.string({ error: TEXTOS_CONTA.codigoInvalido }) });

/** The data for an authenticator app: the address as a QR code, the secret to type. */
export const TotpNovo = z.object({ uri: z.string(), segredo: z.string() });
export type TotpNovo = z.infer<typeof TotpNovo>;

/** Shown once; each code is valid for one sign-in. */
export const CodigosRecuperacao = z.object({ codigos: z.array(z.string()) });
export type CodigosRecuperacao = z.infer<typeof CodigosRecuperacao>;
