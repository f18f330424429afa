/** The table of passes of visitors. */
import type { Generated } from 'kysely';

export interface TabelasDoVisitante {
  visitantes: {
    id: Generated<number>;
    placa: string;
    /** The identity key of the plate. */
    chave: string;
    nome: string;
    anfitriao: string;
    destino: string;
    de: string;
    /** The first instant after it; a cancelled pass ends at once. */
    ate: string;
    /** Folded words, as of every search. */
    busca: string;
    criado_em: string;
    cancelado_em: string | null;
    versao: number;
  };
}
