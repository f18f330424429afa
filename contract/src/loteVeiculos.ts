/** One act on many vehicles: those that a person chose, or all that a list finds. */
import * as z from 'zod/mini';
import { TermoBusca } from './lista.ts';
import { Placa } from './placa.ts';
import { optionalText, requiredText, strictInput } from './texto.ts';
import { FILTROS_VEICULO, normalizeStatus } from './veiculo.ts';

/** Most vehicles that are chosen one by one: their plates also fit into an address. */
export const ESCOLHIDOS_MAXIMO = 500;
/** Most vehicles of one act. */
export const LOTE_MAXIMO = 10_000;
/** Days after which an act and what it needs to be undone are deleted. */
export const DIAS_LOTE = 30;

export const ATOS_LOTE = ['status', 'proprietario', 'excluir'] as const;
export type AtoLote = (typeof ATOS_LOTE)[number];

/**
 * From the request to the end. `cancelado` and `interrompido` keep what was done so far; every end
 * but those of undoing can be undone, unless vehicles were deleted.
 */
export const FASES_LOTE = [
  'fazendo',
  'feito',
  'cancelado',
  'interrompido',
  'desfazendo',
  'desfeito',
] as const;
export type FaseLote = (typeof FASES_LOTE)[number];

/** The phases in which the server works. */
export const isLoteAberto = (fase: FaseLote): boolean =>
  fase === 'fazendo' || fase === 'desfazendo';

/** A list's term and filters, without its order and page. */
export const FiltroLote = strictInput({ q: z.optional(TermoBusca), ...FILTROS_VEICULO });
export type FiltroLote = z.infer<typeof FiltroLote>;

const versaoInvalida = { error: 'Versão: informe o número que a lista mostrou.' };
const EscolhaLote = strictInput({
  placa: Placa,
  versao: z.int(versaoInvalida).check(z.gte(1, versaoInvalida)),
});

const totalInvalido = {
  error: () => `Total: informe de 1 a ${LOTE_MAXIMO.toLocaleString('pt-BR')} veículos.`,
};
const escolhaInvalida = {
  error: `Veículos: escolha de 1 a ${ESCOLHIDOS_MAXIMO} um a um, ou todos os resultados.`,
};

/** `veiculos` as the person saw them, or the filter of the list; `total` is the number on screen. */
export const PedidoLote = strictInput({
  ato: z.enum(ATOS_LOTE, { error: 'Ato: use status, proprietario ou excluir.' }),
  status: z.optional(z.pipe(requiredText('Status', 40), z.transform(normalizeStatus))),
  /** With PROIBIDO only; without it a PROIBIDO keeps the reason that it has. */
  motivo: z.optional(optionalText('Motivo', 200)),
  proprietario_matricula: z.optional(requiredText('Proprietário', 32)),
  veiculos: z.optional(
    z
      .array(EscolhaLote, escolhaInvalida)
      .check(z.minLength(1, escolhaInvalida), z.maxLength(ESCOLHIDOS_MAXIMO, escolhaInvalida)),
  ),
  filtro: z.optional(FiltroLote),
  total: z.int(totalInvalido).check(z.gte(1, totalInvalido), z.lte(LOTE_MAXIMO, totalInvalido)),
}).check(
  z.refine(({ veiculos, filtro }) => (veiculos === undefined) !== (filtro === undefined), {
    error: 'Informe os veículos ou o filtro, e só um deles.',
    path: ['veiculos'],
  }),
  z.refine(({ ato, status }) => (ato === 'status') === (status !== undefined), {
    error: 'Status: informe-o para mudar o status, e só então.',
    path: ['status'],
  }),
  z.refine(
    ({ ato, proprietario_matricula: dono }) => (ato === 'proprietario') === (dono !== undefined),
    {
      error: 'Proprietário: informe-o para trocar o proprietário, e só então.',
      path: ['proprietario_matricula'],
    },
  ),
);
export type PedidoLote = z.infer<typeof PedidoLote>;

/** The acts that the server is doing, or those that ended. */
export const ListaLotes = strictInput({
  situacao: z.optional(
    z.enum(['abertos', 'encerrados'], { error: 'Situação: use abertos ou encerrados.' }),
  ),
});

/** Whether an act can be taken back. */
export const canUndoLote = ({ ato, fase, alterados }: LoteVeiculos): boolean =>
  ato !== 'excluir' && alterados > 0 && !isLoteAberto(fase) && fase !== 'desfeito';

/** A vehicle that the act left as it was, and why. */
export const RecusaLote = z.object({ placa: z.string(), frase: z.string() });
export type RecusaLote = z.infer<typeof RecusaLote>;

const inteiro = z.int();

export const LoteVeiculos = z.object({
  id: inteiro,
  ato: z.enum(ATOS_LOTE),
  status: z.nullable(z.string()),
  fase: z.enum(FASES_LOTE),
  /** Why it stopped, as a sentence. */
  erro: z.nullable(z.string()),
  total: inteiro,
  /** Vehicles done in the present phase. */
  feitos: inteiro,
  alterados: inteiro,
  /** They had the requested value already. */
  iguais: inteiro,
  recusados: inteiro,
  desfeitos: inteiro,
  /** Undoing left them, because they were changed since. */
  mantidos: inteiro,
  /** Of the last phase, once it has ended. */
  recusas: z.array(RecusaLote),
  criado_em: z.string(),
});
export type LoteVeiculos = z.infer<typeof LoteVeiculos>;
