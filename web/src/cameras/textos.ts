import type { Camera } from '@unipark/contract/camera';
import { hour } from '../lib/time/format.ts';
import type { CameraView } from './situacao.ts';

/** How the picture reaches this browser; `fotos` replaces video where the browser cannot play it. */
export type PictureMode = Camera['modo'] | 'fotos';

const MODOS: Record<PictureMode, string> = {
  video: 'Vídeo',
  hls: 'HLS',
  imagem: 'Imagem',
  embed: 'Externa',
  fotos: 'Imagem a cada 1 s',
};

const SINAIS: Record<CameraView['fase'], string> = {
  conectando: 'Conectando',
  ao_vivo: 'Ao vivo',
  congelado: 'Congelada',
  offline: 'Sem sinal',
};

/** The text beside the name. It names a worse mode. */
export const formatSinal = ({ fase }: CameraView, modo: PictureMode): string =>
  fase === 'ao_vivo' && modo === 'fotos' ? MODOS.fotos : SINAIS[fase];

/** The last presented picture: its time (ms), and the delay that HLS reports (s). */
export type PictureMeasure = { quadro: number | null; atraso?: number | undefined };

const formatSegundos = (milliseconds: number): string =>
  `${Math.max(0, Math.round(milliseconds / 1_000))} s`;

/** 'Vídeo · há 0 s', 'HLS · 6 s de atraso', 'Imagem congelada há 4 s'. */
export function formatDetalhe(
  modo: PictureMode,
  situacao: CameraView,
  { quadro, atraso }: PictureMeasure,
  agora: number,
): string {
  if (situacao.fase === 'congelado') {
    return `Imagem congelada há ${formatSegundos(agora - situacao.desde)}`;
  }
  const nome = MODOS[modo];
  if (quadro === null) return nome;
  if (situacao.fase !== 'ao_vivo') return `${nome} · última imagem às ${hour(quadro)}`;
  if (atraso) return `${nome} · ${formatSegundos(atraso * 1_000)} de atraso`;
  return `${nome} · há ${formatSegundos(agora - quadro)}`;
}

/** 'desde 14:32 · nova tentativa em 8 s', the known parts of it. */
export function formatEspera(
  { desde, proxima }: { desde?: number | undefined; proxima?: number | undefined },
  agora: number,
): { desde: string | null; proxima: string | null } {
  const falta = (proxima ?? 0) - agora;
  return {
    desde: desde ? `desde ${hour(desde)}` : null,
    proxima: falta > 0 ? `nova tentativa em ${Math.ceil(falta / 1_000)} s` : null,
  };
}
