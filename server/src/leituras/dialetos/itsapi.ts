import { type Dialeto, Ilegivel } from '../dialeto.ts';
import { OBJETO_VAZIO } from './mensagem.ts';

export const itsapi: Dialeto = {
  nome: 'itsapi',
  reenvia: true,
  ler() {
    throw new Ilegivel('Este dialeto ainda não é lido.');
  },
  resposta: () => OBJETO_VAZIO,
};
