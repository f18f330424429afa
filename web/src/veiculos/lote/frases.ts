/** What the screen says about acts on many vehicles. */
import type { LoteVeiculos } from '@unipark/contract/loteVeiculos';
import { count, number } from '../../lib/time/format.ts';

export const countVeiculos = (quantos: number): string => count(quantos, 'veículo', 'veículos');

const GERUNDIO = {
  status: 'Mudando o status',
  proprietario: 'Trocando o proprietário',
  excluir: 'Excluindo',
} as const;

/** 'Mudando o status… 1.200 de 3.000' */
export function describeAndamento({ ato, fase, feitos, total, alterados }: LoteVeiculos): string {
  const [gerundio, de] = fase === 'desfazendo' ? ['Desfazendo', alterados] : [GERUNDIO[ato], total];
  return `${gerundio}… ${number(feitos)} de ${number(de)}`;
}

const changed = ({ ato, status, alterados }: LoteVeiculos): string => {
  const quantos = countVeiculos(alterados);
  const plural = alterados === 1 ? '' : 's';
  if (ato === 'status') return `${quantos} com o status ${status}`;
  return ato === 'excluir' ? `${quantos} excluído${plural}` : `${quantos} com o novo proprietário`;
};

/** The toast at the end of an act. */
export function describeFeito(lote: LoteVeiculos): string {
  const { fase, iguais, recusados } = lote;
  const partes = [
    changed(lote),
    iguais > 0 && `${number(iguais)} já ${iguais === 1 ? 'estava' : 'estavam'} assim`,
    recusados > 0 && `${number(recusados)} sem alteração`,
  ].filter(Boolean);
  const fim =
    fase === 'cancelado' ? 'Cancelado: ' : fase === 'interrompido' ? 'Interrompido: ' : '';
  return `${fim}${partes.join('; ')}.`;
}

/** The toast at the end of undoing. */
export const describeDesfeito = ({ desfeitos, mantidos }: LoteVeiculos): string =>
  mantidos > 0
    ? `Desfeito em ${countVeiculos(desfeitos)}; ${number(mantidos)} sem alteração.`
    : `Desfeito em ${countVeiculos(desfeitos)}.`;
