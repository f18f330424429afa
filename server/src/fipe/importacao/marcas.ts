/** Codes for makes that the file has by name alone. */
import { createHash } from 'node:crypto';
import { dobrar } from '@unipark/contract/texto';
import type { Banco } from '../../platform/db/banco.ts';
import { listMarcasDe } from '../edicoesRepo.ts';

const MAXIMO = 16;

/** The same name always has the same code, and never one of the table's own: those are numbers. */
export function codeForNome(nome: string): string {
  const palavra = dobrar(nome)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const comLetra = /[a-z]/.test(palavra) ? palavra : `m-${palavra}`;
  if (comLetra.length <= MAXIMO && palavra !== '') return comLetra;
  const resumo = createHash('sha256').update(dobrar(nome)).digest('hex').slice(0, 5);
  return `${comLetra.slice(0, MAXIMO - 6).replace(/-$/, '')}-${resumo}`;
}

/** The code that the catalogue in use has for a make of that name, else one made of the name. */
export async function codigosPorNome(
  db: Banco,
  ativa: number | undefined,
): Promise<(tipo: string, nome: string) => string> {
  const marcas = ativa === undefined ? [] : await listMarcasDe(db, ativa);
  const codigos = new Map(
    marcas.map(({ tipo, codigo, nome }) => [`${tipo} ${dobrar(nome)}`, codigo]),
  );
  return (tipo, nome) => codigos.get(`${tipo} ${dobrar(nome)}`) ?? codeForNome(nome);
}
