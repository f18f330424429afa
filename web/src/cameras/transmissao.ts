import type { MensagemCamera } from '@unipark/contract/camera';
import { seguirFluxo } from './fluxo.ts';
import { aCadaQuadro, createCena, type Palco } from './palco.ts';
import { CONECTANDO, type EstadoServidor, type Situacao, situacaoDe } from './situacao.ts';
import { conheceTipo } from './tocador.ts';
import { aCadaPasso, createVigia } from './vigia.ts';

export type Ouvinte = {
  relatar: (situacao: Situacao) => void;
  /** A picture was presented; HLS knows how late it is (s). */
  aoQuadro: (agora: number, atraso?: number) => void;
};

/** How one connection ended. */
export type Fim = {
  /** Close code of the socket; undefined when it was never asked for. */
  codigo?: number;
  /** It had begun. */
  aberto: boolean;
  /** Pictures of it were seen. */
  viu: boolean;
  /** Given up by us: frames came, and no picture of them. */
  semImagem: boolean;
  /** Why no ticket was to be had. */
  erro?: unknown;
};

/** Plays one connection to its end. */
export type Tocar = (
  id: string,
  palco: Palco,
  ouvinte: Ouvinte,
  signal: AbortSignal,
) => Promise<Fim>;

/** Frames are sent and none is seen: the longest usual GOP, and three seconds more. */
const INICIO_MS = 8_000;

/** Our own stream; ended by ourselves, too, when frames come and no picture of them. */
export const tocarFluxo: Tocar = async (id, palco, { relatar, aoQuadro }, signal) => {
  const desistir = new AbortController();
  const enquanto = AbortSignal.any([signal, desistir.signal]);
  const cena = createCena(palco);
  const vigia = createVigia();
  const fim: Fim = { aberto: false, viu: false, semImagem: false };
  let servidor: EstadoServidor | undefined;
  /** From when on a picture is due (ms). */
  let devida: number | undefined;

  const recomecar = (quando?: number) => {
    vigia.comecar();
    devida = quando;
  };
  const ouvir = (mensagem: MensagemCamera) => {
    if (mensagem.t === 'state') {
      if (mensagem.estado !== 'ao_vivo') recomecar();
      servidor = mensagem;
    } else if (conheceTipo(mensagem.tipo)) {
      recomecar(Date.now());
      // The stream cannot be taken up in the middle: another connection brings its beginning.
      cena.comecar(mensagem.tipo, () => desistir.abort());
    } else {
      const desde = new Date().toISOString();
      servidor = { estado: 'offline', motivo: 'codec_unsupported', desde };
    }
    olhar();
  };
  const olhar = () => {
    const { agora, limite, dormiu } = vigia.olhar(Date.now(), document.hidden);
    cena.conferir(limite);
    if (dormiu) devida &&= agora;
    if (servidor) relatar(situacaoDe(servidor, vigia.ultimoQuadro(), agora));
    if (agora - (vigia.ultimoQuadro() ?? devida ?? agora) > INICIO_MS) {
      fim.semImagem = true;
      desistir.abort();
    }
  };
  const verQuadro = () => {
    fim.viu = true;
    vigia.aoQuadro(Date.now());
    aoQuadro(Date.now());
  };

  aCadaPasso(olhar, enquanto);
  aCadaQuadro(palco, verQuadro, enquanto);
  try {
    const fecho = await seguirFluxo(id, { onMensagem: ouvir, onVideo: cena.receber }, enquanto);
    return { ...fim, ...fecho };
  } catch (erro) {
    return { ...fim, erro };
  } finally {
    desistir.abort();
    cena.parar();
    if (fim.viu) relatar(CONECTANDO);
  }
};
