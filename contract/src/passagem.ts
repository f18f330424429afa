import * as z from 'zod/mini';
import { TermoBusca } from './lista.ts';
import { normalizarLeitura } from './placa.ts';
import { entrada, maiusculas, semInvisiveis, textoOpcional } from './texto.ts';
import { STATUS_OFERECIDOS } from './veiculo.ts';

export const SENTIDOS = ['entrada', 'saida'] as const;
const Sentido = z.enum(SENTIDOS, { error: 'Sentido: use entrada ou saida.' });
export type Sentido = z.infer<typeof Sentido>;

export const NAO_CADASTRADO = 'Não cadastrado';

/** Rungs of the matching ladder: which rule found the register's vehicle for a reading. */
export const NIVEIS = ['exata', 'equivalente', 'provavel', 'possivel', 'nenhuma'] as const;
const Nivel = z.enum(NIVEIS);
export type Nivel = z.infer<typeof Nivel>;

/** A registered plate that the reading may have meant: for a person to choose, never green. */
export const Sugestao = z.object({
  placa: z.string(),
  nivel: z.enum(['provavel', 'possivel']),
  status: z.string(),
  modelo: z.nullable(z.string()),
});
export type Sugestao = z.infer<typeof Sugestao>;

/** Why a passage raises an alarm; `provavel` asks to look at the plate first. */
export const TIPOS_ALERTA = ['proibido', 'provavel', 'nao_cadastrado'] as const;
export type TipoAlerta = (typeof TIPOS_ALERTA)[number];

export const Alerta = z.object({
  tipo: z.enum(TIPOS_ALERTA),
  em: z.string(),
  /** Who said 'Ciente' first; null while the alarm is open. */
  ciente: z.nullable(z.object({ nome: z.string(), em: z.string() })),
});
export type Alerta = z.infer<typeof Alerta>;

/** What cards did not carry always: one that is kept for a retry, or for a stream, may lack it. */
const doCadastro = z.optional(z.nullable(z.string()));

/** A card of Ao Vivo. `status` is the register's, now: 'Ativo' is green, anything else red. */
export const UltimoVeiculo = z.object({
  id: z.string(),
  placa: z.string(),
  modelo: z.string(),
  status: z.string(),
  /** Why the register keeps it out, where somebody said so. */
  motivo: doCadastro,
  /** City and state of the register: drawn on an old plate. */
  cidade: doCadastro,
  estado: doCadastro,
  tipo: z.nullable(z.string()),
  /** The registered plate when it differs from the one read (old and Mercosul twins). */
  placaCadastrada: z.nullable(z.string()),
  instante: z.string(),
  camera: z.nullable(z.string()),
  sentido: z.nullable(Sentido),
  teste: z.boolean(),
  nivel: Nivel,
  sugestoes: z.array(Sugestao),
  alerta: z.nullable(Alerta),
  /** Its leading picture, to be asked of /api/passagens/{id}/imagens/{imagem}. */
  imagem: z.nullable(z.string()),
  /** A person replaced the plate that was read. */
  corrigida: z.boolean(),
  versao: z.int(),
});
export type UltimoVeiculo = z.infer<typeof UltimoVeiculo>;

/** The register's status as a card says it: 'Ativo', 'Proibido', 'Indefinido', others as stored. */
export function rotuloStatus(status: string): string {
  const conhecido = STATUS_OFERECIDOS.find((oferecido) => oferecido === maiusculas(status));
  return conhecido ? conhecido[0] + conhecido.slice(1).toLowerCase() : status;
}

/** A camera's reading: everything outside A–Z0–9 goes, 1–10 characters stay. Kept raw, too. */
export const PlacaLida = z.pipe(
  z
    .string({ error: 'Placa: informe um texto.' })
    .check(
      z.maxLength(40, { error: 'Placa: use no máximo 40 caracteres.', abort: true }),
      semInvisiveis('Placa'),
    ),
  z.pipe(
    z.transform(normalizarLeitura),
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
/** The head and the tables alone of a JPEG take more than this in base64. */
const IMAGEM_MINIMA = 136;
const NAO_E_JPEG = 'Imagem: envie um JPEG em base64.';

/** '/9j/' is FF D8 FF, the head of every JPEG. */
const Imagem = z.string({ error: NAO_E_JPEG }).check(
  z.maxLength(IMAGEM_MAXIMA, { error: 'Imagem: envie no máximo 6 MB.', abort: true }),
  z.minLength(IMAGEM_MINIMA, { error: NAO_E_JPEG, abort: true }),
  z.regex(/^\/9j\/[A-Za-z0-9+/]+={0,2}$/, { error: NAO_E_JPEG, abort: true }),
  z.refine((valor) => valor.length % 4 === 0, { error: NAO_E_JPEG }),
);

/** Before this no camera of ours was in place: a clock that says so was never set. */
const PRIMEIRO_INSTANTE = Date.UTC(2000, 0, 1);

const Instante = z.iso
  .datetime({ offset: true, error: 'Instante: use ISO 8601 com fuso.', abort: true })
  .check(
    z.refine((valor) => Date.parse(valor) >= PRIMEIRO_INSTANTE, {
      error: 'Instante: use uma data a partir do ano 2000. Confira o relógio da câmera.',
    }),
  );

const CONFIANCA = { error: 'Confiança: use um número de 0 a 1.' };

export const NovaPassagem = entrada({
  placa: PlacaLida,
  camera: z.optional(textoOpcional('Câmera', 64)),
  sentido: z.optional(z.nullable(Sentido)),
  instante: z.optional(z.nullable(Instante)),
  confianca: z.optional(
    z.nullable(z.number(CONFIANCA).check(z.gte(0, CONFIANCA), z.lte(1, CONFIANCA))),
  ),
  imagem: z.optional(z.nullable(Imagem)),
  /** Marked as a test: shown in Ao Vivo, left out of reports and alerts. */
  teste: z.optional(z.boolean({ error: 'Teste: use true ou false.' })),
});
export type NovaPassagem = z.infer<typeof NovaPassagem>;

export const BuscaUltimosVeiculos = entrada({ q: TermoBusca });

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

/** The vehicle as the camera saw it: shown beside the register, never written into it. */
export const Visto = z.object({
  /** Make and model, or what kind of vehicle. */
  descricao: z.nullable(z.string()),
  cor: z.nullable(z.string()),
  /** The register names a colour that this one cannot be. */
  corDiverge: z.boolean(),
});
export type Visto = z.infer<typeof Visto>;

/** A passage in the history: status and model as they were then. */
export const Passagem = z.object({
  id: z.string(),
  placa: z.string(),
  /** The plate as it was read, where it differs from `placa`. */
  placaLida: z.nullable(z.string()),
  modelo: z.nullable(z.string()),
  status: z.string(),
  tipo: z.nullable(z.string()),
  placaCadastrada: z.nullable(z.string()),
  /** The owner the register names now, and why it keeps the car out. */
  proprietario: z.nullable(z.object({ matricula: z.string(), nome: z.string() })),
  motivo: z.nullable(z.string()),
  /** City and state of the register: drawn on an old plate. */
  cidade: z.nullable(z.string()),
  estado: z.nullable(z.string()),
  instante: z.string(),
  recebidoEm: z.string(),
  camera: z.nullable(z.string()),
  sentido: z.nullable(Sentido),
  teste: z.boolean(),
  atrasada: z.boolean(),
  nivel: Nivel,
  sugestoes: z.array(Sugestao),
  alerta: z.nullable(Alerta),
  correcao: z.nullable(z.object({ nome: z.string(), em: z.string() })),
  imagens: z.array(z.object({ id: z.string(), papel: z.enum(PAPEIS_IMAGEM) })),
  visto: z.nullable(Visto),
  versao: z.int(),
});
export type Passagem = z.infer<typeof Passagem>;

/** A misread plate put right by a person: any plate a reading may hold. */
export const CorrecaoPassagem = entrada({ placa: PlacaLida });
export type CorrecaoPassagem = z.infer<typeof CorrecaoPassagem>;

/** What the gate is told of a plate before the car goes in. */
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
      /** Why it is PROIBIDO, where somebody said so. */
      motivo: z.nullable(z.string()),
      cidade: z.nullable(z.string()),
      estado: z.nullable(z.string()),
    }),
  ),
  proprietario: z.nullable(z.object({ matricula: z.string(), nome: z.string() })),
  sugestoes: z.array(Sugestao),
  ultimaPassagem: z.nullable(
    z.object({
      instante: z.string(),
      sentido: z.nullable(Sentido),
      camera: z.nullable(z.string()),
    }),
  ),
});
export type Veredito = z.infer<typeof Veredito>;

/** What raises an alarm, beside PROIBIDO. */
export const AjustesAlerta = entrada({
  naoCadastrado: z.boolean({ error: 'Não cadastrado: use true ou false.' }),
  /** Minutes in which the same plate raises no second alarm. */
  intervaloMin: z
    .int({ error: 'Intervalo: use um número inteiro de minutos.' })
    .check(
      z.gte(0, { error: 'Intervalo: use de 0 a 240 minutos.' }),
      z.lte(240, { error: 'Intervalo: use de 0 a 240 minutos.' }),
    ),
});
export type AjustesAlerta = z.infer<typeof AjustesAlerta>;

/** One line of a vehicle's story: a passage, or a change in the register with who made it. */
export const ItemHistorico = z.discriminatedUnion('tipo', [
  z.object({ tipo: z.literal('passagem'), quando: z.string(), passagem: Passagem }),
  z.object({
    tipo: z.literal('alteracao'),
    quando: z.string(),
    acao: z.string(),
    /** The plate of the record it was done to, where it is not the one asked for: its twin's. */
    placa: z.nullable(z.string()),
    quem: z.nullable(z.string()),
    campos: z.array(
      z.object({
        campo: z.string(),
        antes: z.nullable(z.string()),
        depois: z.nullable(z.string()),
      }),
    ),
  }),
]);
export type ItemHistorico = z.infer<typeof ItemHistorico>;
