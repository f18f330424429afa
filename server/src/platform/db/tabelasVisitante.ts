/** The tables of passes of visitors, and of the links that hosts give to them. */
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
    /** The link that the visitor filled in; null for a pass that staff made. */
    link: number | null;
  };
  links_visita: {
    id: Generated<number>;
    /** Of the token. */
    hash: string;
    anfitriao: string;
    destino: string;
    de: string;
    /** The first instant after it. */
    ate: string;
    usos_maximo: number;
    usos: number;
    criado_em: string;
    revogado_em: string | null;
  };
}
