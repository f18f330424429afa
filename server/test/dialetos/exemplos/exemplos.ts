/** Messages of the makers, with invented cars. '@cena.jpg' means that picture in base64. */
import { readFileSync } from 'node:fs';
import type { NomeDialeto } from '@unipark/contract/dispositivo';
import type { DeviceMessage, MessagePart } from '../../../src/leituras/dialeto.ts';

const readBytes = (nome: string): Buffer => readFileSync(new URL(nome, import.meta.url));

const FOTO = /@([a-z]+\.jpg)/g;

/** A file of this folder, with its pictures filled in. */
export function readArquivo(nome: string): Buffer {
  const bytes = readBytes(nome);
  if (nome.endsWith('.jpg')) return bytes;
  const texto = bytes.toString('utf8');
  return Buffer.from(texto.replace(FOTO, (_tudo, foto) => readBytes(foto).toString('base64')));
}

export const buildParte = (bytes: Buffer, resto: Partial<MessagePart> = {}): MessagePart => ({
  nome: '',
  arquivo: null,
  tipo: 'application/json',
  bytes,
  ...resto,
});

export const buildFoto = (nome: string, resto: Partial<MessagePart> = {}): MessagePart =>
  buildParte(readArquivo(nome), { nome: 'upload', arquivo: nome, tipo: 'image/jpeg', ...resto });

export function buildMensagem(partes: MessagePart[], caminho = ''): DeviceMessage {
  const tipo = partes.length > 1 ? 'multipart/form-data' : (partes[0]?.tipo ?? '');
  return { caminho, tipo, partes };
}

export const json = (valor: unknown, caminho = ''): DeviceMessage =>
  buildMensagem([buildParte(Buffer.from(JSON.stringify(valor)))], caminho);

/** A sample of JSON in which some fields, named by their paths, have another value. */
export function changeExemplo(
  nome: string,
  trocas: Record<string, unknown>,
  caminho = '',
): DeviceMessage {
  const valor: unknown = JSON.parse(readArquivo(`${nome}.json`).toString('utf8'));
  for (const [onde, novo] of Object.entries(trocas)) {
    const nomes = onde.split('.');
    const ultimo = nomes.pop() ?? '';
    let pai = valor as Record<string, unknown>;
    for (const filho of nomes) pai = pai[filho] as Record<string, unknown>;
    if (novo === undefined) delete pai[ultimo];
    else pai[ultimo] = novo;
  }
  return json(valor, caminho);
}

const buildSimples = (nome: string, caminho = ''): DeviceMessage =>
  buildMensagem([buildParte(readArquivo(`${nome}.json`))], caminho);

const buildFormulario = (nome: string, resto: MessagePart[], campo = 'json'): DeviceMessage =>
  buildMensagem([
    buildParte(readArquivo(`${nome}.json`), { nome: campo, tipo: 'text/plain' }),
    ...resto,
  ]);

export const urlencoded = (texto: string): DeviceMessage =>
  buildMensagem([
    buildParte(Buffer.from(new URLSearchParams({ json: texto }).toString()), {
      tipo: 'application/x-www-form-urlencoded',
    }),
  ]);

const buildAlerta = (nome: string, resto: MessagePart[], como = 'anpr.xml'): DeviceMessage =>
  buildMensagem([
    buildParte(readArquivo(`${nome}.xml`), { nome: como, arquivo: como, tipo: 'text/xml' }),
    ...resto,
  ]);

const fotosHikvision = [
  buildFoto('placa.jpg', { nome: 'licensePlatePicture.jpg', arquivo: 'licensePlatePicture.jpg' }),
  buildFoto('cena.jpg', { nome: 'detectionPicture.jpg', arquivo: 'detectionPicture.jpg' }),
];

const PASSAGEM = '/NotificationInfo/TollgateInfo';

/** Every sample: the dialect, the message, and the number of its readings (null: ignored). */
export const EXEMPLOS: Record<NomeDialeto, [string, DeviceMessage, number | null][]> = {
  unipark: [['leitura', buildSimples('unipark'), 1]],
  platerecognizer: [
    ['Stream, form', buildFormulario('platerecognizer-stream', [buildFoto('cena.jpg')]), 1],
    ['Stream, urlencoded', urlencoded(readArquivo('platerecognizer-stream.json').toString()), 1],
    ['Stream, JSON', buildSimples('platerecognizer-stream'), 1],
    [
      'Stream, plates as objects',
      buildFormulario('platerecognizer-objeto', [buildFoto('cena.jpg')]),
      2,
    ],
    ['Snapshot, bare', buildSimples('platerecognizer-snapshot'), 1],
    ['Snapshot, hook', buildFormulario('platerecognizer-gancho', [buildFoto('cena.jpg')]), 1],
    ['Snapshot, no plate', buildSimples('platerecognizer-vazio'), null],
    ['dwell', buildSimples('platerecognizer-dwell'), null],
  ],
  parkpow: [
    ['log-vehicle', buildSimples('parkpow-log-vehicle', '/api/v1/log-vehicle/'), 1],
    ['log-vehicle of the Verkada bridge', buildSimples('parkpow-verkada'), 1],
    ['webhook', buildFormulario('platerecognizer-stream', [buildFoto('cena.jpg')]), 1],
  ],
  openalpr: [
    ['group', buildSimples('openalpr-grupo'), 1],
    ['preview', buildSimples('openalpr-previa'), null],
    ['single frame', buildSimples('openalpr-resultados'), null],
    ['heartbeat', buildSimples('openalpr-heartbeat'), null],
    ['alert', buildSimples('openalpr-alerta'), 1],
  ],
  frigate: [
    ['plate', buildSimples('frigate-lpr'), 1],
    ['event', buildSimples('frigate-evento'), 1],
    ['event of a known car', buildSimples('frigate-nome'), 1],
    ['event with the plate as sub-label', buildSimples('frigate-sublabel'), 1],
    ['event of a person', buildSimples('frigate-pessoa'), null],
    ['topic and payload', buildSimples('frigate-topico'), 1],
    ['description', buildSimples('frigate-descricao'), null],
  ],
  hikvision: [
    ['ANPR', buildAlerta('hikvision-anpr', fotosHikvision), 1],
    [
      'ANPR, the other namespace',
      buildAlerta('hikvision-isapi', fotosHikvision.slice(1), 'Event'),
      1,
    ],
    ['no plate read', buildAlerta('hikvision-sem-placa', []), 1],
    ['video loss', buildAlerta('hikvision-videoloss', []), null],
  ],
  itsapi: [
    ['passage', buildSimples('itsapi-passagem', PASSAGEM), 1],
    ['passage, scale of 255', buildSimples('itsapi-204', PASSAGEM), 1],
    ['passage without a plate', buildSimples('itsapi-sem-placa', PASSAGEM), 1],
    ['KeepAlive', buildSimples('itsapi-keepalive', '/NotificationInfo/KeepAlive'), null],
    ['DeviceInfo', buildSimples('itsapi-deviceinfo', '/NotificationInfo/DeviceInfo'), null],
  ],
  unifi: [
    ['alarm', buildSimples('unifi-alarme'), 1],
    ['known and of interest', buildSimples('unifi-conhecida'), 2],
    ['no event id', buildSimples('unifi-sem-id'), 1],
    ['alarm without a plate', buildSimples('unifi-sem-placa'), null],
  ],
  verkada: [
    ['reading', buildSimples('verkada'), 1],
    ['reading of the older kind', buildSimples('verkada-antigo'), 1],
    ['other webhook', buildSimples('verkada-outro'), null],
  ],
  axis: [
    ['new', buildFormulario('axis-novo', [buildFoto('cena.jpg', { nome: 'image' })], 'event'), 1],
    ['update', buildSimples('axis-atualizado'), 1],
    [
      'lost',
      buildFormulario('axis-perdido', [buildFoto('placa.jpg', { nome: 'image' })], 'event'),
      1,
    ],
    ['batch', buildSimples('axis-lote'), 2],
  ],
};
