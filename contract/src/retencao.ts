/** How long the gate's data is kept. Older data is deleted every night, and cannot be restored. */
import * as z from 'zod/mini';
import { strictInput } from './texto.ts';

/** Ten years: no purpose of a gate needs more. */
const DEZ_ANOS = 3_650;
/** An act must be there when it is asked about: access records are kept six months by law. */
const SEIS_MESES = 180;
/** For what only helps to set up a device. */
const TRES_MESES = 90;

/** Each period in days: its words, its default, its limits. */
export const PRAZOS = {
  passagens_dias: { rotulo: 'Passagens', padrao: 180, maximo: DEZ_ANOS },
  nao_cadastradas_dias: {
    rotulo: 'Passagens de veículos não cadastrados',
    padrao: 30,
    maximo: DEZ_ANOS,
  },
  fotos_dias: { rotulo: 'Fotos das passagens', padrao: 30, maximo: DEZ_ANOS },
  bruto_dias: { rotulo: 'Mensagem original das câmeras', padrao: 7, maximo: TRES_MESES },
  quarentena_dias: {
    rotulo: 'Mensagens de câmeras que não foram entendidas',
    padrao: 7,
    maximo: TRES_MESES,
  },
  mensagens_dias: { rotulo: 'Mensagens de contato', padrao: 365, maximo: DEZ_ANOS },
  visitantes_dias: { rotulo: 'Passes de visitantes', padrao: 90, maximo: DEZ_ANOS },
  auditoria_dias: { rotulo: 'Auditoria', padrao: 1_825, minimo: SEIS_MESES, maximo: DEZ_ANOS },
} as const;
export type PrazoRetencao = keyof typeof PRAZOS;

/** In the order of the form. */
export const CAMPOS_RETENCAO = Object.keys(PRAZOS) as PrazoRetencao[];

/** '3.650', the same in any locale of the server. */
const formatDias = (dias: number): string => String(dias).replace(/(\d)(\d{3})$/, '$1.$2');

const minimumOf = (campo: PrazoRetencao): number => {
  const prazo: { rotulo: string; minimo?: number } = PRAZOS[campo];
  return prazo.minimo ?? 1;
};

/** What a period may be: '1 a 90 dias' */
export const describeLimite = (campo: PrazoRetencao): string =>
  `${minimumOf(campo)} a ${formatDias(PRAZOS[campo].maximo)} dias`;

const days = (campo: PrazoRetencao) => {
  const { rotulo, maximo } = PRAZOS[campo];
  const error = `${rotulo}: use de ${describeLimite(campo)}.`;
  return z.int({ error }).check(z.gte(minimumOf(campo), { error }), z.lte(maximo, { error }));
};

/** Only passages may be kept for ever (null): the other kinds lose their purpose with time. */
export const PrazosRetencao = strictInput({
  passagens_dias: z.nullable(days('passagens_dias')),
  nao_cadastradas_dias: days('nao_cadastradas_dias'),
  fotos_dias: days('fotos_dias'),
  bruto_dias: days('bruto_dias'),
  quarentena_dias: days('quarentena_dias'),
  mensagens_dias: days('mensagens_dias'),
  visitantes_dias: days('visitantes_dias'),
  auditoria_dias: days('auditoria_dias'),
});
export type PrazosRetencao = z.infer<typeof PrazosRetencao>;

/** A change of some of them: the others stay as another person may have saved them meanwhile. */
export const EdicaoPrazos = z.partial(PrazosRetencao);
export type EdicaoPrazos = z.infer<typeof EdicaoPrazos>;

export const PRAZOS_PADRAO = Object.fromEntries(
  CAMPOS_RETENCAO.map((campo) => [campo, PRAZOS[campo].padrao]),
) as PrazosRetencao;

/** How many rows were deleted, or would be. */
export const Apagados = z.object({
  passagens: z.int(),
  fotos: z.int(),
  /** Acts of the audit; a cleaning of an earlier release has none. */
  auditoria: z._default(z.int(), 0),
});
export type Apagados = z.infer<typeof Apagados>;

export const Retencao = z.object({
  prazos: PrazosRetencao,
  /** Set by the server's environment, with the variable's name: not changed here. */
  fixos: z.record(z.string(), z.string()),
  /** The last cleaning that was done. */
  ultima: z.nullable(z.extend(Apagados, { em: z.string() })),
  /** Whether the newest cleaning failed: it came after `ultima`. */
  falhou: z.boolean(),
  /** How many passages a person wants kept longer. */
  retidas: z.int(),
  /** Whether a cleaning runs now. */
  apagando: z.boolean(),
  /** After an upgrade nothing is deleted before this instant; null: the wait is over. */
  desde: z.nullable(z.string()),
});
export type Retencao = z.infer<typeof Retencao>;
