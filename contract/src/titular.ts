/** The rights of a person whose data is kept (LGPD, art. 18). */
import * as z from 'zod/mini';
import { requiredText, strictInput } from './texto.ts';

/** An act that cannot be undone: the matrícula is typed once more. */
export const PedidoAnonimizacao = strictInput({ confirmacao: requiredText('Confirmação', 32) });
export type PedidoAnonimizacao = z.infer<typeof PedidoAnonimizacao>;

/** `codigo` stands in the place of the matrícula; `terminada`: nothing is left to be erased. */
export const Anonimizacao = z.object({ codigo: z.string(), terminada: z.boolean() });
export type Anonimizacao = z.infer<typeof Anonimizacao>;
