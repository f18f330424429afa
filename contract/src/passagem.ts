import * as z from 'zod/mini';
import { Alerta } from './alerta.ts';
import { Alteracao } from './alteracao.ts';
import { LIMITE_MAXIMO, limitUpTo, TermoBusca } from './lista.ts';
import { normalizeLeitura } from './placa.ts';
import { optionalText, refuseInvisibles, strictInput } from './texto.ts';
import { diaOpcional } from './validade.ts';
import { normalizeStatus, STATUS_OFERECIDOS } from './veiculo.ts';

export const SENTIDOS = ['entrada', 'saida'] as const;
export const Sentido = z.enum(SENTIDOS);
export type Sentido = z.infer<typeof Sentido>;
/** As people write it: 'saída' is stored as 'saida'. */
export const SentidoInformado = z.pipe(
  z.enum([...SENTIDOS, 'saída'], { error: 'Sentido: use entrada ou saída.' }),
  z.transform((valor): Sentido => (valor === 'saída' ? 'saida' : valor)),
);
export const ROTULOS_SENTIDO = { entrada: 'Entrada', saida: 'Saída' } as const;

export const NAO_CADASTRADO = 'Não cadastrado';

/** Steps of the matching ladder: the rule that found the vehicle of a reading in the register. */
export const NIVEIS = ['exata', 'equivalente', 'provavel', 'possivel', 'nenhuma'] as const;
const Nivel = z.enum(NIVEIS);
export type Nivel = z.infer<typeof Nivel>;

/** The most similar plates shown to a person. */
export const SUGESTOES_MAXIMO = 10;

/** A registered plate that the reading may mean: a person chooses; it is never shown in green. */
export const Sugestao = z.object({
  placa: z.string(),
  nivel: z.enum(['provavel', 'possivel']),
  status: z.string(),
  modelo: z.nullable(z.string()),
});
export type Sugestao = z.infer<typeof Sugestao>;

/** Fields added later: a card kept for a retry or a stream may lack them. */
const doCadastro = z.optional(z.nullable(z.string()));

/** `status` is the register's current one: 'Ativo' is green, all others are red. */
export const UltimoVeiculo = z.object({
  id: z.string(),
  placa: z.string(),
  modelo: z.string(),
  status: z.string(),
  /** Why the vehicle is PROIBIDO, when a reason is stored. */
  motivo: doCadastro,
  /** City and state in the register: shown on a plate of the old kind. */
  cidade: doCadastro,
  estado: doCadastro,
  /** Colour and owner's name in the register: only with an alarm, to find the car by. */
  cor: doCadastro,
  proprietario: doCadastro,
  tipo: z.nullable(z.string()),
  /** The registered plate when it differs from the one read (old and Mercosul twins). */
  placa_cadastrada: z.nullable(z.string()),
  instante: z.string(),
  camera: z.nullable(z.string()),
  sentido: z.nullable(Sentido),
  teste: z.boolean(),
  nivel: Nivel,
  sugestoes: z.array(Sugestao),
  alerta: z.nullable(Alerta),
  /** Its main picture, at /api/passagens/{id}/imagens/{imagem}. */
  imagem: z.nullable(z.string()),
  /** True when a person replaced the plate that was read. */
  corrigida: z.boolean(),
  /** True when the person who registered it saw why it alarms: no alarm for that person. */
  conferida: z.optional(z.boolean()),
  /** false when the server cannot write to its disk: the passage is only in memory. */
  gravada: z.optional(z.boolean()),
  versao: z.int(),
});
export type UltimoVeiculo = z.infer<typeof UltimoVeiculo>;

/** The status as a card shows it: 'Ativo', 'Proibido', 'Indefinido'; any other status as stored. */
export function formatStatus(status: string): string {
  const palavra = normalizeStatus(status);
  const conhecida = STATUS_OFERECIDOS.some((oferecido) => oferecido === palavra);
  return conhecida ? palavra.charAt(0) + palavra.slice(1).toLowerCase() : status;
}

/** The four cameras are named by number; any other name is shown as it is. */
export const formatCamera = (camera: string): string =>
  /^[0-9]{1,2}$/.test(camera) ? `Câmera ${camera}` : camera;

/** Characters outside A–Z0–9 are dropped, 1–10 remain. The raw text is kept too. */
export const PlacaLida = z.pipe(
  z
    .string({ error: 'Placa: informe um texto.' })
    .check(
      z.maxLength(40, { error: 'Placa: use no máximo 40 caracteres.', abort: true }),
      refuseInvisibles('Placa'),
    ),
  z.pipe(
    z.transform(normalizeLeitura),
    z
      .string()
      .check(
        z.minLength(1, { error: 'Placa: nenhuma letra ou número na leitura.' }),
        z.maxLength(10, { error: 'Placa: use no máximo 10 letras e números.' }),
      ),
  ),
);

/** ~6 MB of JPEG in base64. */
const IMAGEM_MAXIMA = 8_000_000;
/** The header and the tables of any JPEG are longer than this in base64. */
const IMAGEM_MINIMA = 136;
const NAO_E_JPEG = 'Imagem: envie um JPEG em base64.';

/** '/9j/' is FF D8 FF, the first bytes of every JPEG. */
const Imagem = z.string({ error: NAO_E_JPEG }).check(
  z.maxLength(IMAGEM_MAXIMA, { error: 'Imagem: envie no máximo 6 MB.', abort: true }),
  z.minLength(IMAGEM_MINIMA, { error: NAO_E_JPEG, abort: true }),
  z.regex(/^\/9j\/[A-Za-z0-9+/]+={0,2}$/, { error: NAO_E_JPEG, abort: true }),
  z.refine((valor) => valor.length % 4 === 0, { error: NAO_E_JPEG }),
);

/** No camera of ours is older: an earlier time means a clock that was never set. */
const PRIMEIRO_INSTANTE = Date.UTC(2000, 0, 1);

const Instante = z.iso
  .datetime({ offset: true, error: 'Instante: use ISO 8601 com fuso.', abort: true })
  .check(
    z.refine((valor) => Date.parse(valor) >= PRIMEIRO_INSTANTE, {
      error: 'Instante: use uma data a partir do ano 2000. Confira o relógio da câmera.',
    }),
  );

const CONFIANCA = { error: 'Confiança: use um número de 0 a 1.' };

export const NovaPassagem = strictInput({
  placa: PlacaLida,
  camera: z.optional(optionalText('Câmera', 64)),
  sentido: z.optional(z.nullable(SentidoInformado)),
  instante: z.optional(z.nullable(Instante)),
  confianca: z.optional(
    z.nullable(z.number(CONFIANCA).check(z.gte(0, CONFIANCA), z.lte(1, CONFIANCA))),
  ),
  imagem: z.optional(z.nullable(Imagem)),
  /** Marked as a test: shown in Ao Vivo, left out of reports and alerts. */
  teste: z.optional(z.boolean({ error: 'Teste: use true ou false.' })),
  /**
   * From the gate screen, where a person registers and may undo it: whether the screen showed why
   * the passage alarms. That person gets no alarm then.
   */
  conferida: z.optional(z.boolean({ error: 'Conferida: use true ou false.' })),
});
export type NovaPassagem = z.infer<typeof NovaPassagem>;

export const BuscaUltimosVeiculos = strictInput({
  q: TermoBusca,
  limite: z.optional(limitUpTo(LIMITE_MAXIMO)),
});

/** Names of the live stream's events. */
export const EVENTOS_PASSAGEM = [
  'passagem',
  'passagem-alterada',
  'passagem-removida',
  'recarregar',
] as const;
export type EventoPassagem = (typeof EVENTOS_PASSAGEM)[number];

export const PAPEIS_IMAGEM = ['cena', 'placa', 'veiculo'] as const;
export type PapelImagem = (typeof PAPEIS_IMAGEM)[number];

/** As the camera saw it: shown beside the register's data, never stored as such data. */
export const Visto = z.object({
  /** Make and model, or the kind of vehicle. */
  descricao: z.nullable(z.string()),
  cor: z.nullable(z.string()),
  /** True when the register's colour contradicts this one. */
  cor_diverge: z.boolean(),
});
export type Visto = z.infer<typeof Visto>;

/** A passage in the history: status and model at that time. */
export const Passagem = z.object({
  id: z.string(),
  placa: z.string(),
  /** The plate as it was read, when it differs from `placa`. */
  placa_lida: z.nullable(z.string()),
  modelo: z.nullable(z.string()),
  status: z.string(),
  tipo: z.nullable(z.string()),
  placa_cadastrada: z.nullable(z.string()),
  /** The vehicle's current owner, and why the vehicle is PROIBIDO. */
  proprietario: z.nullable(z.object({ matricula: z.string(), nome: z.string() })),
  motivo: z.nullable(z.string()),
  /** City and state in the register: shown on a plate of the old kind. */
  cidade: z.nullable(z.string()),
  estado: z.nullable(z.string()),
  instante: z.string(),
  recebido_em: z.string(),
  camera: z.nullable(z.string()),
  sentido: z.nullable(Sentido),
  teste: z.boolean(),
  atrasada: z.boolean(),
  nivel: Nivel,
  sugestoes: z.array(Sugestao),
  alerta: z.nullable(Alerta),
  /** Why a passage of a PROIBIDO raised no alarm; null when there is no reason to give. */
  sem_alerta: z.nullable(z.string()),
  correcao: z.nullable(z.object({ nome: z.string(), em: z.string() })),
  imagens: z.array(z.object({ id: z.string(), papel: z.enum(PAPEIS_IMAGEM) })),
  visto: z.nullable(Visto),
  /** Until when retention leaves it, and why; null when its age decides. */
  retida: z.nullable(z.object({ ate: z.string(), motivo: z.string() })),
  versao: z.int(),
});
export type Passagem = z.infer<typeof Passagem>;

/** At most so many years: a passage held without an end would have no period. */
export const RETER_ANOS = 10;
/** Until when retention leaves a passage, and why; null ends that. */
export const RetencaoPassagem = strictInput({
  reter_ate: diaOpcional('Reter até'),
  motivo: z.optional(optionalText('Motivo', 200)),
});
export type RetencaoPassagem = z.infer<typeof RetencaoPassagem>;

/** A correction of a misread plate: any plate that a reading may hold. */
export const CorrecaoPassagem = strictInput({ placa: PlacaLida });
export type CorrecaoPassagem = z.infer<typeof CorrecaoPassagem>;

/** What staff at the gate learn of a plate before the vehicle enters. */
export const Veredito = z.object({
  placa: z.string(),
  status: z.string(),
  nivel: Nivel,
  veiculo: z.nullable(
    z.object({
      placa: z.string(),
      tipo: z.nullable(z.string()),
      modelo: z.nullable(z.string()),
      cor: z.nullable(z.string()),
      /** Why it is PROIBIDO, when a reason is stored. */
      motivo: z.nullable(z.string()),
      cidade: z.nullable(z.string()),
      estado: z.nullable(z.string()),
    }),
  ),
  proprietario: z.nullable(z.object({ matricula: z.string(), nome: z.string() })),
  sugestoes: z.array(Sugestao),
  ultima_passagem: z.nullable(
    z.object({
      instante: z.string(),
      sentido: z.nullable(Sentido),
      camera: z.nullable(z.string()),
    }),
  ),
});
export type Veredito = z.infer<typeof Veredito>;

/** One line of a vehicle's history: a passage, or a change in the register with its author. */
export const ItemHistorico = z.discriminatedUnion('tipo', [
  z.object({ tipo: z.literal('passagem'), quando: z.string(), passagem: Passagem }),
  z.extend(Alteracao, {
    tipo: z.literal('alteracao'),
    /** The plate of the changed record, when it is the twin of the plate asked for. */
    placa: z.nullable(z.string()),
  }),
]);
export type ItemHistorico = z.infer<typeof ItemHistorico>;
