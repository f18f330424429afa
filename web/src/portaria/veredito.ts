import { rotuloStatus, type Sentido, type Veredito } from '@unipark/contract/passagem';
import { ehAtivo, ehProibido } from '@unipark/contract/veiculo';
import { day, hour, sameDay } from '../lib/format.ts';

export const NOMES_SENTIDO: Record<Sentido, string> = { entrada: 'entrada', saida: 'saída' };

/** A likeness is never green, whatever it looks like. */
export const ehVerde = ({ status, nivel }: Veredito): boolean =>
  ehAtivo(status) && (nivel === 'exata' || nivel === 'equivalente');

/** As it is spoken: 'RIO2A18, CRETA 1.6 16V, Ativo'. */
export const frase = ({ placa, veiculo, status }: Veredito): string =>
  [placa, veiculo?.modelo, rotuloStatus(status)].filter(Boolean).join(', ');

/** Letters of the longest word: it must fit the card's width. */
export const maiorPalavra = (palavra: string): number =>
  Math.max(...palavra.split(/\s+/).map(({ length }) => length));

/** 'entrada 18:52', or 'entrada 20/11 18:52' when that was not today. */
export function ultimaPassagem({ ultimaPassagem: passagem }: Veredito, hoje = new Date()) {
  if (!passagem) return undefined;
  const { sentido, instante } = passagem;
  const dia = sameDay(instante, hoje) ? '' : `${day(instante).slice(0, 5)} `;
  const quando = dia + hour(instante);
  return sentido ? `${NOMES_SENTIDO[sentido]} ${quando}` : quando;
}

/** The likelier direction. A forbidden car has none: somebody has to decide that. */
export function sentidoProvavel({ status, ultimaPassagem: passagem }: Veredito) {
  if (ehProibido(status)) return undefined;
  return passagem?.sentido === 'entrada' ? 'saida' : 'entrada';
}
