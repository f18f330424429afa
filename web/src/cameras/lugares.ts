import { type Camera, LUGARES_CAMERA } from '@unipark/contract/camera';
import { once } from '@unipark/contract/once';
import { isApiError } from '../lib/wire/errors.ts';
import {
  type CameraView,
  CONECTANDO,
  getSituacaoOffline,
  isParada,
  SEM_SERVIDOR,
} from './situacao.ts';

export type CameraPlace = {
  id: string;
  nome: string;
  /** The camera to play; absent before the list arrives or while the camera is off. */
  camera?: Camera;
  /** null: no camera is configured for this place. */
  situacao: CameraView | null;
  /** Only the operator can change it, so no other try is offered. */
  parada?: boolean;
};

export type CamerasAnswer = { cameras: readonly Camera[] | undefined; erro: unknown };

function getSituacaoWithoutLista(erro: unknown): CameraView {
  if (!erro) return CONECTANDO;
  const calado = isApiError(erro) && erro.status === 0;
  return {
    fase: 'offline',
    aviso: calado ? SEM_SERVIDOR : 'Não foi possível carregar as câmeras.',
  };
}

function getLugar(
  id: string,
  { cameras, erro }: CamerasAnswer,
  vista: CameraView | undefined,
): CameraPlace {
  const vazio = { id, nome: `Câmera ${id}` };
  if (!cameras) return { ...vazio, situacao: getSituacaoWithoutLista(erro) };
  const camera = cameras.find((alguma) => alguma.id === id);
  if (!camera || camera.motivo === 'not_configured') return { ...vazio, situacao: null };
  const { nome } = camera;
  if (isParada(camera)) return { id, nome, situacao: getSituacaoOffline(camera), parada: true };
  return { id, nome, camera, situacao: vista ?? CONECTANDO };
}

/** The four places, from the list and from the states of the players. */
export const listLugares = (
  lista: CamerasAnswer,
  vistas: Readonly<Record<string, CameraView>>,
): CameraPlace[] => LUGARES_CAMERA.map((id) => getLugar(id, lista, vistas[id]));

export const countOnAir = (lugares: readonly CameraPlace[]): number =>
  lugares.filter(({ situacao }) => situacao?.fase === 'ao_vivo').length;

const lista = once(() => new Intl.ListFormat('pt-BR', { type: 'conjunction' }));

/** 'Sem imagem: Câmera 3.', or that all cameras are back; '' before the first fault. */
export function describeCameras(lugares: readonly CameraPlace[], antes: string): string {
  const paradas = lugares.filter(({ situacao }) =>
    ['offline', 'congelado'].includes(situacao?.fase ?? ''),
  );
  if (paradas.length > 0) return `Sem imagem: ${lista().format(paradas.map(({ nome }) => nome))}.`;
  // A camera that is connecting changes nothing: the last announcement stays.
  if (lugares.some(({ situacao }) => situacao?.fase === 'conectando')) return antes;
  return antes === '' ? '' : 'Todas as câmeras voltaram.';
}
