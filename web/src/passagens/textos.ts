import {
  NAO_CADASTRADO,
  rotuloStatus,
  type Sugestao,
  type TipoAlerta,
  type UltimoVeiculo,
} from '@unipark/contract/passagem';
import { hour } from '../lib/format.ts';
import type { IconName } from '../ui/Icon.tsx';

export const SENTIDOS = { entrada: 'Entrada', saida: 'Saída' } as const;
export const SEM_DADO = 'Não informado';

/** Each kind of alarm: its word, what it asks for, and its icon. */
export const ALERTAS: Record<TipoAlerta, { palavra: string; frase?: string; icone: IconName }> = {
  proibido: { palavra: 'PROIBIDO', icone: 'ban' },
  provavel: {
    palavra: 'ATENÇÃO',
    frase: 'Leitura provável: confira a placa',
    icone: 'warning',
  },
  nao_cadastrado: {
    palavra: 'NÃO CADASTRADO',
    frase: 'Ninguém cadastrou esta placa',
    icone: 'plus',
  },
};

/** The four cameras go by number; any other name is as it was given. */
export const nomeCamera = (camera: string): string =>
  /^[0-9]{1,2}$/.test(camera) ? `Câmera ${camera}` : camera;

/** 'RIO2A18 (Ativo)' */
export const rotuloSugestao = ({ placa, status }: Sugestao): string =>
  `${placa} (${rotuloStatus(status)})`;

/** 'Provável', 'OHA2876', ' (Ativo) e mais 1': the plate apart, for it has a face of its own. */
export type NotaDoCartao = { palavra: string; placa: string; resto: string };

/**
 * What a card adds under the model: the plate in the register where it differs, or the plates that
 * a reading nobody registered may have meant. One that is probable is told from one that is alike.
 */
export function notaDoCartao(passagem: UltimoVeiculo): NotaDoCartao | undefined {
  const { placaCadastrada, status, sugestoes } = passagem;
  if (placaCadastrada) return { palavra: 'Cadastro', placa: placaCadastrada, resto: '' };
  const [primeira, ...outras] = sugestoes;
  if (status !== NAO_CADASTRADO || !primeira) return undefined;
  const palavra = primeira.nivel === 'provavel' ? 'Provável' : 'Parecida';
  const mais = outras.length > 0 ? ` e mais ${outras.length}` : '';
  return { palavra, placa: primeira.placa, resto: ` (${rotuloStatus(primeira.status)})${mais}` };
}

/** 'HB20S 1.0 · 09:41 · Câmera 1': where and when, without what is not known. */
export function detalheDoAlerta({ modelo, instante, camera, alerta, sugestoes }: UltimoVeiculo) {
  const [sugestao] = sugestoes;
  return [
    alerta?.tipo === 'provavel' && sugestao && `Parecida com ${rotuloSugestao(sugestao)}`,
    modelo !== NAO_CADASTRADO && modelo,
    hour(instante),
    camera && nomeCamera(camera),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The alarm in one line, as the bell and a notification say it. */
export function tituloDoAlerta({ placa, alerta }: UltimoVeiculo): string {
  if (alerta?.tipo === 'provavel') return `Leitura provável: confira a placa ${placa}`;
  return alerta?.tipo === 'proibido' ? `Proibido: ${placa}` : `Não cadastrado: ${placa}`;
}
