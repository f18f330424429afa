import type { ItemHistorico } from '@unipark/contract/passagem';
import { classifyPlaca, formatPlaca } from '@unipark/contract/placa';
import { CAMPOS_VEICULO, type CampoVeiculo, type ChaveVeiculo } from '@unipark/contract/veiculo';
import { compareText } from '../../lib/compareText.ts';
import { day } from '../../lib/time/format.ts';
import { NAO_INFORMADO } from '../../veiculos/rotulos.ts';

export type AlteracaoDoVeiculo = Extract<ItemHistorico, { tipo: 'alteracao' }>;
export type TimelineDay = { dia: string; itens: ItemHistorico[] };

/** Days of São Paulo, newest first. A late reading is moved from its arrival to its time. */
export function groupByDia(itens: readonly ItemHistorico[]): TimelineDay[] {
  const dias: TimelineDay[] = [];
  for (const item of [...itens].sort((one, other) => compareText(other.quando, one.quando))) {
    const dia = day(item.quando);
    const ultimo = dias.at(-1);
    if (ultimo?.dia === dia) ultimo.itens.push(item);
    else dias.push({ dia, itens: [item] });
  }
  return dias;
}

const ACOES: Record<string, string> = {
  criar: 'Veículo cadastrado',
  editar: 'Cadastro alterado',
  excluir: 'Veículo excluído',
  corrigir: 'Leitura corrigida',
  importar: 'Cadastro importado',
  converter: 'Padrão da placa alterado',
};

/** A change of format, by the plate after it. */
const CONVERSOES: Record<string, string> = {
  Mercosul: 'Placa atualizada para o padrão Mercosul',
  Antiga: 'Placa de volta ao padrão antigo',
};

/** The words for an act; an unknown act is shown as it came. */
export function formatAcao({ acao, campos }: Pick<AlteracaoDoVeiculo, 'acao' | 'campos'>): string {
  const placa = acao === 'converter' && campos.find(({ campo }) => campo === 'placa')?.depois;
  return (placa && CONVERSOES[classifyPlaca(placa)]) || (ACOES[acao] ?? acao);
}

/** The plate of the changed record, when it is another one and no field shows it. */
export const formatPlacaOfAlteracao = ({ placa, campos }: AlteracaoDoVeiculo): string | null =>
  placa === null || campos.some(({ campo }) => campo === 'placa') ? null : formatPlaca(placa);

/** The fields to show. A deleted vehicle has none: its values were deleted too. */
export const listCampos = ({ acao, campos }: AlteracaoDoVeiculo): AlteracaoDoVeiculo['campos'] =>
  acao === 'excluir' ? [] : campos;

/** The field of this name; undefined for a name of a newer or older release. */
const findCampo = (campo: string): CampoVeiculo | undefined =>
  Object.hasOwn(CAMPOS_VEICULO, campo) ? CAMPOS_VEICULO[campo as ChaveVeiculo] : undefined;

export const formatNomeCampo = (campo: string): string => findCampo(campo)?.rotulo ?? campo;

/** A field's value as the register's screens write it. */
export function formatValor(campo: string, valor: string | null): string {
  if (valor === null || valor === '') return findCampo(campo)?.vazio ?? NAO_INFORMADO;
  if (campo === 'placa') return formatPlaca(valor);
  return findCampo(campo)?.format?.(valor) ?? valor;
}
