import {
  formatStatus,
  NAO_CADASTRADO,
  type Sentido,
  type Veredito,
} from '@unipark/contract/passagem';
import { isAtivo, isProibido } from '@unipark/contract/veiculo';
import { day, hour, sameDay } from '../lib/time/format.ts';

export const NOMES_SENTIDO: Record<Sentido, string> = { entrada: 'entrada', saida: 'saída' };

/** Whether the verdict is green. A similar plate never is. */
export const isVerde = ({ status, nivel }: Veredito): boolean =>
  isAtivo(status) && (nivel === 'exata' || nivel === 'equivalente');

/**
 * Whether the verdict shows why its passage may alarm: a forbidden car, or an unknown one with its
 * similar plates. The stored register may lack the vehicle.
 */
export const isPerigo = ({ status }: Veredito, isLocal: boolean): boolean =>
  isProibido(status) || (!isLocal && status === NAO_CADASTRADO);

/** The spoken verdict: 'RIO2A18, CRETA 1.6 16V, Ativo'. */
export const formatVeredito = ({ placa, veiculo, status }: Veredito): string =>
  [placa, veiculo?.modelo, formatStatus(status)].filter(Boolean).join(', ');

/**
 * What limits the size of the word in its card: its longest word fits the width, and three or more
 * lines leave half of the height to the car.
 */
export function measureWord(palavra: string): { '--letras': number; '--altura': string } {
  const palavras = palavra.split(/\s+/);
  const letras = Math.max(...palavras.map(({ length }) => length));
  const linhas: string[] = [];
  for (const uma of palavras) {
    const junta = `${linhas.at(-1) ?? ''} ${uma}`.trim();
    if (junta.length <= letras) linhas.pop();
    linhas.push(junta.length <= letras ? junta : uma);
  }
  const parte = linhas.length > 2 ? Math.floor(45 / linhas.length) : 100;
  return { '--letras': letras, '--altura': `${parte}cqb` };
}

/** 'entrada 18:52', or 'entrada 20/11 18:52' for another day. */
export function formatUltimaPassagem({ ultima_passagem: passagem }: Veredito, hoje = new Date()) {
  if (!passagem) return undefined;
  const { sentido, instante } = passagem;
  const dia = sameDay(instante, hoje) ? '' : `${day(instante).slice(0, 5)} `;
  const quando = dia + hour(instante);
  return sentido ? `${NOMES_SENTIDO[sentido]} ${quando}` : quando;
}

/** The likelier direction. A forbidden or unknown car has none: a person has to decide. */
export function findSentidoProvavel({ status, ultima_passagem: passagem }: Veredito) {
  if (isProibido(status) || status === NAO_CADASTRADO) return undefined;
  return passagem?.sentido === 'entrada' ? 'saida' : 'entrada';
}
