import * as z from 'zod/mini';
import { listQuery, TermoBusca } from './lista.ts';
import { formatTelefone, TelefoneOpcional } from './telefone.ts';
import { optionalText, pathKey, requiredText, strictInput } from './texto.ts';
import { isEmail } from './textosConta.ts';

/** Owner of vehicles. `matricula` is the key: text, leading zeros kept, compared exactly. */
export const Proprietario = z.object({
  matricula: z.string(),
  nome: z.string(),
  versao: z.int(),
});
export type Proprietario = z.infer<typeof Proprietario>;

/** Item of a list, with the number of vehicles. The contact is never part of it. */
export const ProprietarioNaLista = z.extend(Proprietario, { veiculos: z.int() });
export type ProprietarioNaLista = z.infer<typeof ProprietarioNaLista>;

const textoNulo = z.nullable(z.string());

/** The whole record, for requests of one owner; a contact that is not known is null. */
export const ProprietarioCompleto = z.extend(Proprietario, {
  email: textoNulo,
  telefone: textoNulo,
});
export type ProprietarioCompleto = z.infer<typeof ProprietarioCompleto>;

/** The owner's page: the record, the number of vehicles, and when it was written. */
export const FichaProprietario = z.object({
  proprietario: ProprietarioCompleto,
  veiculos: z.int(),
  criado_em: z.string(),
  atualizado_em: z.string(),
});
export type FichaProprietario = z.infer<typeof FichaProprietario>;

export type ChaveProprietario = Exclude<keyof ProprietarioCompleto, 'versao'>;
type CampoProprietario = { rotulo: string; format?: (valor: string) => string };

/** The fields of an owner, in the order in which they are shown. */
export const CAMPOS_PROPRIETARIO: Readonly<Record<ChaveProprietario, CampoProprietario>> = {
  matricula: { rotulo: 'Matrícula' },
  nome: { rotulo: 'Nome' },
  email: { rotulo: 'E-mail' },
  telefone: { rotulo: 'Telefone', format: formatTelefone },
};

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

const EmailOpcional = z.pipe(
  optionalText('E-mail', 254),
  z.nullable(z.string()).check(
    z.refine((valor) => valor === null || isEmail(valor), {
      error: 'E-mail: informe um endereço completo, como nome@exemplo.com.br.',
    }),
  ),
);

const contato = { email: z.optional(EmailOpcional), telefone: z.optional(TelefoneOpcional) };

export const NovoProprietario = strictInput({ matricula: Matricula, nome: Nome, ...contato });
export type NovoProprietario = z.infer<typeof NovoProprietario>;

/** An absent contact stays as it is; null or '' clears it. */
export const EdicaoProprietario = strictInput({ nome: Nome, ...contato });
export type EdicaoProprietario = z.infer<typeof EdicaoProprietario>;

export const ContatoProprietario = strictInput(contato);
export type ContatoProprietario = z.infer<typeof ContatoProprietario>;

export const ORDENS_PROPRIETARIO = ['nome', 'matricula', 'atualizado'] as const;
export const ListaProprietarios = strictInput(listQuery(ORDENS_PROPRIETARIO));
export type ListaProprietarios = z.infer<typeof ListaProprietarios>;

export const BuscaProprietarios = strictInput({
  q: TermoBusca,
  ...listQuery(ORDENS_PROPRIETARIO),
});
export type BuscaProprietarios = z.infer<typeof BuscaProprietarios>;

/** Item of an owner search: 'Nome - matrícula' and the record of the list. */
export const OpcaoProprietario = z.object({ label: z.string(), value: ProprietarioNaLista });
export type OpcaoProprietario = z.infer<typeof OpcaoProprietario>;
