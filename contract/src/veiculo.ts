import * as z from 'zod/mini';
import { Uf } from './cidade.ts';
import { consultaLista, TermoBusca } from './lista.ts';
import { Placa } from './placa.ts';
import { entrada, entradaTolerante, maiusculas, texto, textoOpcional } from './texto.ts';

/** FIPE's vehicle types, as codes in text. */
export const TIPOS = { '1': 'Carro', '2': 'Moto', '3': 'Caminhão' } as const;
export type TipoVeiculo = keyof typeof TIPOS;

/** The fixed colour list, in the order of the specification. */
export const CORES = [
  'Amarela',
  'Azul',
  'Bege',
  'Branca',
  'Cinza',
  'Dourada',
  'Grená',
  'Laranja',
  'Marrom',
  'Prata',
  'Preta',
  'Rosa',
  'Roxa',
  'Verde',
  'Vermelha',
  'Fantasia',
] as const;

/** Statuses offered on registration; any other text is allowed on edit. */
export const STATUS_OFERECIDOS = ['ATIVO', 'PROIBIDO', 'INDEFINIDO'] as const;
export const STATUS_PADRAO = 'INDEFINIDO';

/** A known word in any case is stored in upper case; any other text as typed. */
export function normalizarStatus(status: string): string {
  const maiuscula = maiusculas(status);
  return STATUS_OFERECIDOS.some((conhecido) => conhecido === maiuscula) ? maiuscula : status;
}

/** Green exactly when the status is ativo, in any case. */
export const ehAtivo = (status: string): boolean => maiusculas(status) === 'ATIVO';

/** Kept out, whatever the case it is written in. */
export const ehProibido = (status: string): boolean => maiusculas(status) === 'PROIBIDO';

const Tipo = z.enum(['1', '2', '3'], { error: 'Tipo: use 1 (Carro), 2 (Moto) ou 3 (Caminhão).' });
const textoNulo = z.nullable(z.string());

/** A registered vehicle: the ten fields of the specification, null when empty. */
export const Veiculo = z.object({
  placa: z.string(),
  tipo: z.nullable(Tipo),
  marca: textoNulo,
  modelo: textoNulo,
  ano: textoNulo,
  cor: textoNulo,
  status: z.string(),
  proprietario_matricula: textoNulo,
  cidade: textoNulo,
  estado: z.nullable(Uf),
  versao: z.int(),
});
export type Veiculo = z.infer<typeof Veiculo>;

const Status = z.pipe(
  textoOpcional('Status', 40),
  z.transform((valor: string | null) => (valor === null ? null : normalizarStatus(valor))),
);

const campos = {
  tipo: z.optional(z.pipe(textoOpcional('Tipo', 40), z.nullable(Tipo))),
  marca: z.optional(textoOpcional('Marca', 100)),
  modelo: z.optional(textoOpcional('Modelo', 100)),
  ano: z.optional(textoOpcional('Ano', 40)),
  cor: z.optional(textoOpcional('Cor', 40)),
  status: z.optional(Status),
  proprietario_matricula: z.optional(textoOpcional('Matrícula do proprietário', 32)),
  cidade: z.optional(textoOpcional('Cidade', 100)),
  estado: z.optional(z.pipe(textoOpcional('Estado', 40), z.nullable(Uf))),
};

export const NovoVeiculo = entrada({ placa: Placa, ...campos });
export type NovoVeiculo = z.infer<typeof NovoVeiculo>;

/**
 * The whole edited object. Unknown keys (the form's label copies, `versao`) are dropped; an
 * absent field stays as it is, null or '' clears it. `placa`, when sent, must be the path's.
 */
export const EdicaoVeiculo = entradaTolerante({
  placa: z.optional(Placa),
  ...campos,
  /** Why it is PROIBIDO: told at the gate, gone with any other status. */
  motivo: z.optional(textoOpcional('Motivo', 200)),
});
export type EdicaoVeiculo = z.infer<typeof EdicaoVeiculo>;

export const ORDENS_VEICULO = ['placa', 'modelo', 'cor', 'status', 'atualizado'] as const;
const filtros = {
  status: z.optional(texto('Status', 40)),
  tipo: z.optional(Tipo),
  cor: z.optional(texto('Cor', 40)),
  sem_proprietario: z.optional(z.enum(['1', 'true'], { error: 'Sem proprietário: use 1.' })),
};
export const ListaVeiculos = entrada({ ...consultaLista(ORDENS_VEICULO), ...filtros });
export type ListaVeiculos = z.infer<typeof ListaVeiculos>;

export const BuscaVeiculos = entrada({
  q: TermoBusca,
  ...consultaLista(ORDENS_VEICULO),
  ...filtros,
});
export type BuscaVeiculos = z.infer<typeof BuscaVeiculos>;

/** Item of a vehicle search: 'ABC-1234 - modelo' and the whole record. */
export const OpcaoVeiculo = z.object({ label: z.string(), value: Veiculo });
export type OpcaoVeiculo = z.infer<typeof OpcaoVeiculo>;
