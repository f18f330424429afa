/** The words of the import's screens. */

import { formatEspera } from '@unipark/contract/duracao';
import {
  CAMPOS_IMPORTACAO,
  type FaseImportacao,
  type Importacao,
  type TipoImportacao,
} from '@unipark/contract/importacao';
import { CAMPOS_PROPRIETARIO } from '@unipark/contract/proprietario';
import { CAMPOS_VEICULO } from '@unipark/contract/veiculo';
import { number } from '../lib/time/format.ts';

export const PALAVRAS: Record<
  TipoImportacao,
  { titulo: string; lista: string; consulta: string; um: string; varios: string }
> = {
  veiculos: {
    titulo: 'Importar veículos',
    lista: 'Veículos',
    consulta: '/veiculos/consultar',
    um: 'veículo',
    varios: 'veículos',
  },
  proprietarios: {
    titulo: 'Importar proprietários',
    lista: 'Proprietários',
    consulta: '/proprietarios/consultar',
    um: 'proprietário',
    varios: 'proprietários',
  },
};

export const NOMES_FASES: Record<FaseImportacao, string> = {
  recebendo: 'Recebendo',
  lendo: 'Lendo',
  colunas: 'Escolher colunas',
  conferindo: 'Conferindo',
  previa: 'Na prévia',
  gravando: 'Importando',
  concluida: 'Concluída',
  interrompida: 'Interrompida',
  desfazendo: 'Desfazendo',
  desfeita: 'Desfeita',
  recusada: 'Recusada',
};

export const labelOf = (tipo: TipoImportacao, campo: string): string =>
  CAMPOS_IMPORTACAO[tipo].find((dele) => dele.campo === campo)?.rotulo ?? campo;

/** A field's value as text for people. */
export function formatValor(tipo: TipoImportacao, campo: string, valor: string | null): string {
  const campos: Readonly<Record<string, { format?: (texto: string) => string }>> =
    tipo === 'veiculos' ? CAMPOS_VEICULO : CAMPOS_PROPRIETARIO;
  return valor === null ? 'vazio' : (campos[campo]?.format?.(valor) ?? valor);
}

/** Below this a rate says nothing. */
const POUCO_MS = 1_500;

/** '1.200 de 5.000 linhas · 900 por segundo · faltam 5 s' */
export function formatAndamento(
  { feitos, fase_desde }: Pick<Importacao, 'feitos' | 'fase_desde'>,
  total: number,
  agora: number,
): string {
  const partes = [
    total > 0 ? `${number(feitos)} de ${number(total)} linhas` : `${number(feitos)} linhas`,
  ];
  const decorrido = fase_desde === null ? 0 : agora - Date.parse(fase_desde);
  if (decorrido > POUCO_MS && feitos > 0) {
    const ritmo = feitos / decorrido;
    partes.push(`${number(Math.round(ritmo * 1_000))} por segundo`);
    if (total > feitos) partes.push(`faltam ${formatEspera((total - feitos) / ritmo / 1_000)}`);
  }
  return partes.join(' · ');
}
