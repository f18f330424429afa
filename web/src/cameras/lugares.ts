import { type Camera, LUGARES_CAMERA } from '@unipark/contract/camera';
import { isApiError } from '../lib/errors.ts';
import {
  CONECTANDO,
  estaParada,
  SEM_SERVIDOR,
  type Situacao,
  situacaoOffline,
} from './situacao.ts';

/** One of the panel's four places. */
export type Lugar = {
  id: string;
  nome: string;
  /** The camera to be played; none while the list is on its way or the camera is switched off. */
  camera?: Camera;
  /** null: no camera is configured for this place. */
  situacao: Situacao | null;
  /** Only the operator's hand can change it: another try would be in vain. */
  parada?: boolean;
};

/** What the server's list of cameras came to. */
export type Lista = { cameras: readonly Camera[] | undefined; erro: unknown };

function semLista(erro: unknown): Situacao {
  if (!erro) return CONECTANDO;
  const calado = isApiError(erro) && erro.status === 0;
  return {
    fase: 'offline',
    aviso: calado ? SEM_SERVIDOR : 'Não foi possível carregar as câmeras.',
  };
}

function lugarDe(id: string, { cameras, erro }: Lista, vista: Situacao | undefined): Lugar {
  const vazio = { id, nome: `Câmera ${id}` };
  if (!cameras) return { ...vazio, situacao: semLista(erro) };
  const camera = cameras.find((alguma) => alguma.id === id);
  if (!camera || camera.motivo === 'not_configured') return { ...vazio, situacao: null };
  const { nome } = camera;
  if (estaParada(camera)) return { id, nome, situacao: situacaoOffline(camera), parada: true };
  return { id, nome, camera, situacao: vista ?? CONECTANDO };
}

/** The four places, from the list and from what each player tells of its own. */
export const lugaresDe = (lista: Lista, vistas: Readonly<Record<string, Situacao>>): Lugar[] =>
  LUGARES_CAMERA.map((id) => lugarDe(id, lista, vistas[id]));

export const noAr = (lugares: readonly Lugar[]): number =>
  lugares.filter(({ situacao }) => situacao?.fase === 'ao_vivo').length;
