import type { ItemHistorico } from '@unipark/contract/passagem';
import { formatarPlaca, tipoPlaca } from '@unipark/contract/placa';
import { TIPOS } from '@unipark/contract/veiculo';
import { day } from '../lib/format.ts';

export type Alteracao = Extract<ItemHistorico, { tipo: 'alteracao' }>;
export type Dia = { dia: string; itens: ItemHistorico[] };

/**
 * The story cut into days of São Paulo, newest first. A reading that arrived late came in the
 * order of its arrival: it stands where it happened.
 */
export function porDia(itens: readonly ItemHistorico[]): Dia[] {
  const dias: Dia[] = [];
  for (const item of [...itens].sort((one, other) => other.quando.localeCompare(one.quando))) {
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

/** A change of format, by the plate that came of it. */
const CONVERSOES: Record<string, string> = {
  Mercosul: 'Placa atualizada para o padrão Mercosul',
  Antiga: 'Placa de volta ao padrão antigo',
};

/** Nothing, where a field has a word of its own for it. */
const VAZIOS: Record<string, string> = {
  proprietario_matricula: 'Sem proprietário',
  motivo: 'Retirado',
};

const CAMPOS: Record<string, string> = {
  placa: 'Placa',
  tipo: 'Tipo',
  marca: 'Marca',
  modelo: 'Modelo',
  ano: 'Ano',
  cor: 'Cor',
  status: 'Status',
  proprietario_matricula: 'Proprietário',
  cidade: 'Cidade',
  estado: 'Estado',
  motivo: 'Motivo',
};

/** What was done, as staff say it; a word that is new to this page is said as it came. */
export function rotuloAcao({ acao, campos }: Pick<Alteracao, 'acao' | 'campos'>): string {
  const placa = acao === 'converter' && campos.find(({ campo }) => campo === 'placa')?.depois;
  return (placa && CONVERSOES[tipoPlaca(placa)]) || (ACOES[acao] ?? acao);
}

/** The plate of the record it was done to, where it is another and no field tells it already. */
export const placaDe = ({ placa, campos }: Alteracao): string | null =>
  placa === null || campos.some(({ campo }) => campo === 'placa') ? null : formatarPlaca(placa);

/** The fields worth telling: what a deleted vehicle had is gone with it. */
export const camposDe = ({ acao, campos }: Alteracao): Alteracao['campos'] =>
  acao === 'excluir' ? [] : campos;

export const rotuloCampo = (campo: string): string => CAMPOS[campo] ?? campo;

/** A field's value as the register's screens write it. */
export function rotuloValor(campo: string, valor: string | null): string {
  if (valor === null || valor === '') return VAZIOS[campo] ?? 'Não informado';
  if (campo === 'placa') return formatarPlaca(valor);
  return campo === 'tipo' && valor in TIPOS ? TIPOS[valor as keyof typeof TIPOS] : valor;
}
