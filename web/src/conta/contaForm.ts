import { isBlank } from '@unipark/contract/texto';
import { isEmail, SENHA_MAXIMO, SENHA_MINIMO, TEXTOS_CONTA } from '@unipark/contract/textosConta';
import * as z from 'zod/mini';

const senhas = {
  password: z.string().check(
    z.refine((senha) => [...senha].length >= SENHA_MINIMO && [...senha].length <= SENHA_MAXIMO, {
      error: TEXTOS_CONTA.senhaTamanho,
    }),
  ),
  confirmation: z.string(),
};

const sameTwice = z.refine<z.infer<typeof SenhaShape>>(
  ({ password, confirmation }) => password === confirmation,
  { path: ['confirmation'], error: TEXTOS_CONTA.senhasDiferentes },
);
const SenhaShape = z.object(senhas);

/** A new password, typed twice; the server also checks its lists of common ones. */
export const SenhaForm = SenhaShape.check(sameTwice);
export type SenhaForm = z.infer<typeof SenhaForm>;

/** Whether an address belongs to exactly one of these domains; true when there is none. */
export const isOfDominio = (email: string, dominios: readonly string[]): boolean =>
  dominios.length === 0 || dominios.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());

/** What the sign-up form checks; `dominios`: the domains that may sign up, all when empty. */
export const contaForm = (dominios: readonly string[] = []) =>
  z
    .object({
      ...senhas,
      name: z.string().check(
        z.trim(),
        z.refine((name) => !isBlank(name), { error: TEXTOS_CONTA.nomeVazio }),
      ),
      email: z.string().check(
        z.trim(),
        z.refine(isEmail, { error: TEXTOS_CONTA.emailInvalido, abort: true }),
        z.refine((email) => isOfDominio(email, dominios), { error: TEXTOS_CONTA.foraDoDominio }),
      ),
    })
    .check(sameTwice);
