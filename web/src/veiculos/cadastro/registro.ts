import { Cidade } from '@unipark/contract/cidade';
import { canonica, digitarPlaca, tipoPlaca } from '@unipark/contract/placa';
import type { NovoVeiculo, TipoVeiculo } from '@unipark/contract/veiculo';
import * as z from 'zod/mini';
import { escolherTipo } from '../catalogo.ts';
import { informado, type Linha, rotuloTipo } from '../rotulos.ts';

/** Who owns the vehicle, as far as the form needs to know. */
const DonoEscolhido = z.object({ matricula: z.string(), nome: z.string() });
export type DonoEscolhido = z.infer<typeof DonoEscolhido>;

/** All that the registration form holds. A schema, for a draft comes back from the browser. */
export const Registro = z.object({
  tipo: z.string(),
  marca: z.string(),
  modelo: z.string(),
  ano: z.string(),
  cor: z.string(),
  placa: z.string(),
  cidade: z.nullable(Cidade),
  proprietario: z.nullable(DonoEscolhido),
  status: z.string(),
});
export type Registro = z.infer<typeof Registro>;

export const REGISTRO_VAZIO: Registro = {
  tipo: '',
  marca: '',
  modelo: '',
  ano: '',
  cor: '',
  placa: '',
  cidade: null,
  proprietario: null,
  status: '',
};

export type Acao =
  | { campo: 'tipo' | 'cor' | 'placa' | 'status'; valor: string }
  | { campo: 'cidade'; valor: Cidade | null }
  | { campo: 'proprietario'; valor: DonoEscolhido | null }
  | { campo: 'tudo'; valor: Registro };

export function registrar(atual: Registro, acao: Acao): Registro {
  switch (acao.campo) {
    case 'tudo':
      return acao.valor;
    case 'tipo':
      return escolherTipo(atual, acao.valor);
    case 'placa':
      return { ...atual, placa: digitarPlaca(acao.valor) };
    default:
      return { ...atual, [acao.campo]: acao.valor };
  }
}

export const placaValida = (registro: Registro): boolean =>
  tipoPlaca(registro.placa) !== 'Inválida';

/** Only the old plate carries a city; one chosen before the plate changed is not sent. */
export const cidadeDaPlaca = (registro: Registro): Cidade | null =>
  tipoPlaca(registro.placa) === 'Antiga' ? registro.cidade : null;

export const estaVazio = (registro: Registro): boolean =>
  (Object.keys(REGISTRO_VAZIO) as (keyof Registro)[]).every(
    (campo) => registro[campo] === REGISTRO_VAZIO[campo],
  );

/** The body of POST /db/veiculos: null where nothing was chosen. */
export function corpoDoRegistro(registro: Registro): NovoVeiculo {
  const cidade = cidadeDaPlaca(registro);
  return {
    tipo: (registro.tipo || null) as TipoVeiculo | null,
    marca: registro.marca || null,
    modelo: registro.modelo || null,
    ano: registro.ano || null,
    cor: registro.cor || null,
    placa: canonica(registro.placa),
    status: registro.status || null,
    proprietario_matricula: registro.proprietario?.matricula ?? null,
    cidade: cidade?.nome ?? null,
    estado: cidade?.estado ?? null,
  };
}

/** The rows of 'Confirme os dados', in the order of the specification. */
export function linhasDoRegistro(registro: Registro): Linha[] {
  const cidade = cidadeDaPlaca(registro);
  return [
    { rotulo: 'Tipo', valor: informado(rotuloTipo(registro.tipo)) },
    { rotulo: 'Marca', valor: informado(registro.marca) },
    { rotulo: 'Modelo', valor: informado(registro.modelo) },
    { rotulo: 'Ano', valor: informado(registro.ano) },
    { rotulo: 'Placa', valor: informado(registro.placa) },
    { rotulo: 'Cor', valor: informado(registro.cor) },
    { rotulo: 'Status', valor: informado(registro.status) },
    { rotulo: 'Matrícula do Proprietário', valor: informado(registro.proprietario?.matricula) },
    { rotulo: 'Cidade', valor: informado(cidade?.nome) },
    { rotulo: 'Estado', valor: informado(cidade?.estado) },
  ];
}

/** What the address asks the form to begin with. */
export type Pedido = { placa: string; proprietario: DonoEscolhido | null };

export const registroPedido = ({ placa, proprietario }: Pedido): Registro => ({
  ...REGISTRO_VAZIO,
  placa,
  proprietario,
});

/** A draft goes on, with what was asked for; a draft of another plate gives way. */
export function comecar(pedido: Pedido, rascunho: Registro | undefined): Registro {
  const { placa, proprietario } = pedido;
  const outra = rascunho?.placa && placa && canonica(rascunho.placa) !== canonica(placa);
  if (!rascunho || outra) return registroPedido(pedido);
  return {
    ...rascunho,
    placa: placa || rascunho.placa,
    proprietario: proprietario ?? rascunho.proprietario,
  };
}

/** Same content, field by field. */
export const iguais = (um: Registro, outro: Registro): boolean =>
  JSON.stringify(um) === JSON.stringify(outro);
