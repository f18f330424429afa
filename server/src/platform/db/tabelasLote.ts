/** The tables of acts on many vehicles. */
import type { AtoLote, FaseLote } from '@unipark/contract/loteVeiculos';
import type { Generated } from 'kysely';

export interface TabelaLotesVeiculos {
  id: Generated<number>;
  ato: AtoLote;
  status: string | null;
  motivo: string | null;
  proprietario_matricula: string | null;
  conta: string | null;
  /** JSON: the `Autor` of the last request. */
  autor: string;
  fase: FaseLote;
  erro: string | null;
  total: number;
  /** Vehicles done in the present phase. */
  feitos: number;
  alterados: number;
  iguais: number;
  recusados: number;
  desfeitos: number;
  mantidos: number;
  /** When the present phase was requested: the order of the queue. */
  pedido_em: string;
  criado_em: string;
}

export interface TabelasDoLote {
  lotes_veiculos: TabelaLotesVeiculos;
  /** JSON in the last three: `LoteTarget[]`, `LoteOutcome[]`, `RecusaLote[]` of `veiculos/lote/`. */
  lotes_veiculos_fatias: {
    lote: number;
    ordem: number;
    alvos: string;
    feitos: string | null;
    desfeitos: string | null;
  };
}
