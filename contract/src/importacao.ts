/** The register from a file: owners and vehicles of a spreadsheet, previewed before they are written. */
import * as z from 'zod/mini';
import { limitUpTo } from './lista.ts';
import { CAMPOS_PROPRIETARIO } from './proprietario.ts';
import { looseInput, strictInput } from './texto.ts';
import { CAMPOS_VEICULO } from './veiculo.ts';

/** Limits of one file. */
export const IMPORTACAO_MAXIMA = 20 * 1024 * 1024;
export const LINHAS_IMPORTACAO = 200_000;
export const COLUNAS_IMPORTACAO = 100;
/** Days after which an import and its rows are deleted. */
export const DIAS_IMPORTACAO = 30;

export const TIPOS_IMPORTACAO = ['veiculos', 'proprietarios'] as const;
export type TipoImportacao = (typeof TIPOS_IMPORTACAO)[number];
export const TipoImportacao = z.enum(TIPOS_IMPORTACAO, {
  error: 'Tipo: use veiculos ou proprietarios.',
});

/** A field that a column may have. */
export interface CampoImportado {
  campo: string;
  rotulo: string;
  obrigatorio: boolean;
}

const listOf = (
  campos: Readonly<Record<string, { rotulo: string }>>,
  obrigatorios: readonly string[],
  rotulos: Record<string, string> = {},
): readonly CampoImportado[] =>
  Object.entries(campos).map(([campo, { rotulo }]) => ({
    campo,
    rotulo: rotulos[campo] ?? rotulo,
    obrigatorio: obrigatorios.includes(campo),
  }));

/** The fields that a file of each kind may have, in the order of its template. */
export const CAMPOS_IMPORTACAO: Readonly<Record<TipoImportacao, readonly CampoImportado[]>> = {
  veiculos: listOf(CAMPOS_VEICULO, ['placa'], {
    proprietario_matricula: 'Matrícula do proprietário',
  }),
  proprietarios: listOf(CAMPOS_PROPRIETARIO, ['matricula', 'nome']),
};

/**
 * From the upload to the end. `colunas` and `previa` wait for the person; `interrompida` for a
 * decision: continue or undo.
 */
export const FASES_IMPORTACAO = [
  'recebendo',
  'lendo',
  'colunas',
  'conferindo',
  'previa',
  'gravando',
  'concluida',
  'interrompida',
  'desfazendo',
  'desfeita',
  'recusada',
] as const;
export type FaseImportacao = (typeof FASES_IMPORTACAO)[number];

/** The phases in which the server works. */
export const FASES_OCUPADAS: readonly FaseImportacao[] = [
  'recebendo',
  'lendo',
  'conferindo',
  'gravando',
  'desfazendo',
];

/** What a row means for the register: a new record, a change, nothing, or an error. */
export const VEREDITOS_LINHA = ['nova', 'altera', 'igual', 'erro'] as const;
export type VereditoLinha = (typeof VEREDITOS_LINHA)[number];

/** What happens to a record that is registered already. */
export const Existentes = z.enum(['ignorar', 'atualizar'], {
  error: 'Existentes: use ignorar ou atualizar.',
});
export type Existentes = z.infer<typeof Existentes>;

/**
 * The parts of a synchronisation, in their order: the owners, the vehicles of those who left, the
 * vehicles.
 */
export const PARTES_SINCRONIZACAO = ['proprietarios', 'ausentes', 'veiculos'] as const;
export type ParteSincronizacao = (typeof PARTES_SINCRONIZACAO)[number];

const textoNulo = z.nullable(z.string());
const inteiro = z.int();

/** A column of the file: its letter, heading, samples, and the field that it fills. */
export const ColunaImportada = z.object({
  letra: z.string(),
  titulo: z.string(),
  amostras: z.array(z.string()),
  campo: textoNulo,
});
export type ColunaImportada = z.infer<typeof ColunaImportada>;

/** Rows by verdict, and those with a warning. */
export const ContagemLinhas = z.object({
  nova: inteiro,
  altera: inteiro,
  igual: inteiro,
  erro: inteiro,
});
export type ContagemLinhas = z.infer<typeof ContagemLinhas>;

export const FeitosImportacao = z.object({
  criadas: inteiro,
  alteradas: inteiro,
  iguais: inteiro,
  ignoradas: inteiro,
  recusadas: inteiro,
});
export type FeitosImportacao = z.infer<typeof FeitosImportacao>;

export const Importacao = z.object({
  id: inteiro,
  tipo: TipoImportacao,
  /** The file's name. */
  nome: z.string(),
  bytes: inteiro,
  fase: z.enum(FASES_IMPORTACAO),
  /** Why it was refused or stopped, as a sentence. */
  erro: textoNulo,
  colunas: z.array(ColunaImportada),
  /** What the person should know about the file as a whole. */
  avisos: z.array(z.string()),
  existentes: Existentes,
  apagar_vazias: z.boolean(),
  linhas: inteiro,
  contagem: ContagemLinhas,
  /** Rows done in the present phase. */
  feitos: inteiro,
  /** The present phase began then; null while it waits for another import. */
  fase_desde: textoNulo,
  /** Imports that are before this one. */
  na_frente: inteiro,
  resultado: FeitosImportacao,
  /** Undone records, and those that stay because they were changed since. */
  desfeitas: inteiro,
  mantidas: inteiro,
  criada_em: z.string(),
  quem: textoNulo,
  /** Which part of a synchronisation it is; null: a person sent the file. */
  parte: z.nullable(z.enum(PARTES_SINCRONIZACAO)),
  /** Why a synchronisation waits for an administrator, as a sentence. */
  espera: textoNulo,
});
export type Importacao = z.infer<typeof Importacao>;

export const MudancaLinha = z.object({ campo: z.string(), antes: textoNulo, depois: textoNulo });
export type MudancaLinha = z.infer<typeof MudancaLinha>;

/** A row of the preview; `erros` and `originais` are by the column's index. */
export const LinhaImportada = z.object({
  /** The line of the file. */
  linha: inteiro,
  celulas: z.array(z.string()),
  veredito: z.enum(VEREDITOS_LINHA),
  erros: z.record(z.string(), z.string()),
  avisos: z.record(z.string(), z.string()),
  /** Cells as they were in the file, when they were corrected. */
  originais: z.record(z.string(), z.string()),
  mudancas: z.array(MudancaLinha),
});
export type LinhaImportada = z.infer<typeof LinhaImportada>;

/** The query of an upload. The name is for people; its format is found from the bytes. */
export const EnvioImportacao = strictInput({
  tipo: TipoImportacao,
  nome: z
    .string({ error: 'Nome: informe o nome do arquivo.' })
    .check(
      z.minLength(1, { error: 'Nome: informe o nome do arquivo.' }),
      z.maxLength(255, { error: 'Nome: use no máximo 255 caracteres.' }),
    ),
});

/** The field of each column, by its index; null: the column is not imported. */
export const PedidoColunas = strictInput({
  campos: z
    .array(z.nullable(z.string()), { error: 'Colunas: informe o campo de cada coluna.' })
    .check(z.maxLength(COLUNAS_IMPORTACAO, { error: 'Colunas: há colunas demais.' })),
  apagar_vazias: z.optional(z.boolean({ error: 'Apagar vazias: use true ou false.' })),
});
export type PedidoColunas = z.infer<typeof PedidoColunas>;

/** New texts of a row's cells, by the column's index. */
export const CorrecaoLinha = looseInput({
  celulas: z.record(
    z.string().check(z.regex(/^\d{1,2}$/, { error: 'Célula: informe o número da coluna.' })),
    z
      .string({ error: 'Célula: informe um texto.' })
      .check(z.maxLength(1_000, { error: 'Célula: use no máximo 1.000 caracteres.' })),
  ),
});
export type CorrecaoLinha = z.infer<typeof CorrecaoLinha>;

export const PedidoGravar = strictInput({ existentes: Existentes });

export const LIMITE_LINHAS = 100;
export const ListaLinhas = strictInput({
  veredito: z.optional(z.enum(VEREDITOS_LINHA, { error: 'Situação: valor desconhecido.' })),
  /** The last line that was read. */
  apos: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,7}$/, { error: 'apos: informe o número de uma linha.' })),
      z.transform(Number),
    ),
  ),
  limite: z.optional(limitUpTo(LIMITE_LINHAS)),
});

/** 'A', 'B', … 'AA': the letters of a spreadsheet. */
export function letterOf(coluna: number): string {
  const resto = String.fromCharCode(65 + (coluna % 26));
  return coluna < 26 ? resto : letterOf(Math.floor(coluna / 26) - 1) + resto;
}
