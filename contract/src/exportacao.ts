/** The parameters of an exported list: its format, and what the list itself is asked for. */
import * as z from 'zod/mini';
import { FILTROS_AUDITORIA } from './auditoria.ts';
import { listQuery, TermoBusca } from './lista.ts';
import { FILTROS_PASSAGEM } from './listaPassagens.ts';
import { ESCOLHIDOS_MAXIMO } from './loteVeiculos.ts';
import { Placa } from './placa.ts';
import { FORMATOS_EXPORTACAO, type FormatoExportacao } from './planilha.ts';
import { ORDENS_PROPRIETARIO } from './proprietario.ts';
import { strictInput } from './texto.ts';
import { FILTROS_VEICULO, ORDENS_VEICULO } from './veiculo.ts';

const formato = z._default(
  z.enum(Object.keys(FORMATOS_EXPORTACAO) as FormatoExportacao[], {
    error: 'Formato: use xlsx, csv ou pdf.',
  }),
  'xlsx',
);
const q = z.optional(TermoBusca);

/** Chosen vehicles, in place of a term and filters: plates with commas between. */
const placas = z.optional(
  z.string({ error: 'Placas: informe-as separadas por vírgula.' }).check(
    z.refine((texto) => texto.split(',').length <= ESCOLHIDOS_MAXIMO, {
      error: `Placas: use no máximo ${ESCOLHIDOS_MAXIMO}.`,
      abort: true,
    }),
    z.refine((texto) => texto.split(',').every((placa) => Placa.safeParse(placa).success), {
      error: 'Placas: há uma placa inválida.',
    }),
  ),
);

export const ExportacaoVeiculos = strictInput({
  ...{ formato, q, ordem: listQuery(ORDENS_VEICULO).ordem },
  ...FILTROS_VEICULO,
  placas,
});
export type ExportacaoVeiculos = z.infer<typeof ExportacaoVeiculos>;

export const ExportacaoProprietarios = strictInput({
  ...{ formato, q, ordem: listQuery(ORDENS_PROPRIETARIO).ordem },
});
export type ExportacaoProprietarios = z.infer<typeof ExportacaoProprietarios>;

/** Newest first, by arrival. */
export const ExportacaoPassagens = strictInput({ formato, ...FILTROS_PASSAGEM });
export type ExportacaoPassagens = z.infer<typeof ExportacaoPassagens>;

export const ExportacaoAuditoria = strictInput({ formato, ...FILTROS_AUDITORIA });
export type ExportacaoAuditoria = z.infer<typeof ExportacaoAuditoria>;
