import type { TipoAlerta } from '@unipark/contract/alerta';
import {
  formatCamera,
  formatStatus,
  NAO_CADASTRADO,
  ROTULOS_SENTIDO,
  type Sugestao,
  type UltimoVeiculo,
} from '@unipark/contract/passagem';
import { hour } from '../lib/time/format.ts';
import type { IconName } from '../ui/Icon.tsx';

/** Each kind of alarm: its word, what it asks for, and its icon. */
export const ALERTAS: Record<TipoAlerta, { palavra: string; frase?: string; icone: IconName }> = {
  proibido: { palavra: 'PROIBIDO', icone: 'ban' },
  provavel: {
    palavra: 'ATENÇÃO',
    frase: 'Confira a placa',
    icone: 'warning',
  },
  nao_cadastrado: {
    palavra: 'NÃO CADASTRADO',
    frase: 'Placa não cadastrada',
    icone: 'plus',
  },
};

/** 'RIO2A18, ativo' */
export const formatSugestao = ({ placa, status }: Sugestao): string =>
  `${placa}, ${formatStatus(status).toLowerCase()}`;

/** 'Câmera 1 · Entrada', without unknown parts. */
export const formatLugar = ({
  camera,
  sentido,
}: Pick<UltimoVeiculo, 'camera' | 'sentido'>): string =>
  [camera && formatCamera(camera), sentido && ROTULOS_SENTIDO[sentido]].filter(Boolean).join(' · ');

/** 'Provável', 'OHA2876', ' (Ativo) e mais 1': in parts, because the plate has a typeface of its own. */
export type NotaDoCartao = { palavra: string; placa: string; resto: string };

/** The line under the model: the registered plate where it differs, or those similar to an unknown one. */
export function findNota(passagem: UltimoVeiculo): NotaDoCartao | undefined {
  const { placa_cadastrada, status, sugestoes } = passagem;
  if (placa_cadastrada) return { palavra: 'Cadastro', placa: placa_cadastrada, resto: '' };
  const [primeira, ...outras] = sugestoes;
  if (status !== NAO_CADASTRADO || !primeira) return undefined;
  const palavra = primeira.nivel === 'provavel' ? 'Provável' : 'Parecida';
  const mais = outras.length > 0 ? ` e mais ${outras.length}` : '';
  return { palavra, placa: primeira.placa, resto: ` (${formatStatus(primeira.status)})${mais}` };
}

/** 'HB20S 1.0 · 09:41 · Câmera 1': place and time, without unknown parts. */
export function formatDetalheAlerta({
  modelo,
  instante,
  camera,
  alerta,
  sugestoes,
}: UltimoVeiculo) {
  const [sugestao] = sugestoes;
  return [
    alerta?.tipo === 'provavel' && sugestao && `parecida com ${formatSugestao(sugestao)}`,
    modelo !== NAO_CADASTRADO && modelo,
    hour(instante),
    camera && formatCamera(camera),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The alarm in one line, for the bell and for a notification. */
export function formatTituloAlerta({ placa, alerta }: UltimoVeiculo): string {
  if (alerta?.tipo === 'provavel') return `Confira a placa ${placa}`;
  return alerta?.tipo === 'proibido' ? `Proibido: ${placa}` : `Não cadastrado: ${placa}`;
}
