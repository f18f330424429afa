import type { ErroOidc } from '@unipark/contract/oidc';

/** Why a person may not enter; the page shows its own sentence for it. */
export class OidcRefusal extends Error {
  readonly codigo: ErroOidc;

  constructor(codigo: ErroOidc, causa?: unknown) {
    super(codigo, { cause: causa });
    this.codigo = codigo;
  }
}
