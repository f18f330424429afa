import * as z from 'zod/mini';
import { optionalText } from './texto.ts';

/** Area code and number in Brazil: nine digits for a mobile, eight for a landline. */
const NACIONAL = /^[1-9]{2}(?:9\d{8}|[2-8]\d{7})$/;
/** Toll-free and shared-cost numbers have no area code. */
const SEM_DDD = /^0[3589]00\d{6,7}$/;
const INTERNACIONAL = /^\+[1-9]\d{7,14}$/;
const PAIS = '+55';

/**
 * The stored form of a telephone: digits, with + and the country outside Brazil; undefined for
 * another text.
 */
export function parseTelefone(texto: string): string | undefined {
  const numero = texto.replace(/[\s().-]/g, '');
  if (SEM_DDD.test(numero)) return numero;
  const semPais = numero.startsWith(PAIS) ? numero.slice(PAIS.length) : numero;
  const nacional = semPais.replace(/^0/, '');
  if (NACIONAL.test(nacional)) return nacional;
  return !numero.startsWith(PAIS) && INTERNACIONAL.test(numero) ? numero : undefined;
}

/** '(35) 99123-4567'; a number of another form as it is stored. */
export function formatTelefone(telefone: string): string {
  if (!NACIONAL.test(telefone)) return telefone;
  const [ddd, numero] = [telefone.slice(0, 2), telefone.slice(2)];
  return `(${ddd}) ${numero.slice(0, -4)}-${numero.slice(-4)}`;
}

const error = 'Telefone: informe DDD e número, como (35) 99123-4567.';

/** A telephone that may be absent: null or blank becomes null. */
export const TelefoneOpcional = z.pipe(
  optionalText('Telefone', 40),
  z.pipe(
    z
      .nullable(z.string())
      .check(z.refine((valor) => valor === null || parseTelefone(valor) !== undefined, { error })),
    z.transform((valor: string | null) => valor && (parseTelefone(valor) ?? null)),
  ),
);
