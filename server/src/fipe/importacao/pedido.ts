/** What is asked of an import, and who looks on. */
import type { Autor } from '../../platform/audit.ts';
import type { Arquivo } from './arquivo.ts';
import type { Codificacao } from './texto.ts';

export interface Pedido {
  arquivo: Arquivo;
  /** SHA-256 of the file. */
  hash: string;
  /** Line ends of the file. */
  linhas: number;
  tipo?: string | undefined;
  referencia?: string | undefined;
  codificacao: Codificacao;
  /** The catalogue may come out at less than half. */
  substituir: boolean;
}

export interface Acompanhamento {
  autor: Autor;
  /** How many rows are read, and about how many there are. */
  onProgress(feitos: number, total: number): void;
  /** Something that whoever waits should know at once. */
  onNotice(frase: string): void;
  sinal: AbortSignal;
}
