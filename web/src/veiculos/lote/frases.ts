/** What the screen says about acts on many vehicles. */
import type { LoteVeiculos } from '@unipark/contract/loteVeiculos';
import { count, number } from '../../lib/time/format.ts';

export const countVeiculos = (quantos: number): string => count(quantos, 'veículo', 'veículos');

const GERUNDIO = {
  status: 'Mudando o status',
  proprietario: 'Trocando o proprietário',
  excluir: 'Excluindo',
} as const;

/** The bar of the progress: 'Mudando o status', 1.200 of 3.000. */
export function describeAndamento({ ato, fase, feitos, total, alterados }: LoteVeiculos) {
  const desfaz = fase === 'desfazendo';
  const [label, max] = desfaz ? ['Desfazendo', alterados] : [GERUNDIO[ato], total];
  const text = `${label}… ${number(feitos)} de ${number(max)}`;
  return { label, value: feitos, max, text };
}

const changed = ({ ato, status, alterados }: LoteVeiculos): string => {
  if (alterados === 0) return 'Nenhum veículo alterado';
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

/** The toast at the end of an act, or of its undoing. */
export const describeFim = (lote: LoteVeiculos): string =>
  lote.fase === 'desfeito' ? describeDesfeito(lote) : describeFeito(lote);
