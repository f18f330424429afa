import { type Dialeto, Ilegivel } from '../dialeto.ts';
import { OBJETO_VAZIO } from './mensagem.ts';

export const openalpr: Dialeto = {
  nome: 'openalpr',
  reenvia: false,
  ler() {
    throw new Ilegivel('Este dialeto ainda não é lido.');
  },
  resposta: () => OBJETO_VAZIO,
};
