import { checkCorridas } from '../cadastro/corridas.ts';
import { canaryDominio, checkDominio } from '../cadastro/dominio.ts';
import { checkModos, checkPartida } from '../cadastro/modos.ts';
import { checkSequestro } from '../cadastro/sequestro.ts';
import { describeRow } from '../row.ts';

describeRow({
  id: 'S8',
  promise: 'each SIGNUP_MODE admits exactly the people that it names',
  async run(m) {
    await checkModos(m);
    await checkDominio(m);
    await checkSequestro(m);
    await checkCorridas(m);
    await checkPartida(m);
  },
  canary: canaryDominio,
});
