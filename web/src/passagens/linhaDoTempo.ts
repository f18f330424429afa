import type { ItemHistorico } from '@unipark/contract/passagem';
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
export const rotuloAcao = (acao: string): string => ACOES[acao] ?? acao;

/** The fields worth telling: what a deleted vehicle had is gone with it. */
export const camposDe = ({ acao, campos }: Alteracao): Alteracao['campos'] =>
  acao === 'excluir' ? [] : campos;

export const rotuloCampo = (campo: string): string => CAMPOS[campo] ?? campo;

/** A field's value as the register's screens write it. */
export function rotuloValor(campo: string, valor: string | null): string {
  if (valor === null || valor === '') return 'Não informado';
  return campo === 'tipo' && valor in TIPOS ? TIPOS[valor as keyof typeof TIPOS] : valor;
}
