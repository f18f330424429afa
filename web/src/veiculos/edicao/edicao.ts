import {
  CAMPOS_VEICULO,
  CHAVES_EDICAO,
  type ChaveEdicao,
  type EdicaoVeiculo,
  formatCampo,
  isProibido,
  normalizeStatus,
  type Veiculo,
} from '@unipark/contract/veiculo';
import * as z from 'zod/mini';
import { formatOptional, settleStatus } from '../rotulos.ts';

type TextKey = Exclude<ChaveEdicao, 'motivo'>;
const TEXTOS = CHAVES_EDICAO.filter((chave): chave is TextKey => chave !== 'motivo');

/** The texts of the edit form, '' when empty. Without `motivo` the stored reason stays. */
export type VeiculoEdit = Record<TextKey, string> & { motivo?: string };

const Aberta = z.object({
  ...Object.fromEntries(TEXTOS.map((chave) => [chave, z.string()])),
  motivo: z.optional(z.string()),
});

/** A failed edit that the bell can open again; undefined for another error. */
export const readEdicao = (estado: unknown): VeiculoEdit | undefined =>
  Aberta.safeParse(estado).data as VeiculoEdit | undefined;

export type FieldChange = {
  campo: ChaveEdicao | 'placa';
  rotulo: string;
  antes: string;
  depois: string;
  mudou: boolean;
};

export const getEdicao = (veiculo: Veiculo): VeiculoEdit =>
  Object.fromEntries(TEXTOS.map((chave) => [chave, veiculo[chave] ?? ''])) as VeiculoEdit;

/** Only a forbidden vehicle has a reason. */
export const hasMotivo = ({ status }: { status: string }): boolean => isProibido(status.trim());

/** The edit without a reason that its status does not allow. */
export function dropMotivo({ motivo, ...textos }: VeiculoEdit): VeiculoEdit {
  return hasMotivo(textos) && motivo !== undefined ? { ...textos, motivo } : textos;
}

/** The body of PUT /db/veiculos/{placa}: the whole edited vehicle, '' clears a field. */
export function buildCorpo(veiculo: Veiculo, edicao: VeiculoEdit): EdicaoVeiculo {
  const { versao: _, ...campos } = veiculo;
  return { ...campos, ...dropMotivo(edicao) } as EdicaoVeiculo;
}

/** In the order of the form. The reason is a row where it is allowed or about to be removed. */
export function listMudancas(veiculo: Veiculo, edicao: VeiculoEdit, motivo = ''): FieldChange[] {
  const { placa } = veiculo;
  const ha = hasMotivo(edicao);
  const antes = { ...getEdicao(veiculo), motivo };
  const depois = {
    ...edicao,
    status: normalizeStatus(settleStatus(edicao)),
    motivo: ha ? (edicao.motivo ?? motivo) : '',
  };
  const linhas = CHAVES_EDICAO.filter((chave) => chave !== 'motivo' || ha || motivo !== '');
  return [
    {
      campo: 'placa',
      rotulo: CAMPOS_VEICULO.placa.rotulo,
      antes: placa,
      depois: placa,
      mudou: false,
    },
    ...linhas.map((chave) => ({
      campo: chave,
      rotulo: CAMPOS_VEICULO[chave].rotulo,
      antes: formatOptional(formatCampo(chave, antes[chave])),
      depois: formatOptional(formatCampo(chave, depois[chave])),
      mudou: antes[chave].trim() !== depois[chave].trim(),
    })),
  ];
}

/** '2 alterações' */
export function formatMudancas(linhas: readonly FieldChange[]): string {
  const quantas = linhas.filter(({ mudou }) => mudou).length;
  if (quantas === 0) return 'Nenhuma alteração';
  return `${quantas} ${quantas === 1 ? 'alteração' : 'alterações'}`;
}
