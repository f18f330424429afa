/** A sender of readings: a plate camera, or a program that recognises plates. */
import * as z from 'zod/mini';
import { CURSOR_INVALIDO, limitUpTo } from './lista.ts';
import { Sentido, SentidoInformado } from './passagem.ts';
import { EnderecoMqtt, Faixa, Fuso, Servidor } from './rede.ts';
import { optionalText, refuseInvisibles, requiredText, strictInput, tidyText } from './texto.ts';

/** The makers' message formats, one adapter each. */
export const DIALETOS = {
  unipark: 'UNIPARK (JSON)',
  platerecognizer: 'Plate Recognizer',
  parkpow: 'ParkPow',
  openalpr: 'OpenALPR / Rekor',
  frigate: 'Frigate',
  hikvision: 'Hikvision (ISAPI)',
  itsapi: 'Dahua / Intelbras (ITSAPI)',
  unifi: 'UniFi Protect',
  verkada: 'Verkada',
  axis: 'Axis',
} as const;
export type NomeDialeto = keyof typeof DIALETOS;
export const NOMES_DIALETO = Object.keys(DIALETOS) as [NomeDialeto, ...NomeDialeto[]];

/** HTTP Digest of a device: off, on, or accepted without a nonce (some Dahua firmwares). */
export const MODOS_DIGEST = ['nao', 'sim', 'sem_nonce'] as const;
export const ModoDigest = z.enum(MODOS_DIGEST, { error: 'Digest: use nao, sim ou sem_nonce.' });
export type ModoDigest = z.infer<typeof ModoDigest>;

export const FUSO_PADRAO = 'America/Sao_Paulo';
export const TOPICO_PADRAO = 'frigate';

/** A word of the maker, compared without case. */
const wordField = (rotulo: string) =>
  z
    .string({ error: `${rotulo}: informe um texto.` })
    .check(
      refuseInvisibles(rotulo),
      z.overwrite(tidyText),
      z.minLength(1, { error: `${rotulo}: preenchimento obrigatório.` }),
      z.maxLength(100, { error: `${rotulo}: use no máximo 100 caracteres.` }),
    );

const atMost = <T>(rotulo: string, maximo: number) =>
  z.refine<Record<string, T>>((valor) => Object.keys(valor).length <= maximo, {
    error: `${rotulo}: use no máximo ${maximo} linhas.`,
  });

/** How the maker's direction is read: by the word, or `padrao` when the word is unknown. */
export const RegraSentido = strictInput({
  padrao: z.nullable(SentidoInformado),
  palavras: z
    .record(wordField('Sentido').check(z.toLowerCase()), SentidoInformado, {
      error: 'Sentido: informe a palavra da câmera e o sentido.',
    })
    .check(atMost('Sentido', 32)),
});
export type RegraSentido = z.infer<typeof RegraSentido>;

/** The maker's key of a camera → our camera. */
const Cameras = z
  .record(wordField('Câmeras'), requiredText('Câmeras', 64), {
    error: 'Câmeras: informe a chave da câmera e o nome.',
  })
  .check(atMost('Câmeras', 64));

const CONFIANCA = { error: 'Confiança mínima: use um número de 0 a 1.' };
const MAXIMO_ENDERECOS = 32;
const addressList = <T extends z.core.$ZodType<string, string>>(rotulo: string, item: T) =>
  z.array(item, { error: `${rotulo}: envie uma lista.` }).check(
    z.maxLength(MAXIMO_ENDERECOS, {
      error: `${rotulo}: use no máximo ${MAXIMO_ENDERECOS} endereços.`,
    }),
  );

const TOPICO = { error: 'Tópico: use o prefixo do Frigate, sem # nem +.' };
const flagField = (rotulo: string) => z.boolean({ error: `${rotulo}: use true ou false.` });

/** A broker that the server reads from. Requests set its password; no answer contains it. */
const NovoMqtt = strictInput({
  url: EnderecoMqtt,
  usuario: z.optional(optionalText('Usuário MQTT', 128)),
  topico: z.optional(
    z
      .string(TOPICO)
      .check(
        refuseInvisibles('Tópico'),
        z.maxLength(100, TOPICO),
        z.regex(/^[^#+\s/][^#+\s]*$/, TOPICO),
      ),
  ),
  /** Absent: unchanged while address and user are unchanged. null or '' removes it. */
  senha: z.optional(
    z.nullable(
      z.string().check(z.maxLength(256, { error: 'Senha MQTT: use no máximo 256 caracteres.' })),
    ),
  ),
});

const Dialeto = z.enum(NOMES_DIALETO, { error: 'Dialeto: escolha um da lista.' });
const Nome = requiredText('Nome', 80);

const campos = {
  /** Our camera for readings whose camera `cameras` does not name. */
  camera: z.optional(optionalText('Câmera', 64)),
  cameras: z.optional(Cameras),
  sentido: z.optional(RegraSentido),
  fuso: z.optional(Fuso),
  /** Readings below this are counted and not kept; null keeps all. */
  confianca_minima: z.optional(
    z.nullable(z.number(CONFIANCA).check(z.gte(0, CONFIANCA), z.lte(1, CONFIANCA))),
  ),
  ips: z.optional(addressList('IPs permitidos', Faixa)),
  origens_imagem: z.optional(addressList('Servidores de imagens permitidos', Servidor)),
  aceita_sem_placa: z.optional(flagField('Aceita sem placa')),
  digest: z.optional(ModoDigest),
  /** Also accepts POST /NotificationInfo/…, for cameras that cannot set a path. */
  caminho_raiz: z.optional(flagField('Caminho na raiz')),
  mqtt: z.optional(z.nullable(NovoMqtt)),
  ativo: z.optional(flagField('Ativo')),
};

export const NovoDispositivo = strictInput({ nome: Nome, dialeto: Dialeto, ...campos });
export type NovoDispositivo = z.infer<typeof NovoDispositivo>;

/** An absent field is unchanged. `dialeto` is fixed: the camera's address depends on it. */
export const EdicaoDispositivo = strictInput({ nome: z.optional(Nome), ...campos });
export type EdicaoDispositivo = z.infer<typeof EdicaoDispositivo>;

/** Waiting for the first reading, working, in need of attention, or switched off. */
export const SITUACOES_DISPOSITIVO = ['aguardando', 'ativo', 'atencao', 'inativo'] as const;
export type SituacaoDispositivo = (typeof SITUACOES_DISPOSITIVO)[number];

/** 'outro_servidor': another server of the installation has the connection. */
export const ESTADOS_MQTT = [
  'desligado',
  'conectando',
  'conectado',
  'falha',
  'outro_servidor',
] as const;
export type EstadoMqtt = (typeof ESTADOS_MQTT)[number];

const textoNulo = z.nullable(z.string());

export const Dispositivo = z.object({
  id: z.string(),
  nome: z.string(),
  dialeto: Dialeto,
  camera: textoNulo,
  cameras: z.record(z.string(), z.string()),
  sentido: z.object({
    padrao: z.nullable(Sentido),
    palavras: z.record(z.string(), Sentido),
  }),
  fuso: z.string(),
  confianca_minima: z.nullable(z.number()),
  ips: z.array(z.string()),
  origens_imagem: z.array(z.string()),
  aceita_sem_placa: z.boolean(),
  digest: ModoDigest,
  /** Digest was switched on after the token was made: Digest needs a new token. */
  digest_pede_token: z.boolean(),
  caminho_raiz: z.boolean(),
  mqtt: z.nullable(
    z.object({
      url: z.string(),
      usuario: textoNulo,
      topico: z.string(),
      tem_senha: z.boolean(),
      estado: z.enum(ESTADOS_MQTT),
      /** Why the broker is not connected, in a sentence. */
      motivo: textoNulo,
    }),
  ),
  ativo: z.boolean(),
  /** The address to paste, with '***' in place of the token. */
  endereco: z.string(),
  /** Until when the previous token is accepted; null when it is not. */
  token_anterior_ate: textoNulo,
  visto_em: textoNulo,
  ultima_leitura_em: textoNulo,
  ultimo_erro: textoNulo,
  ultimo_erro_em: textoNulo,
  /** The last 24 hours, oldest first; hours without any message are left out. */
  por_hora: z.array(
    z.object({ hora: z.string(), leituras: z.int(), ignoradas: z.int(), recusadas: z.int() }),
  ),
  situacao: z.enum(SITUACOES_DISPOSITIVO),
  /** The clock's error: seconds ahead (negative: behind), and the sentence. */
  relogio: z.nullable(z.object({ segundos: z.int(), frase: z.string() })),
  quarentena: z.int(),
  versao: z.int(),
});
export type Dispositivo = z.infer<typeof Dispositivo>;

/** The only answer with the token; null when a POST is repeated with its Idempotency-Key. */
export const DispositivoComToken = z.object({
  dispositivo: Dispositivo,
  token: textoNulo,
  /** The address to paste, with the token where the dialect puts it there. */
  endereco: z.string(),
});
export type DispositivoComToken = z.infer<typeof DispositivoComToken>;

/** `imediato`: the previous token ends now, not in 24 hours. */
export const TrocaToken = z.optional(
  z.nullable(strictInput({ imediato: z.optional(flagField('Imediato')) })),
);
export type TrocaToken = z.infer<typeof TrocaToken>;

/** A message that could not be read, kept a week for support. */
export const ItemQuarentena = z.object({
  id: z.string(),
  motivo: z.string(),
  recebido_em: z.string(),
  tipo_conteudo: textoNulo,
  /** Bytes of the message; `corpo` holds the first 64 KB, without secrets and pictures. */
  tamanho: z.int(),
  corpo: z.string(),
});
export type ItemQuarentena = z.infer<typeof ItemQuarentena>;

export const ListaQuarentena = strictInput({
  limite: z.optional(limitUpTo(50)),
  /** The last id of the previous page. */
  apos: z.optional(z.string(CURSOR_INVALIDO).check(z.regex(/^[0-9]{1,15}$/, CURSOR_INVALIDO))),
});
