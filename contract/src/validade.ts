/** The last day of a permission: a day of São Paulo, which is included. */
import * as z from 'zod/mini';
import { optionalText } from './texto.ts';

/** Years of a permission: a day outside them is a mistyped one. */
const ANOS = { de: 2000, ate: 2099 } as const;

/** The first and the last day that a permission may have. */
export const VALIDADE_LIMITES = { min: `${ANOS.de}-01-01`, max: `${ANOS.ate}-12-31` } as const;

const isDoCalendario = (dia: string): boolean => {
  const instante = Date.parse(`${dia}T00:00:00Z`);
  return !Number.isNaN(instante) && new Date(instante).toISOString().startsWith(dia);
};

/** A day of the calendar as text, 'yyyy-mm-dd'; null or blank becomes null. */
export const diaOpcional = (rotulo: string) =>
  z.pipe(
    optionalText(rotulo, 40),
    z.nullable(
      z.string().check(
        z.regex(/^\d{4}-\d{2}-\d{2}$/, {
          error: `${rotulo}: use uma data, como 2026-12-31.`,
          abort: true,
        }),
        z.refine(isDoCalendario, { error: `${rotulo}: este dia não existe.`, abort: true }),
        z.refine((dia) => dia >= VALIDADE_LIMITES.min && dia <= VALIDADE_LIMITES.max, {
          error: `${rotulo}: use um ano de ${ANOS.de} a ${ANOS.ate}.`,
        }),
      ),
    ),
  );

/** '31/12/2026' of '2026-12-31'; another text as it is. */
export const formatDia = (dia: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(dia) ? dia.split('-').reverse().join('/') : dia;

/**
 * '2026-12-31' of '31/12/2026' or '31/12/26', as people write it in a spreadsheet; another text as
 * it is.
 */
export const parseDia = (texto: string): string =>
  texto
    .trim()
    .replace(/^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/, (_, dia, mes, ano) =>
      [ano.padStart(4, '20'), mes.padStart(2, '0'), dia.padStart(2, '0')].join('-'),
    );

/** The last days of this semester and of the next one, after today. */
export function listFinsDeSemestre(hoje: string): [este: string, proximo: string] {
  const ano = Number(hoje.slice(0, 4));
  const dias = [`${ano}-07-31`, `${ano}-12-31`, `${ano + 1}-07-31`, `${ano + 1}-12-31`];
  const [este = '', proximo = ''] = dias.filter((dia) => dia > hoje);
  return [este, proximo];
}

/** Whether the last day has passed. */
export const isVencido = (valido_ate: string | null, hoje: string): boolean =>
  valido_ate !== null && valido_ate < hoje;

/** The reason of a vehicle whose last day has passed. */
export const sayVencida = (valido_ate: string): string =>
  `Validade encerrada em ${formatDia(valido_ate)}`;

/** 'Vence esta semana': today and the next six days. */
export const DIAS_DA_SEMANA = 6;
