/** Words for the state of the catalogue, as staff read them. */

const mes = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** '2026-11' → 'novembro de 2026'. */
export const nomeDoMes = (referencia: string | null): string =>
  referencia ? mes.format(new Date(`${referencia}-01T00:00:00Z`)) : 'mês desconhecido';
