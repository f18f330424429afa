import { classifyPlaca, isPlacaValida, normalizePlaca } from '@unipark/contract/placa';
import {
  CAMPOS_VEICULO,
  CHAVES_VEICULO,
  type ChaveVeiculo,
  formatCampo,
  isProibido,
  type NovoVeiculo,
} from '@unipark/contract/veiculo';
import * as z from 'zod/mini';
import { formatOptional, SEM_STATUS, type SummaryLine, settleStatus } from '../rotulos.ts';

/** The wire's fields, the reason, and the owner's name beside the matrícula. */
const CHAVES = [...CHAVES_VEICULO, 'motivo', 'proprietario_nome'] as const;

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
  const motivo = getMotivo(registro);
  return {
    ...Object.fromEntries(campos),
    placa: normalizePlaca(registro.placa),
    ...(motivo && { motivo }),
  };
}

/** Only a forbidden vehicle has a reason; one typed before the status changed is not sent. */
const getMotivo = ({ status, motivo }: VeiculoDraft): string =>
  isProibido(status) ? motivo.trim() : '';

/** The status's line says why it is forbidden, or what an empty one means. */
function describeStatus(registro: VeiculoDraft): Partial<SummaryLine> {
  const motivo = getMotivo(registro);
  if (registro.status === '') return { nota: SEM_STATUS, alerta: true };
  return motivo ? { nota: `Motivo: ${motivo}` } : {};
}

/** The lines of the confirmation; the owner's has the name. */
export function listLinhas(registro: VeiculoDraft): SummaryLine[] {
  const final = { ...dropCidade(registro), status: settleStatus(registro) };
  const notas: Partial<Record<ChaveVeiculo, Partial<SummaryLine>>> = {
    status: describeStatus(final),
    proprietario_matricula: { nota: final.proprietario_nome },
  };
  return CHAVES_VEICULO.map((chave) => {
    const { rotulo, confirmacao = rotulo } = CAMPOS_VEICULO[chave];
    const valor = formatOptional(formatCampo(chave, final[chave]));
    return { rotulo: confirmacao, valor, ...notas[chave] };
  });
}

/** The values of the next registration that are often those of the one before. */
export const keepTipoAndDono = (anterior: VeiculoDraft): VeiculoDraft => ({
  ...REGISTRO_VAZIO,
  tipo: anterior.tipo,
  proprietario_matricula: anterior.proprietario_matricula,
  proprietario_nome: anterior.proprietario_nome,
});

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

/** Whether a draft is of another plate than the address. */
export const isDeOutra = ({ placa }: CadastroStart, rascunho: VeiculoDraft | undefined): boolean =>
  rascunho !== undefined &&
  rascunho.placa !== '' &&
  placa !== '' &&
  normalizePlaca(rascunho.placa) !== normalizePlaca(placa);

/** Continues a draft with the values of the address; a draft of another plate is ignored. */
export function startRegistro(
  pedido: CadastroStart,
  rascunho: VeiculoDraft | undefined,
): VeiculoDraft {
  const { placa, proprietario } = pedido;
  const pedida = getRegistroPedido(pedido);
  if (!rascunho || isDeOutra(pedido, rascunho)) return pedida;
  const { proprietario_matricula, proprietario_nome } = proprietario ? pedida : rascunho;
  return {
    ...rascunho,
    ...{ placa: placa || rascunho.placa, proprietario_matricula, proprietario_nome },
  };
}
