import { ehEmail, SENHA_MAXIMO, SENHA_MINIMO, TEXTOS_CONTA } from '@unipark/contract/textosConta';
import * as z from 'zod/mini';

/** What the sign-up form checks by itself; the server adds its lists of common passwords. */
export const ContaForm = z
  .object({
    name: z.string().check(z.trim(), z.minLength(1, { error: TEXTOS_CONTA.nomeVazio })),
    email: z
      .string()
      .check(z.refine((email) => ehEmail(email.trim()), { error: TEXTOS_CONTA.emailInvalido })),
    password: z
      .string()
      .check(
        z.refine(
          (senha) => [...senha].length >= SENHA_MINIMO && [...senha].length <= SENHA_MAXIMO,
          { error: TEXTOS_CONTA.senhaTamanho },
        ),
      ),
    confirmation: z.string(),
  })
  .check(
    z.refine(({ password, confirmation }) => password === confirmation, {
      path: ['confirmation'],
      error: TEXTOS_CONTA.senhasDiferentes,
    }),
  );
export type ContaForm = z.infer<typeof ContaForm>;
