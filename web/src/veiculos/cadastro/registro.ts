import { classifyPlaca, isPlacaValida, normalizePlaca } from '@unipark/contract/placa';
import {
  CAMPOS_VEICULO,
  CHAVES_VEICULO,
  formatCampo,
  type NovoVeiculo,
} from '@unipark/contract/veiculo';
import * as z from 'zod/mini';
import { formatOptional, type SummaryLine } from '../rotulos.ts';

/** The wire's fields, and the owner's name beside the matrícula. */
const CHAVES = [...CHAVES_VEICULO, 'proprietario_nome'] as const;

/** All fields of the registration form: '' where nothing is chosen. */
export type VeiculoDraft = Record<(typeof CHAVES)[number], string>;

const Rascunho = z.object(
  Object.fromEntries(CHAVES.map((chave) => [chave, z._default(z.string(), '')])),
);

/** @throws {z.core.$ZodError} when it is no draft */
export const readRegistro = (rascunho: unknown): VeiculoDraft =>
  Rascunho.parse(rascunho) as VeiculoDraft;

export const REGISTRO_VAZIO = readRegistro({});

export const isSame = (um: VeiculoDraft, outro: VeiculoDraft): boolean =>
  CHAVES.every((chave) => um[chave] === outro[chave]);

export const isVazio = (registro: VeiculoDraft): boolean => isSame(registro, REGISTRO_VAZIO);

export const hasPlacaValida = ({ placa }: VeiculoDraft): boolean => isPlacaValida(placa);

/** Only the old plate has a city; one chosen before the plate changed is not sent. */
export const dropCidade = (registro: VeiculoDraft): VeiculoDraft =>
  classifyPlaca(registro.placa) === 'Antiga' ? registro : { ...registro, cidade: '', estado: '' };

/** The body of POST /db/veiculos: null where nothing was chosen. */
export function buildCorpo(registro: VeiculoDraft): NovoVeiculo {
  const final = dropCidade(registro);
  const campos = CHAVES_VEICULO.map((chave) => [chave, final[chave] || null]);
  return { ...Object.fromEntries(campos), placa: normalizePlaca(registro.placa) };
}

export function listLinhas(registro: VeiculoDraft): SummaryLine[] {
  const final = dropCidade(registro);
  return CHAVES_VEICULO.map((chave) => {
    const { rotulo, confirmacao = rotulo } = CAMPOS_VEICULO[chave];
    return { rotulo: confirmacao, valor: formatOptional(formatCampo(chave, final[chave])) };
  });
}

export type CadastroStart = {
  placa: string;
  proprietario: { matricula: string; nome: string } | null;
};

export const getRegistroPedido = ({ placa, proprietario }: CadastroStart): VeiculoDraft => ({
  ...REGISTRO_VAZIO,
  placa,
  proprietario_matricula: proprietario?.matricula ?? '',
  proprietario_nome: proprietario?.nome ?? '',
});

/** Continues a draft with the values of the address; a draft of another plate is ignored. */
export function startRegistro(
  pedido: CadastroStart,
  rascunho: VeiculoDraft | undefined,
): VeiculoDraft {
  const { placa, proprietario } = pedido;
  const outra =
    rascunho?.placa && placa && normalizePlaca(rascunho.placa) !== normalizePlaca(placa);
  const pedida = getRegistroPedido(pedido);
  if (!rascunho || outra) return pedida;
  const { proprietario_matricula, proprietario_nome } = proprietario ? pedida : rascunho;
  return {
    ...rascunho,
    ...{ placa: placa || rascunho.placa, proprietario_matricula, proprietario_nome },
  };
}
