import { type Dialeto, Ilegivel } from '../dialeto.ts';
import { OBJETO_VAZIO } from './mensagem.ts';

export const parkpow: Dialeto = {
  nome: 'parkpow',
  reenvia: false,
  ler() {
    throw new Ilegivel('Este dialeto ainda não é lido.');
  },
  resposta: () => OBJETO_VAZIO,
};
