/** S8: each way of signing up lets in exactly whom it says, also when many come at once. */
import { checkCorridas } from '../cadastro/corridas.ts';
import { canaryDominio, checkDominio } from '../cadastro/dominio.ts';
import { checkModos, checkPartida } from '../cadastro/modos.ts';
import { checkSequestro } from '../cadastro/sequestro.ts';
import type { Linha } from '../linha.ts';

export const s8: Linha = {
  id: 'S8',
  promessa: 'each SIGNUP_MODE lets in exactly whom it says',
  async run(m) {
    await checkModos(m);
    await checkDominio(m);
    await checkSequestro(m);
    await checkCorridas(m);
    await checkPartida(m);
  },
  canary: canaryDominio,
};
