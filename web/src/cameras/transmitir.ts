import type { Camera } from '@unipark/contract/camera';
import type { Palco } from './palco.ts';
import { assistir } from './player.ts';
import { type Ouvinte, type Tocar, tocarFluxo } from './transmissao.ts';

/** The player of HLS is large and for few: it comes when such a camera is there. */
const tocarHls: Tocar = async (...tudo) => {
  try {
    return await (await import('./hls.ts')).tocarHls(...tudo);
  } catch (erro) {
    return { aberto: false, viu: false, semImagem: false, erro };
  }
};

/** Plays a camera in these elements until the returned function is called. */
export function transmitir({ id, modo }: Camera, palco: Palco, ouvinte: Ouvinte): () => void {
  const parar = new AbortController();
  void assistir(modo === 'hls' ? tocarHls : tocarFluxo, id, palco, ouvinte, parar.signal);
  return () => parar.abort();
}
