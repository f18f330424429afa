/** Passkeys on the wire: what the browser's WebAuthn call answers, as JSON (WebAuthn L3 §5.1). */
import * as z from 'zod/mini';
import { isBlank, refuseInvisibles, tidyText } from './texto.ts';
import { TEXTOS_CONTA } from './textosConta.ts';

/** Passkeys an account: an unbounded list is a denial of service. */
export const CHAVES_MAXIMO = 10;
export const NOME_CHAVE_MAXIMO = 60;

const Base64Url = (maximo: number) =>
  z
    .string({ error: TEXTOS_CONTA.chaveRecusada })
    .check(
      z.maxLength(maximo, { error: TEXTOS_CONTA.chaveRecusada }),
      z.regex(/^[\w-]+$/, { error: TEXTOS_CONTA.chaveRecusada }),
    );

/** Only the fields that the server reads; other fields (extensions, attachments) are dropped. */
const credencial = {
  id: Base64Url(1_400),
  rawId: Base64Url(1_400),
  type: z.literal('public-key'),
};

const Nome = z.string({ error: 'Dê um nome à chave de acesso.' }).check(
  z.overwrite((nome) => (isBlank(nome) ? '' : tidyText(nome))),
  z.minLength(1, { error: 'Dê um nome à chave de acesso.' }),
  z.refine((nome) => [...nome].length <= NOME_CHAVE_MAXIMO, {
    error: `Use no máximo ${NOME_CHAVE_MAXIMO} caracteres.`,
  }),
  refuseInvisibles('Nome'),
);

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

/** For `navigator.credentials`: only the challenge is checked; the browser reads the rest. */
export const PerguntaChave = z.looseObject({ challenge: z.string() });
export type PerguntaChave = z.infer<typeof PerguntaChave>;
