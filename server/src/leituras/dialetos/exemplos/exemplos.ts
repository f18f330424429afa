/**
 * Messages as the makers send them, with made-up cars. In the files '@cena.jpg' stands for that
 * picture in base64.
 */
import { readFileSync } from 'node:fs';
import type { NomeDialeto } from '@unipark/contract/dispositivo';
import type { Mensagem, Parte } from '../../dialeto.ts';

const ler = (nome: string): Buffer => readFileSync(new URL(nome, import.meta.url));

const FOTO = /@([a-z]+\.jpg)/g;

/** A file of this folder, its pictures filled in. */
export function arquivo(nome: string): Buffer {
  const bytes = ler(nome);
  if (nome.endsWith('.jpg')) return bytes;
  const texto = bytes.toString('utf8');
  return Buffer.from(texto.replace(FOTO, (_tudo, foto) => ler(foto).toString('base64')));
}

export const parte = (bytes: Buffer, resto: Partial<Parte> = {}): Parte => ({
  nome: '',
  arquivo: null,
  tipo: 'application/json',
  bytes,
  ...resto,
});

export const foto = (nome: string, resto: Partial<Parte> = {}): Parte =>
  parte(arquivo(nome), { nome: 'upload', arquivo: nome, tipo: 'image/jpeg', ...resto });

export function mensagem(partes: Parte[], caminho = ''): Mensagem {
  const tipo = partes.length > 1 ? 'multipart/form-data' : (partes[0]?.tipo ?? '');
  return { caminho, tipo, partes };
}

/** A plain body of JSON. */
export const json = (valor: unknown, caminho = ''): Mensagem =>
  mensagem([parte(Buffer.from(JSON.stringify(valor)))], caminho);

/** A sample of JSON with some fields, named by their paths, holding something else. */
export function trocado(nome: string, trocas: Record<string, unknown>, caminho = ''): Mensagem {
  const valor: unknown = JSON.parse(arquivo(`${nome}.json`).toString('utf8'));
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

const simples = (nome: string, caminho = ''): Mensagem =>
  mensagem([parte(arquivo(`${nome}.json`))], caminho);

const formulario = (nome: string, resto: Parte[], campo = 'json'): Mensagem =>
  mensagem([parte(arquivo(`${nome}.json`), { nome: campo, tipo: 'text/plain' }), ...resto]);

export const urlencoded = (texto: string): Mensagem =>
  mensagem([
    parte(Buffer.from(new URLSearchParams({ json: texto }).toString()), {
      tipo: 'application/x-www-form-urlencoded',
    }),
  ]);

const alerta = (nome: string, resto: Parte[], como = 'anpr.xml'): Mensagem =>
  mensagem([
    parte(arquivo(`${nome}.xml`), { nome: como, arquivo: como, tipo: 'text/xml' }),
    ...resto,
  ]);

const fotosHikvision = [
  foto('placa.jpg', { nome: 'licensePlatePicture.jpg', arquivo: 'licensePlatePicture.jpg' }),
  foto('cena.jpg', { nome: 'detectionPicture.jpg', arquivo: 'detectionPicture.jpg' }),
];

const PASSAGEM = '/NotificationInfo/TollgateInfo';

/** Every sample: the dialect, the message, and how many readings are in it (null: ignored). */
export const EXEMPLOS: Record<NomeDialeto, [string, Mensagem, number | null][]> = {
  unipark: [['leitura', simples('unipark'), 1]],
  platerecognizer: [
    ['Stream, form', formulario('platerecognizer-stream', [foto('cena.jpg')]), 1],
    ['Stream, urlencoded', urlencoded(arquivo('platerecognizer-stream.json').toString()), 1],
    ['Stream, JSON', simples('platerecognizer-stream'), 1],
    ['Stream, plates as objects', formulario('platerecognizer-objeto', [foto('cena.jpg')]), 2],
    ['Snapshot, bare', simples('platerecognizer-snapshot'), 1],
    ['Snapshot, hook', formulario('platerecognizer-gancho', [foto('cena.jpg')]), 1],
    ['Snapshot, no plate', simples('platerecognizer-vazio'), null],
    ['dwell', simples('platerecognizer-dwell'), null],
  ],
  parkpow: [
    ['log-vehicle', simples('parkpow-log-vehicle', '/api/v1/log-vehicle/'), 1],
    ['log-vehicle of the Verkada bridge', simples('parkpow-verkada'), 1],
    ['webhook', formulario('platerecognizer-stream', [foto('cena.jpg')]), 1],
  ],
  openalpr: [
    ['group', simples('openalpr-grupo'), 1],
    ['preview', simples('openalpr-previa'), null],
    ['single frame', simples('openalpr-resultados'), null],
    ['heartbeat', simples('openalpr-heartbeat'), null],
    ['alert', simples('openalpr-alerta'), 1],
  ],
  frigate: [
    ['plate', simples('frigate-lpr'), 1],
    ['event', simples('frigate-evento'), 1],
    ['event of a known car', simples('frigate-nome'), 1],
    ['event with the plate as sub-label', simples('frigate-sublabel'), 1],
    ['event of a person', simples('frigate-pessoa'), null],
    ['topic and payload', simples('frigate-topico'), 1],
    ['description', simples('frigate-descricao'), null],
  ],
  hikvision: [
    ['ANPR', alerta('hikvision-anpr', fotosHikvision), 1],
    ['ANPR, the other namespace', alerta('hikvision-isapi', fotosHikvision.slice(1), 'Event'), 1],
    ['no plate read', alerta('hikvision-sem-placa', []), 1],
    ['video loss', alerta('hikvision-videoloss', []), null],
  ],
  itsapi: [
    ['passage', simples('itsapi-passagem', PASSAGEM), 1],
    ['passage, scale of 255', simples('itsapi-204', PASSAGEM), 1],
    ['passage without a plate', simples('itsapi-sem-placa', PASSAGEM), 1],
    ['KeepAlive', simples('itsapi-keepalive', '/NotificationInfo/KeepAlive'), null],
    ['DeviceInfo', simples('itsapi-deviceinfo', '/NotificationInfo/DeviceInfo'), null],
  ],
  unifi: [
    ['alarm', simples('unifi-alarme'), 1],
    ['known and of interest', simples('unifi-conhecida'), 2],
    ['no event id', simples('unifi-sem-id'), 1],
    ['alarm without a plate', simples('unifi-sem-placa'), null],
  ],
  verkada: [
    ['reading', simples('verkada'), 1],
    ['reading of the older kind', simples('verkada-antigo'), 1],
    ['other webhook', simples('verkada-outro'), null],
  ],
  axis: [
    ['new', formulario('axis-novo', [foto('cena.jpg', { nome: 'image' })], 'event'), 1],
    ['update', simples('axis-atualizado'), 1],
    ['lost', formulario('axis-perdido', [foto('placa.jpg', { nome: 'image' })], 'event'), 1],
    ['batch', simples('axis-lote'), 2],
  ],
};
