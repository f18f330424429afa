/** Reference months in the forms of providers and files. */
import { foldText } from '@unipark/contract/texto';

const MESES =
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro';

/** '2026-11', '11/2026', 'novembro de 2026', 'nov/2026' → '2026-11'; otherwise undefined. */
export function findMes(valor: string): string | undefined {
  const texto = foldText(valor.trim());
  const [, ano, mes] = /^(20\d\d)[-/](\d{1,2})$/.exec(texto) ?? [];
  const [, numero, doAno] = /^(\d{1,2})[-/](20\d\d)$/.exec(texto) ?? [];
  const [, nome = '', doNome] = /^([a-z]{3,9})(?: de |[ /-])(20\d\d)$/.exec(texto) ?? [];
  const daLista = nome ? MESES.split(' ').findIndex((inteiro) => inteiro.startsWith(nome)) + 1 : 0;
  const qual = Number(mes ?? numero ?? daLista);
  const quando = ano ?? doAno ?? doNome;
  if (!quando || qual < 1 || qual > 12) return undefined;
  return `${quando}-${String(qual).padStart(2, '0')}`;
}
