/**
 * Passes a camera's HLS on: its playlist and the files beside it, only from the configured origin
 * and folder. Absolute addresses inside a playlist are rewritten; relative ones stay.
 */
import { CameraFault } from '../reasons.ts';
import type { Upstream } from './upstream.ts';

const MAXIMO = 8 * 1024 * 1024;
/** Several hours. The server reads every line, and other requests wait meanwhile. */
const PLAYLIST_MAXIMA = 512 * 1024;
/** A camera answers only this many requests at a time; players ask again. */
const SIMULTANEOS = 16;

/** Any address, in an attribute or on its own line, that is not a relative path. */
const ABSOLUTO = /^(?:[a-z][a-z0-9+.-]*:|\/)/i;
const ATRIBUTO = /URI="([^"]*)"/g;
/** Bytes of a path that another server may read as a dot segment. */
const AMBIGUO = /%2f|%5c|%00|\\/i;

const TIPOS: Record<string, string> = {
  m3u8: 'application/vnd.apple.mpegurl',
  ts: 'video/mp2t',
  mp4: 'video/mp4',
  m4s: 'video/mp4',
  aac: 'audio/aac',
  vtt: 'text/vtt',
};

export interface PedacoHls {
  tipo: string;
  corpo: Buffer;
}

const isPlaylist = (corpo: Buffer): boolean => corpo.subarray(0, 10).toString().includes('#EXTM3U');

function typeOf({ pathname }: URL, corpo: Buffer): string {
  const extensao = /\.(\w+)$/.exec(pathname)?.[1]?.toLowerCase() ?? '';
  return isPlaylist(corpo)
    ? (TIPOS.m3u8 as string)
    : (TIPOS[extensao] ?? 'application/octet-stream');
}

/** The address for a path of ours; undefined when it is outside the folder. */
export function resolveHls(playlist: URL, caminho: string): URL | undefined {
  if (caminho === '') return playlist;
  if (AMBIGUO.test(caminho) || ABSOLUTO.test(caminho)) return undefined;
  const pasta = new URL('.', playlist);
  if (!URL.canParse(caminho, pasta.href)) return undefined;
  const url = new URL(caminho, pasta);
  const dentro = url.origin === pasta.origin && url.pathname.startsWith(pasta.pathname);
  return dentro && !url.username && !url.password ? url : undefined;
}

/** Rewrites absolute addresses to ours. @throws {CameraFault} on a foreign one */
export function rewritePlaylist(texto: string, playlist: URL, prefixo: string): string {
  const pasta = new URL('.', playlist);
  const toOurs = (endereco: string): string => {
    if (!ABSOLUTO.test(endereco.trim())) return endereco;
    const url = URL.parse(endereco, pasta.href);
    if (!url || url.origin !== pasta.origin || !url.pathname.startsWith(pasta.pathname)) {
      throw new CameraFault('not_found');
    }
    return `${prefixo}${url.pathname.slice(pasta.pathname.length)}${url.search}`;
  };
  // A comment may have any content.
  return texto
    .split('\n')
    .filter((linha) => !linha.startsWith('#') || linha.startsWith('#EXT'))
    .map((linha) => {
      if (!linha.startsWith('#')) return toOurs(linha);
      return linha.replace(ATRIBUTO, (_tudo, endereco: string) => `URI="${toOurs(endereco)}"`);
    })
    .join('\n');
}

/** Function that requests `caminho` beside the playlist; undefined when the path is not allowed. */
export function hlsProxy(endereco: string, upstream: Upstream, prefixo: string) {
  const playlist = new URL(endereco);
  const andando = new Map<string, Promise<PedacoHls>>();

  async function fetchPiece(url: URL): Promise<PedacoHls> {
    const corpo = await upstream.get(url, MAXIMO);
    const tipo = typeOf(url, corpo);
    if (!isPlaylist(corpo)) return { tipo, corpo };
    if (corpo.length > PLAYLIST_MAXIMA) throw new CameraFault('codec_unsupported');
    const texto = rewritePlaylist(corpo.toString('utf8'), playlist, prefixo);
    return { tipo, corpo: Buffer.from(texto) };
  }

  async function ask(url: URL): Promise<PedacoHls> {
    const igual = andando.get(url.href);
    if (igual) return igual;
    if (andando.size >= SIMULTANEOS) throw new CameraFault('server_busy');
    const pedaco = fetchPiece(url).finally(() => andando.delete(url.href));
    andando.set(url.href, pedaco);
    return pedaco;
  }

  return (caminho: string): (() => Promise<PedacoHls>) | undefined => {
    const url = resolveHls(playlist, caminho);
    return url && (() => ask(url));
  };
}
