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

/** Why it stopped comes after what was done. */
const withErro = (texto: string, { fase, erro }: LoteVeiculos): string =>
  fase === 'interrompido' && erro !== null ? `${texto} ${erro}` : texto;

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
  return withErro(`${fim}${partes.join('; ')}.`, lote);
}

/** The toast at the end of undoing. */
export function describeDesfeito(lote: LoteVeiculos): string {
  const { fase, desfeitos, mantidos } = lote;
  const inicio = fase === 'interrompido' ? 'Interrompido: desfeito em' : 'Desfeito em';
  const ficam = mantidos > 0 ? `; ${number(mantidos)} sem alteração` : '';
  return withErro(`${inicio} ${countVeiculos(desfeitos)}${ficam}.`, lote);
}

/** The toast at the end of an act, or of its undoing. */
export const describeFim = (lote: LoteVeiculos): string =>
  lote.fase === 'desfeito' || lote.desfeitos + lote.mantidos > 0
    ? describeDesfeito(lote)
    : describeFeito(lote);
