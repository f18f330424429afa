/** The tables of the FIPE catalogue. */
import type { OrigemCatalogo, ProvedorFipe } from '@unipark/contract/fipe';
import type { Generated } from 'kysely';

/** A whole catalogue: filled separately, then activated by its `situacao`. */
export interface TabelaCatalogoEdicoes {
  id: Generated<number>;
  origem: OrigemCatalogo;
  /** Reference month, '2026-11'. */
  referencia: string | null;
  situacao: 'montando' | 'ativa' | 'antiga';
  marcas: number;
  modelos: number;
  anos: number;
  criada_em: string;
  ativada_em: string | null;
}

export interface TabelasDaFipe {
  catalogo_edicoes: TabelaCatalogoEdicoes;
  /** Levels requested from providers; '' replaces the code that a higher level does not have. */
  catalogo_niveis: {
    edicao: number;
    tipo: string;
    marca: string;
    modelo: string;
    achados: number;
    consultado_em: string;
  };
  catalogo_ocorrencias: {
    id: Generated<number>;
    quando: string;
    provedor: ProvedorFipe | null;
    motivo: string;
  };
  fipe_marcas: { edicao: number; tipo: string; codigo: string; nome: string; posicao: number };
  fipe_modelos: {
    edicao: number;
    tipo: string;
    marca: string;
    codigo: string;
    nome: string;
    posicao: number;
  };
  fipe_anos: {
    edicao: number;
    tipo: string;
    marca: string;
    modelo: string;
    codigo: string;
    nome: string;
    posicao: number;
  };
}
