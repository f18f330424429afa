import * as z from 'zod/mini';
import { listQuery, TermoBusca } from './lista.ts';
import { pathKey, requiredText, strictInput } from './texto.ts';

/** Owner of vehicles. `matricula` is the key: text, leading zeros kept, compared exactly. */
export const Proprietario = z.object({
  matricula: z.string(),
  nome: z.string(),
  versao: z.int(),
});
export type Proprietario = z.infer<typeof Proprietario>;

/** Reserved: '/db/proprietarios/busca' is the search, and '.' and '..' change a path. */
const SEM_ENDERECO = ['busca', '.', '..'];

export const Matricula = z.pipe(
  requiredText('Matrícula', 32),
  z.string().check(
    z.refine((valor) => !SEM_ENDERECO.includes(valor), {
      error: 'Matrícula: este valor é reservado pelo sistema. Use outro.',
    }),
  ),
);
export const MatriculaDeCaminho = pathKey('Matrícula');
const Nome = requiredText('Nome', 200);

export const NovoProprietario = strictInput({ matricula: Matricula, nome: Nome });
export type NovoProprietario = z.infer<typeof NovoProprietario>;

export const EdicaoProprietario = strictInput({ nome: Nome });
export type EdicaoProprietario = z.infer<typeof EdicaoProprietario>;

export const ORDENS_PROPRIETARIO = ['nome', 'matricula'] as const;
export const ListaProprietarios = strictInput(listQuery(ORDENS_PROPRIETARIO));
export type ListaProprietarios = z.infer<typeof ListaProprietarios>;

export const BuscaProprietarios = strictInput({
  q: TermoBusca,
  ...listQuery(ORDENS_PROPRIETARIO),
});
export type BuscaProprietarios = z.infer<typeof BuscaProprietarios>;

/** Item of an owner search: 'Nome - matrícula' and the whole record. */
export const OpcaoProprietario = z.object({ label: z.string(), value: Proprietario });
export type OpcaoProprietario = z.infer<typeof OpcaoProprietario>;
