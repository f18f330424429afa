/** The tables of imports. */
import type {
  Existentes,
  FaseImportacao,
  ParteSincronizacao,
  TipoImportacao,
  VereditoLinha,
} from '@unipark/contract/importacao';
import type { Generated } from 'kysely';

export interface TabelaImportacoes {
  id: Generated<number>;
  tipo: TipoImportacao;
  nome: string;
  bytes: number;
  conta: string | null;
  /** JSON: the `Autor` of the last act. */
  autor: string;
  fase: FaseImportacao;
  erro: string | null;
  /** JSON: `ColumnState[]` of `importacoes/colunas.ts`. */
  colunas: string;
  avisos: string;
  existentes: Existentes;
  apagar_vazias: number;
  linhas: number;
  contagem: string;
  feitos: number;
  /** The last line done in the present phase. */
  ponto: number;
  /** When the present phase was requested: the order of the queue. */
  pedida_em: string;
  fase_desde: string | null;
  resultado: string;
  desfeitas: number;
  mantidas: number;
  criada_em: string;
  parte: ParteSincronizacao | null;
  arquivo_hash: string | null;
  espera: string | null;
}

/** What became of a row. */
export type RowOutcome =
  | 'criada'
  | 'alterada'
  | 'igual'
  | 'ignorada'
  | 'recusada'
  | 'desfeita'
  | 'mantida';

export interface TabelaImportacaoLinhas {
  importacao: number;
  linha: number;
  /** JSON: the texts of the cells. */
  celulas: string;
  /** JSON: index → text of the file, of corrected cells. */
  originais: string | null;
  /** JSON: index → why the cell has no usable value. */
  marcas: string | null;
  /** The record's key: canonical plate, or matrícula. */
  chave: string | null;
  veredito: VereditoLinha | null;
  erros: string | null;
  avisos: string | null;
  mudancas: string | null;
  feito: RowOutcome | null;
  motivo: string | null;
  versao: number | null;
  /** When the record that the row wrote was created; null in rows of before this column. */
  criado_em: string | null;
  anterior: string | null;
}

export interface TabelasDaImportacao {
  importacoes: TabelaImportacoes;
  importacao_pedacos: { importacao: number; ordem: number; bytes: Uint8Array };
  importacao_linhas: TabelaImportacaoLinhas;
  importacao_colunas: {
    conta: string;
    tipo: TipoImportacao;
    titulos: string;
    campos: string;
    usada_em: string;
  };
}
