/** Numbers that triggers keep, so that no screen counts rows. */
export interface TabelasDeContagem {
  contagens: { tabela: string; total: number };
  /** How many vehicles have this combination of filters. */
  veiculos_facetas: {
    status_ordem: string;
    tipo: string;
    cor_ordem: string;
    dono: string;
    total: number;
  };
  /** How many passages, without tests, an hour had, also of those that are deleted. */
  passagens_horas: {
    /** UTC, '2026-03-12T13'. */
    hora: string;
    camera: string;
    status: string;
    sentido: string;
    total: number;
  };
  /** How many passages, without tests, a car has in a month of São Paulo. */
  passagens_meses: {
    chave: string;
    /** '2026-03' */
    mes: string;
    total: number;
    /** Of `total`, those with this direction; a passage may have none. */
    entradas: number;
    saidas: number;
  };
  /** The least and the greatest id that a passage of an hour (UTC) ever had. */
  passagens_vaos: { hora: string; primeira: number; ultima: number };
}
