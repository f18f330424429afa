/** Counts by name, of a period and of the one before it. */
import type { RelatorioPassagens } from '@unipark/contract/relatorio';

export type Counts = Map<string, number>;

/** Adds to the count of a name. */
export const countIn = (contagem: Counts, nome: string, total: number): void =>
  void contagem.set(nome, (contagem.get(nome) ?? 0) + total);

/** Names of both periods, those with most passages now first. */
export const pairUp = (agora: Counts, antes: Counts): RelatorioPassagens['porStatus'] =>
  [...new Set([...agora.keys(), ...antes.keys()])]
    .map((nome) => ({ nome, total: agora.get(nome) ?? 0, anterior: antes.get(nome) ?? 0 }))
    .sort((um, outro) => outro.total - um.total || um.nome.localeCompare(outro.nome));

/** The first UTC hour of a day of São Paulo, as `passagens_horas` names it. */
export const firstHour = (dia: string): string => `${dia}T03`;
