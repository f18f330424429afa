import * as z from 'zod/mini';
import { Uf } from './cidade.ts';
import { listQuery, TermoBusca } from './lista.ts';
import { Placa } from './placa.ts';
import { foldText, looseInput, optionalText, strictInput, textField } from './texto.ts';
import { diaOpcional, formatDia, isVencido } from './validade.ts';

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

/**
 * The form in which statuses are compared: case, accents, width of the letters and outer spaces are
 * ignored. The count of PROIBIDO and its alarm use the same comparison.
 */
export const foldStatusText = (status: string): string =>
  foldText(status.normalize('NFKD'))
    .replace(/[\p{Cf}\p{DI}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();

/** A known word in any spelling is stored in upper case; any other text as typed. */
export function normalizeStatus(status: string): string {
  const dobrado = foldStatusText(status);
  return STATUS_OFERECIDOS.find((conhecido) => conhecido.toLowerCase() === dobrado) ?? status;
}

/** True exactly when the status is ativo, in any spelling: the screen shows green. */
export const isAtivo = (status: string): boolean => normalizeStatus(status) === 'ATIVO';

/** True when the status is PROIBIDO, in any spelling. */
export const isProibido = (status: string): boolean => normalizeStatus(status) === 'PROIBIDO';

/**
 * The status of a vehicle on this day: after the last day of its permission it is INDEFINIDO, but a
 * PROIBIDO stays.
 */
export const statusOn = (
  { status, valido_ate }: { status: string; valido_ate: string | null },
  hoje: string,
): string => (isVencido(valido_ate, hoje) && !isProibido(status) ? STATUS_PADRAO : status);

const Tipo = z.enum(['1', '2', '3'], { error: 'Tipo: use 1 (Carro), 2 (Moto) ou 3 (Caminhão).' });
const textoNulo = z.nullable(z.string());

const Status = z.pipe(
  optionalText('Status', 40),
  z.transform((valor: string | null) => (valor === null ? null : normalizeStatus(valor))),
);

export interface CampoVeiculo {
  rotulo: string;
  /** The label of its control, when it differs. */
  pergunta?: string;
  /** The label in the confirmation of a registration, when it differs. */
  confirmacao?: string;
  /** Values that its text control offers. */
  opcoes?: readonly string[];
  /** Its section of the registration form; absent when it has no section of its own. */
  secao?: number;
  /** Its place among the facts of the vehicle's page; absent when it has its own part there. */
  fato?: number;
  /** The text of the history when the field became empty. */
  vazio?: string;
  format?: (valor: string) => string;
}

const textRow = (rotulo: string, maximo: number) => ({
  rotulo,
  lido: textoNulo,
  aceito: z.optional(optionalText(rotulo, maximo)),
});

/**
 * The fields of a vehicle, in the order of a confirmation: schemas, columns, forms, summaries and
 * the history are made from these rows. `lido` is the schema of the answer, `aceito` that of the
 * request.
 */
const TABELA = {
  tipo: {
    rotulo: 'Tipo',
    secao: 1,
    fato: 4,
    format: (tipo: string) => TIPOS[tipo as TipoVeiculo] ?? tipo,
    lido: z.nullable(Tipo),
    aceito: z.optional(z.pipe(optionalText('Tipo', 40), z.nullable(Tipo))),
  },
  marca: { ...textRow('Marca', 100), secao: 2, fato: 2 },
  modelo: { ...textRow('Modelo', 100), secao: 3, fato: 1 },
  ano: { ...textRow('Ano', 40), secao: 4, fato: 3 },
  placa: { rotulo: 'Placa', secao: 6, lido: z.string(), aceito: Placa },
  cor: { ...textRow('Cor', 40), opcoes: CORES, secao: 5, fato: 5 },
  status: {
    rotulo: 'Status',
    opcoes: STATUS_OFERECIDOS,
    secao: 9,
    lido: z.string(),
    aceito: z.optional(Status),
  },
  /** Why it is PROIBIDO: shown at the gate, removed with any other status. */
  motivo: {
    ...textRow('Motivo', 200),
    pergunta: 'Motivo (opcional)',
    vazio: 'Retirado',
  },
  proprietario_matricula: {
    ...textRow('Matrícula do proprietário', 32),
    rotulo: 'Proprietário',
    confirmacao: 'Matrícula do Proprietário',
    secao: 8,
    vazio: 'Sem proprietário',
  },
  cidade: {
    ...textRow('Cidade', 100),
    pergunta: 'Cidade (opcional, apenas para visual):',
    secao: 7,
  },
  estado: {
    rotulo: 'Estado',
    lido: z.nullable(Uf),
    aceito: z.optional(z.pipe(optionalText('Estado', 40), z.nullable(Uf))),
  },
  /** The last day of the permission, in São Paulo; absent: it has no end. */
  valido_ate: {
    rotulo: 'Válido até',
    pergunta: 'Válido até (opcional)',
    secao: 10,
    fato: 6,
    vazio: 'Sem validade',
    format: formatDia,
    lido: textoNulo,
    aceito: z.optional(diaOpcional('Válido até')),
  },
} as const satisfies Record<string, CampoVeiculo & { lido: z.ZodMiniType; aceito: z.ZodMiniType }>;

/**
 * The reason is not part of the answered record: the vehicle's page, the cards and the gate have it
 * apart.
 */
const { motivo: _, ...TABELA_DO_FIO } = TABELA;

const shapeOf = <T extends Record<string, Record<P, unknown>>, P extends 'lido' | 'aceito'>(
  tabela: T,
  parte: P,
) =>
  Object.fromEntries(Object.entries(tabela).map(([chave, campo]) => [chave, campo[parte]])) as {
    [K in keyof T]: T[K][P];
  };

/** A registered vehicle: the fields of the specification and its validity, null when empty. */
export const Veiculo = z.object({ ...shapeOf(TABELA_DO_FIO, 'lido'), versao: z.int() });
export type Veiculo = z.infer<typeof Veiculo>;

export const NovoVeiculo = strictInput(shapeOf(TABELA, 'aceito'));
export type NovoVeiculo = z.infer<typeof NovoVeiculo>;

/**
 * The whole edited object. Unknown keys (the form's label copies, `versao`) are dropped; an
 * absent field stays as it is, null or '' clears it. `placa`, when sent, must be the path's.
 */
export const EdicaoVeiculo = looseInput({
  ...shapeOf(TABELA, 'aceito'),
  placa: z.optional(Placa),
});
export type EdicaoVeiculo = z.infer<typeof EdicaoVeiculo>;

export type ChaveVeiculo = keyof typeof TABELA_DO_FIO;
export type ChaveEdicao = Exclude<
  keyof typeof TABELA,
  'placa' | 'proprietario_matricula' | 'cidade' | 'estado'
>;

export const CAMPOS_VEICULO: Readonly<Record<keyof typeof TABELA, CampoVeiculo>> = TABELA;
export const CHAVES_VEICULO = Object.keys(TABELA_DO_FIO) as ChaveVeiculo[];
/** For the edit form: the vehicle's page changes owner and city, and converts the plate. */
export const CHAVES_EDICAO = (Object.keys(TABELA) as ChaveEdicao[]).filter(
  (chave) => !['placa', 'proprietario_matricula', 'cidade', 'estado'].includes(chave),
);

/** Fields in the order of `secao` or `fato`, without those that have none. */
export const orderCampos = (ordem: 'secao' | 'fato'): ChaveVeiculo[] =>
  CHAVES_VEICULO.filter((chave) => CAMPOS_VEICULO[chave][ordem] !== undefined).sort(
    (a, b) => (CAMPOS_VEICULO[a][ordem] ?? 0) - (CAMPOS_VEICULO[b][ordem] ?? 0),
  );

/** A field's value as text for people; '' when there is none. */
export function formatCampo(chave: keyof typeof TABELA, valor: string | null | undefined): string {
  const texto = valor?.trim() ?? '';
  return (texto && CAMPOS_VEICULO[chave].format?.(texto)) || texto;
}

export const ORDENS_VEICULO = ['placa', 'modelo', 'cor', 'status', 'atualizado'] as const;
/** The filters of a list of vehicles. */
export const FILTROS_VEICULO = {
  status: z.optional(textField('Status', 40)),
  tipo: z.optional(Tipo),
  cor: z.optional(textField('Cor', 40)),
  sem_proprietario: z.optional(z.enum(['1', 'true'], { error: 'Sem proprietário: use 1.' })),
  /** The owner's matrícula, compared exactly. */
  proprietario: z.optional(textField('Proprietário', 32)),
  /** The permission ends today or in the next six days. */
  vence: z.optional(z.enum(['semana'], { error: 'Vence: use semana.' })),
  /** Created or changed by this import, whose rows are kept for 30 days. */
  importacao: z.optional(
    z.string().check(z.regex(/^\d{1,9}$/, { error: 'Importação: informe o número.' })),
  ),
};
export const ListaVeiculos = strictInput({ ...listQuery(ORDENS_VEICULO), ...FILTROS_VEICULO });
export type ListaVeiculos = z.infer<typeof ListaVeiculos>;

export const BuscaVeiculos = strictInput({
  q: TermoBusca,
  ...listQuery(ORDENS_VEICULO),
  ...FILTROS_VEICULO,
});
export type BuscaVeiculos = z.infer<typeof BuscaVeiculos>;

/** Item of a vehicle search: 'ABC-1234 - modelo' and the whole record. */
export const OpcaoVeiculo = z.object({ label: z.string(), value: Veiculo });
export type OpcaoVeiculo = z.infer<typeof OpcaoVeiculo>;
