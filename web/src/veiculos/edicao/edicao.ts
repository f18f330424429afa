import {
  EdicaoVeiculo,
  ehProibido,
  normalizarStatus,
  type Veiculo,
} from '@unipark/contract/veiculo';
import * as z from 'zod/mini';
import { type Erros, errosDe } from '../erros.ts';
import { informado, rotuloTipo } from '../rotulos.ts';

/** What the edit form holds: texts as the fields show them, '' when empty. */
export const Edicao = z.object({
  tipo: z.string(),
  marca: z.string(),
  modelo: z.string(),
  ano: z.string(),
  cor: z.string(),
  status: z.string(),
  /** Absent until somebody writes: what the register holds stays then. */
  motivo: z.optional(z.string()),
});
export type Edicao = z.infer<typeof Edicao>;

/** One row of 'Confirmar alterações:'. */
export type Mudanca = { rotulo: string; antes: string; depois: string; mudou: boolean };

export const edicaoDe = (veiculo: Veiculo): Edicao => ({
  tipo: veiculo.tipo ?? '',
  marca: veiculo.marca ?? '',
  modelo: veiculo.modelo ?? '',
  ano: veiculo.ano ?? '',
  cor: veiculo.cor ?? '',
  status: veiculo.status,
});

/** Only a vehicle that is kept out has a reason why. */
export const temMotivo = ({ status }: { status: string }): boolean => ehProibido(status.trim());

/** The body of PUT /db/veiculos/{placa}: the whole edited vehicle, '' clears a field. */
export function corpoDaEdicao(veiculo: Veiculo, edicao: Edicao): EdicaoVeiculo {
  const { versao: _, ...campos } = veiculo;
  const { motivo, ...textos } = edicao;
  const comMotivo = temMotivo(edicao) && motivo !== undefined ? { motivo } : {};
  return { ...campos, ...textos, ...comMotivo } as EdicaoVeiculo;
}

/**
 * Every field with its value before and after, in the order of the form. The reason is a row where
 * there may be one, or where one is about to go.
 */
export function mudancas(veiculo: Veiculo, edicao: Edicao, motivo = ''): Mudanca[] {
  const antes = edicaoDe(veiculo);
  const linha = (rotulo: string, de: string, para: string): Mudanca => ({
    rotulo,
    antes: informado(de),
    depois: informado(para),
    mudou: de.trim() !== para.trim(),
  });
  const porque = temMotivo(edicao) ? (edicao.motivo ?? motivo) : '';
  return [
    linha('Placa', veiculo.placa, veiculo.placa),
    linha('Tipo', rotuloTipo(antes.tipo), rotuloTipo(edicao.tipo)),
    linha('Marca', antes.marca, edicao.marca),
    linha('Modelo', antes.modelo, edicao.modelo),
    linha('Ano', antes.ano, edicao.ano),
    linha('Cor', antes.cor, edicao.cor),
    linha('Status', antes.status, normalizarStatus(edicao.status.trim())),
    ...(temMotivo(edicao) || motivo ? [linha('Motivo', motivo, porque)] : []),
  ];
}

/** '2 alterações' */
export function dizerQuantas(linhas: readonly Mudanca[]): string {
  const quantas = linhas.filter(({ mudou }) => mudou).length;
  if (quantas === 0) return 'Nenhuma alteração';
  return `${quantas} ${quantas === 1 ? 'alteração' : 'alterações'}`;
}

/** What the contract would refuse, of the fields that the form holds. */
export const errosDaEdicao = ({ motivo, ...edicao }: Edicao): Erros =>
  errosDe(EdicaoVeiculo.safeParse(temMotivo(edicao) ? { ...edicao, motivo } : edicao).error);
