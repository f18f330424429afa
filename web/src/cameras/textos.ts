import type { Camera } from '@unipark/contract/camera';
import { hour } from '../lib/format.ts';
import type { Situacao } from './situacao.ts';

/** How its picture reaches this browser; `fotos` where it would be a video, had the browser one. */
export type Modo = Camera['modo'] | 'fotos';

const MODOS: Record<Modo, string> = {
  video: 'Vídeo',
  hls: 'HLS',
  imagem: 'Imagem',
  embed: 'Externa',
  fotos: 'Imagem a cada 1 s',
};

const SINAIS: Record<Situacao['fase'], string> = {
  conectando: 'Conectando',
  ao_vivo: 'Ao vivo',
  congelado: 'Congelada',
  offline: 'Sem sinal',
};

/** What stands beside the name. A worse mode is never silent. */
export const sinalDe = ({ fase }: Situacao, modo: Modo): string =>
  fase === 'ao_vivo' && modo === 'fotos' ? MODOS.fotos : SINAIS[fase];

/** The last picture presented: when (ms), and how late HLS says it is (s). */
export type Medida = { quadro: number | null; atraso?: number | undefined };

const segundos = (milliseconds: number): string =>
  `${Math.max(0, Math.round(milliseconds / 1_000))} s`;

/** 'Vídeo · há 0 s', 'HLS · 6 s de atraso', 'Imagem congelada há 4 s'. */
export function detalheDe(
  modo: Modo,
  situacao: Situacao,
  { quadro, atraso }: Medida,
  agora: number,
): string {
  if (situacao.fase === 'congelado') {
    return `Imagem congelada há ${segundos(agora - situacao.desde)}`;
  }
  const nome = MODOS[modo];
  if (quadro === null) return nome;
  if (situacao.fase !== 'ao_vivo') return `${nome} · última imagem às ${hour(quadro)}`;
  if (atraso) return `${nome} · ${segundos(atraso * 1_000)} de atraso`;
  return `${nome} · há ${segundos(agora - quadro)}`;
}

/** 'desde 14:32 · nova tentativa em 8 s', as far as it is known. */
export function esperaEmTexto(
  { desde, proxima }: { desde?: number | undefined; proxima?: number | undefined },
  agora: number,
): { desde: string | null; proxima: string | null } {
  const falta = (proxima ?? 0) - agora;
  return {
    desde: desde ? `desde ${hour(desde)}` : null,
    proxima: falta > 0 ? `nova tentativa em ${Math.ceil(falta / 1_000)} s` : null,
  };
}
