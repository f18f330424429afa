/** Whoever sends readings: a plate camera, or a program that recognises plates. */
import * as z from 'zod/mini';
import { limiteAte } from './lista.ts';
import { SENTIDOS } from './passagem.ts';
import { EnderecoMqtt, Faixa, Fuso, Servidor } from './rede.ts';
import { entrada, semInvisiveis, textoObrigatorio, textoOpcional } from './texto.ts';

/** The makers' ways of telling a reading, one adapter each. */
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

const SENTIDO = { error: 'Sentido: use entrada ou saida.' };
const Sentido = z.enum(SENTIDOS, SENTIDO);
/** A maker's word: compared without case. */
const chave = (rotulo: string) =>
  z
    .string({ error: `${rotulo}: informe um texto.` })
    .check(
      z.trim(),
      semInvisiveis(rotulo),
      z.minLength(1, { error: `${rotulo}: preenchimento obrigatório.` }),
      z.maxLength(100, { error: `${rotulo}: use no máximo 100 caracteres.` }),
    );

const atMost = <T>(rotulo: string, maximo: number) =>
  z.refine<Record<string, T>>((valor) => Object.keys(valor).length <= maximo, {
    error: `${rotulo}: use no máximo ${maximo} linhas.`,
  });

/** How the maker's direction is read: by word, and otherwise as `padrao` says. */
export const RegraSentido = entrada({
  padrao: z.nullable(Sentido),
  palavras: z
    .record(chave('Sentido').check(z.toLowerCase()), Sentido, {
      error: 'Sentido: informe a palavra da câmera e o sentido.',
    })
    .check(atMost('Sentido', 32)),
});
export type RegraSentido = z.infer<typeof RegraSentido>;

/** The maker's key of a camera → our camera. */
const Cameras = z
  .record(chave('Câmeras'), textoObrigatorio('Câmeras', 64), {
    error: 'Câmeras: informe a chave da câmera e o nome.',
  })
  .check(atMost('Câmeras', 64));

const CONFIANCA = { error: 'Confiança mínima: use um número de 0 a 1.' };
const MAXIMO_ENDERECOS = 32;
const enderecos = <T extends z.core.$ZodType<string, string>>(rotulo: string, item: T) =>
  z.array(item, { error: `${rotulo}: envie uma lista.` }).check(
    z.maxLength(MAXIMO_ENDERECOS, {
      error: `${rotulo}: use no máximo ${MAXIMO_ENDERECOS} endereços.`,
    }),
  );

const TOPICO = { error: 'Tópico: use o prefixo do Frigate, sem # nem +.' };
const sim = (rotulo: string) => z.boolean({ error: `${rotulo}: use true ou false.` });

/** A broker that we ask for readings. Its password comes in and never goes out. */
const NovoMqtt = entrada({
  url: EnderecoMqtt,
  usuario: z.optional(textoOpcional('Usuário MQTT', 128)),
  topico: z.optional(
    z
      .string(TOPICO)
      .check(
        semInvisiveis('Tópico'),
        z.maxLength(100, TOPICO),
        z.regex(/^[^#+\s/][^#+\s]*$/, TOPICO),
      ),
  ),
  /** Absent: as it was, while address and user are the same. null or '' takes it away. */
  senha: z.optional(
    z.nullable(
      z.string().check(z.maxLength(256, { error: 'Senha MQTT: use no máximo 256 caracteres.' })),
    ),
  ),
});

const Dialeto = z.enum(NOMES_DIALETO, { error: 'Dialeto: escolha um da lista.' });
const Nome = textoObrigatorio('Nome', 80);

const campos = {
  /** Our camera for whatever `cameras` does not name. */
  camera: z.optional(textoOpcional('Câmera', 64)),
  cameras: z.optional(Cameras),
  sentido: z.optional(RegraSentido),
  fuso: z.optional(Fuso),
  /** Readings below it are counted and not kept; null keeps all. */
  confiancaMinima: z.optional(
    z.nullable(z.number(CONFIANCA).check(z.gte(0, CONFIANCA), z.lte(1, CONFIANCA))),
  ),
  ips: z.optional(enderecos('IPs permitidos', Faixa)),
  origensImagem: z.optional(enderecos('Origens de imagem', Servidor)),
  aceitaSemPlaca: z.optional(sim('Aceita sem placa')),
  digest: z.optional(ModoDigest),
  /** Also taken at POST /NotificationInfo/…: cameras that cannot be given a path. */
  caminhoRaiz: z.optional(sim('Caminho na raiz')),
  mqtt: z.optional(z.nullable(NovoMqtt)),
  ativo: z.optional(sim('Ativo')),
};

export const NovoDispositivo = entrada({ nome: Nome, dialeto: Dialeto, ...campos });
export type NovoDispositivo = z.infer<typeof NovoDispositivo>;

/** An absent field stays as it is. The dialect is for life: its address is in the camera. */
export const EdicaoDispositivo = entrada({ nome: z.optional(Nome), ...campos });
export type EdicaoDispositivo = z.infer<typeof EdicaoDispositivo>;

/** Waiting for its first reading, well, in need of a look, or switched off. */
export const SITUACOES_DISPOSITIVO = ['aguardando', 'ativo', 'atencao', 'inativo'] as const;
export type SituacaoDispositivo = (typeof SITUACOES_DISPOSITIVO)[number];

export const ESTADOS_MQTT = ['desligado', 'conectando', 'conectado', 'falha'] as const;
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
  confiancaMinima: z.nullable(z.number()),
  ips: z.array(z.string()),
  origensImagem: z.array(z.string()),
  aceitaSemPlaca: z.boolean(),
  digest: ModoDigest,
  /** Digest was switched on after the token was made: only a new token can serve it. */
  digestPedeToken: z.boolean(),
  caminhoRaiz: z.boolean(),
  mqtt: z.nullable(
    z.object({
      url: z.string(),
      usuario: textoNulo,
      topico: z.string(),
      temSenha: z.boolean(),
      estado: z.enum(ESTADOS_MQTT),
      /** Why it is not connected, in a sentence. */
      motivo: textoNulo,
    }),
  ),
  ativo: z.boolean(),
  /** The address to paste; '***' stands where its token goes. */
  endereco: z.string(),
  /** Until when the token before this one is still taken; null when it is not. */
  tokenAnteriorAte: textoNulo,
  vistoEm: textoNulo,
  ultimaLeituraEm: textoNulo,
  ultimoErro: textoNulo,
  ultimoErroEm: textoNulo,
  /** The last 24 hours, oldest first; hours without any message are left out. */
  porHora: z.array(
    z.object({ hora: z.string(), leituras: z.int(), ignoradas: z.int(), recusadas: z.int() }),
  ),
  situacao: z.enum(SITUACOES_DISPOSITIVO),
  /** A clock that is wrong: by how many seconds it is ahead (behind: negative), and the sentence. */
  relogio: z.nullable(z.object({ segundos: z.int(), frase: z.string() })),
  quarentena: z.int(),
  versao: z.int(),
});
export type Dispositivo = z.infer<typeof Dispositivo>;

/**
 * A device with the token that was just made: this answer is the only one that holds it. A POST
 * repeated with its Idempotency-Key answers null in its place.
 */
export const DispositivoComToken = z.object({
  dispositivo: Dispositivo,
  token: textoNulo,
  /** The address to paste, token included where this dialect carries it there. */
  endereco: z.string(),
});
export type DispositivoComToken = z.infer<typeof DispositivoComToken>;

/** `imediato`: the token before dies now, not in 24 hours. */
export const TrocaToken = z.optional(
  z.nullable(entrada({ imediato: z.optional(sim('Imediato')) })),
);
export type TrocaToken = z.infer<typeof TrocaToken>;

/** A message that could not be understood, kept a week for support. */
export const ItemQuarentena = z.object({
  id: z.string(),
  motivo: z.string(),
  recebidoEm: z.string(),
  tipoConteudo: textoNulo,
  /** Bytes as they came; `corpo` holds the first 64 KB, without secrets and pictures. */
  tamanho: z.int(),
  corpo: z.string(),
});
export type ItemQuarentena = z.infer<typeof ItemQuarentena>;

const CURSOR = { error: 'Cursor inválido. Recarregue a lista.' };
export const ListaQuarentena = entrada({
  limite: z.optional(limiteAte(50)),
  /** The last id of the page before. */
  apos: z.optional(z.string(CURSOR).check(z.regex(/^[0-9]{1,15}$/, CURSOR))),
});
