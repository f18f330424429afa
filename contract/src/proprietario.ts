import * as z from 'zod/mini';
import { consultaLista, TermoBusca } from './lista.ts';
import { textoObrigatorio } from './texto.ts';

/** Owner of vehicles. `matricula` is the key: text, leading zeros kept, compared exactly. */
export const Proprietario = z.object({
  matricula: z.string(),
  nome: z.string(),
  versao: z.int(),
});
export type Proprietario = z.infer<typeof Proprietario>;

export const Matricula = textoObrigatorio('Matrícula', 32);
const Nome = textoObrigatorio('Nome', 200);

export const NovoProprietario = z.strictObject({ matricula: Matricula, nome: Nome });
export type NovoProprietario = z.infer<typeof NovoProprietario>;

export const EdicaoProprietario = z.strictObject({ nome: Nome });
export type EdicaoProprietario = z.infer<typeof EdicaoProprietario>;

export const ORDENS_PROPRIETARIO = ['nome', 'matricula'] as const;
export const ListaProprietarios = z.strictObject(consultaLista(ORDENS_PROPRIETARIO));
export type ListaProprietarios = z.infer<typeof ListaProprietarios>;

export const BuscaProprietarios = z.strictObject({
  q: TermoBusca,
  ...consultaLista(ORDENS_PROPRIETARIO),
});
export type BuscaProprietarios = z.infer<typeof BuscaProprietarios>;

/** Item of an owner search: 'Nome - matrícula' and the whole record. */
export const OpcaoProprietario = z.object({ label: z.string(), value: Proprietario });
export type OpcaoProprietario = z.infer<typeof OpcaoProprietario>;
