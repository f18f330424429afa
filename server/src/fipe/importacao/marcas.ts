/** Codes for makes that the file names without a code. */
import { createHash } from 'node:crypto';
import { foldText } from '@unipark/contract/texto';
import type { Banco } from '../../platform/db/banco.ts';
import { listMarcasOf } from '../edicoesRepo.ts';

const MAXIMO = 16;

/** One code for one name, and never a code of the table: those are numbers. */
export function codeForNome(nome: string): string {
  const palavra = foldText(nome)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const comLetra = /[a-z]/.test(palavra) ? palavra : `m-${palavra}`;
  if (comLetra.length <= MAXIMO && palavra !== '') return comLetra;
  const resumo = createHash('sha256').update(foldText(nome)).digest('hex').slice(0, 5);
  return `${comLetra.slice(0, MAXIMO - 6).replace(/-$/, '')}-${resumo}`;
}

/** The make's code in the catalogue in use, otherwise one made from the name. */
export async function loadCodigos(
  db: Banco,
  ativa: number | undefined,
): Promise<(tipo: string, nome: string) => string> {
  const marcas = ativa === undefined ? [] : await listMarcasOf(db, ativa);
  const codigos = new Map(
    marcas.map(({ tipo, codigo, nome }) => [`${tipo} ${foldText(nome)}`, codigo]),
  );
  return (tipo, nome) => codigos.get(`${tipo} ${foldText(nome)}`) ?? codeForNome(nome);
}
