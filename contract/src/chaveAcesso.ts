/** Passkeys on the wire: what the browser's WebAuthn call answers, as JSON (WebAuthn L3 §5.1). */
import * as z from 'zod/mini';
import { TEXTOS_CONTA } from './textosConta.ts';

/** More of them help nobody, and a list that grows without end helps somebody else. */
export const CHAVES_MAXIMO = 10;
export const NOME_CHAVE_MAXIMO = 60;

const Base64Url = (maximo: number) =>
  z
    .string({ error: TEXTOS_CONTA.chaveRecusada })
    .check(
      z.maxLength(maximo, { error: TEXTOS_CONTA.chaveRecusada }),
      z.regex(/^[\w-]+$/, { error: TEXTOS_CONTA.chaveRecusada }),
    );

/** Only what is looked at: what else browsers send (extensions, attachments) falls away. */
const credencial = {
  id: Base64Url(1_400),
  rawId: Base64Url(1_400),
  type: z.literal('public-key'),
};

/** A name that its owner knows it by again, such as 'Celular'. */
const Nome = z.string({ error: 'Dê um nome à chave de acesso.' }).check(
  z.trim(),
  z.normalize('NFC'),
  z.minLength(1, { error: 'Dê um nome à chave de acesso.' }),
  z.refine((nome) => [...nome].length <= NOME_CHAVE_MAXIMO, {
    error: `Use no máximo ${NOME_CHAVE_MAXIMO} caracteres.`,
  }),
  z.refine((nome) => !/\p{Control}|\p{Surrogate}/u.test(nome), {
    error: 'Há caracteres de controle no texto.',
  }),
);

/** A new passkey, made by the browser for our question. */
export const NovaChaveAcesso = z.strictObject({
  nome: Nome,
  resposta: z.object({
    ...credencial,
    response: z.object({
      clientDataJSON: Base64Url(4_000),
      attestationObject: Base64Url(8_000),
      transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
    }),
  }),
});
export type NovaChaveAcesso = z.infer<typeof NovaChaveAcesso>;

/** A passkey's answer to our question. */
export const ProvaChaveAcesso = z.strictObject({
  resposta: z.object({
    ...credencial,
    response: z.object({
      clientDataJSON: Base64Url(4_000),
      authenticatorData: Base64Url(4_000),
      signature: Base64Url(4_000),
    }),
  }),
});
export type ProvaChaveAcesso = z.infer<typeof ProvaChaveAcesso>;

/** Our question, as `navigator.credentials` takes it; what stands in it is the browser's business. */
export const PerguntaChave = z.looseObject({ challenge: z.string() });
export type PerguntaChave = z.infer<typeof PerguntaChave>;
