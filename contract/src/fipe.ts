import * as z from 'zod/mini';

/** One brand, model or year of the catalogue, as the official service spells it. */
export const OpcaoFipe = z.object({ Label: z.string(), Value: z.string() });
export type OpcaoFipe = z.infer<typeof OpcaoFipe>;

export const RespostaFipe = z.object({ data: z.array(OpcaoFipe) });
export type RespostaFipe = z.infer<typeof RespostaFipe>;

/** A code in a path; anything else has no options below it. */
export const CODIGO_FIPE = /^[0-9A-Za-z-]{1,16}$/;

/** Fuel codes behind the hyphen of a model year ('2018-1'), as the official table names them. */
const COMBUSTIVEIS: Record<string, string> = {
  '1': 'Gasolina',
  '2': 'Álcool',
  '3': 'Diesel',
  '4': 'Elétrico',
  '5': 'Flex',
  '6': 'Híbrido',
};

/** '2018-1' → '2018 Gasolina'; the table's year 32000 means a car never registered before. */
export function rotuloAno(codigo: string): string {
  const [ano = '', combustivel = ''] = codigo.split('-');
  return [ano === '32000' ? 'Zero km' : ano, COMBUSTIVEIS[combustivel]].filter(Boolean).join(' ');
}
