import type { ErroOidc } from '@unipark/contract/oidc';

/** Why somebody does not come in; the page says it in its own sentence. */
export class Recusa extends Error {
  readonly codigo: ErroOidc;

  constructor(codigo: ErroOidc, causa?: unknown) {
    super(codigo, { cause: causa });
    this.codigo = codigo;
  }
}
