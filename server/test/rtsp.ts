/** A fake camera: RTSP over TCP with Digest, a looped clip, and every kind of failure. */
import { createHash } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { readClip } from '../src/cameras/session/loop.ts';
import { interleaved, nalsOf, packetize, parameterSets, sdp } from './rtp.ts';

/** `mudo` accepts and never answers; the numbers are the answer to every DESCRIBE. */
type CameraMood = 'bom' | 'mudo' | 'garbage' | '401' | '404';

/** Packets from an outside source, such as a running encoder, with their announcement. */
export interface Feed {
  sdp: string;
  onPacket(listener: (rtp: Buffer) => void): void;
}

interface FakeCameraOptions {
  clip: string;
  /** Sent instead of the clip. */
  feed?: Feed;
  /** Absent: no password is required. */
  usuario?: string;
  senha?: string;
  caminho?: string;
  /** Describes its pictures only in the stream, not in its announcement. */
  calada?: boolean;
}

export interface FakeCamera {
  /** Without user and password. */
  url: string;
  /** Connections that play now. */
  clients(): number;
  /** Connections accepted so far. */
  accepts(): number;
  up(): Promise<void>;
  /** Resets all connections and refuses new ones. */
  down(): Promise<void>;
  /** Stops sending and answering without closing anything; `up` ends it. */
  hang(): void;
  humor(novo: CameraMood): void;
  /** Sends another clip and closes all connections, as cameras do when their settings change. */
  play(clip: string): Promise<void>;
  /** Sends another clip over the open connections, as other cameras do. */
  swap(clip: string): Promise<void>;
  close(): Promise<void>;
}

interface Film {
  conjuntos: Buffer[];
  frames: { nals: Buffer[]; emMs: number }[];
  duracaoMs: number;
}

async function readFilm(clip: string): Promise<Film> {
  const { init, frames, duracaoMs } = await readClip(clip);
  const conjuntos = parameterSets(init.bytes);
  return {
    conjuntos,
    duracaoMs,
    frames: frames.map(({ bytes, key, emMs }) => ({
      nals: key ? [...conjuntos, ...nalsOf(bytes)] : nalsOf(bytes),
      emMs,
    })),
  };
}

const REALM = 'camera';
const NONCE = 'f00dcafe';
const md5 = (texto: string): string => createHash('md5').update(texto).digest('hex');

export async function startFakeCamera(options: FakeCameraOptions): Promise<FakeCamera> {
  const { usuario, senha = '', caminho = '/canal1' } = options;
  let film = await readFilm(options.clip);
  let humor: CameraMood = 'bom';
  let parada = false;
  let aceitas = 0;
  let porta = 0;
  const ligadas = new Set<Socket>();
  const tocando = new Set<Socket>();

  const inicio = performance.now();
  let proximo = 0;
  let sequencia = 0;
  let timer: NodeJS.Timeout | undefined;

  /** One encoder for all connections, running by the clock: a late one starts inside a group. */
  function tick(): void {
    const { frames, duracaoMs } = film;
    const agora = performance.now() - inicio;
    const timeAt = (indice: number): number =>
      Math.floor(indice / frames.length) * duracaoMs + (frames[indice % frames.length]?.emMs ?? 0);
    if (tocando.size === 0 || parada || agora - timeAt(proximo) > 1_000) {
      while (timeAt(proximo) <= agora) proximo += 1;
    }
    for (; timeAt(proximo) <= agora; proximo += 1) {
      const nals = frames[proximo % frames.length]?.nals ?? [];
      const pacotes = packetize(nals, sequencia, Math.round(timeAt(proximo) * 90));
      sequencia += pacotes.length;
      for (const socket of tocando) for (const pacote of pacotes) socket.write(pacote);
    }
    timer = setTimeout(tick, Math.max(1, timeAt(proximo) - agora));
  }

  function isKnown(metodo: string, cabecalhos: string): boolean {
    if (!usuario) return true;
    const getCampo = (nome: string): string =>
      new RegExp(`^Authorization: Digest .*\\b${nome}="([^"]*)"`, 'im').exec(cabecalhos)?.[1] ?? '';
    const ha1 = md5(`${usuario}:${REALM}:${senha}`);
    const ha2 = md5(`${metodo}:${getCampo('uri')}`);
    return (
      getCampo('username') === usuario && getCampo('response') === md5(`${ha1}:${NONCE}:${ha2}`)
    );
  }

  function answer(socket: Socket, pedido: string): void {
    const [linha = ''] = pedido.split('\r\n', 1);
    const [metodo = '', url = ''] = linha.split(' ');
    const seq = /^CSeq: *(\d+)/im.exec(pedido)?.[1] ?? '0';
    const reply = (estado: string, cabecalhos: string[] = [], corpo = ''): void => {
      const linhas = [`RTSP/1.0 ${estado}`, `CSeq: ${seq}`, 'Session: 1;timeout=60', ...cabecalhos];
      if (corpo) linhas.push('Content-Type: application/sdp', `Content-Length: ${corpo.length}`);
      socket.write(`${linhas.join('\r\n')}\r\n\r\n${corpo}`);
    };
    if (metodo === 'OPTIONS') {
      reply('200 OK', ['Public: OPTIONS, DESCRIBE, SETUP, PLAY, GET_PARAMETER, TEARDOWN']);
    } else if (humor === '401' || !isKnown(metodo, pedido)) {
      reply('401 Unauthorized', [`WWW-Authenticate: Digest realm="${REALM}", nonce="${NONCE}"`]);
    } else if (humor === '404' || !new URL(url).pathname.startsWith(caminho)) {
      reply('404 Not Found');
    } else if (metodo === 'DESCRIBE') {
      reply(
        '200 OK',
        [`Content-Base: ${url}/`],
        options.feed?.sdp ?? sdp(options.calada ? [] : film.conjuntos),
      );
    } else if (metodo === 'SETUP') {
      const tcp = /^Transport: .*interleaved/im.test(pedido);
      if (tcp) reply('200 OK', ['Transport: RTP/AVP/TCP;unicast;interleaved=0-1']);
      else reply('461 Unsupported Transport');
    } else {
      reply('200 OK');
      if (metodo === 'PLAY') tocando.add(socket);
      if (metodo === 'TEARDOWN') socket.end();
    }
  }

  function serve(socket: Socket): void {
    aceitas += 1;
    ligadas.add(socket);
    let lido = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      ligadas.delete(socket);
      tocando.delete(socket);
    });
    if (humor === 'garbage') socket.write(Buffer.from('\u0000\u0007lixo\r\n'.repeat(400)));
    socket.on('data', (pedaco: Buffer) => {
      if (humor === 'mudo' || humor === 'garbage' || parada) return;
      lido = Buffer.concat([lido, pedaco]);
      for (;;) {
        // A report of the receiver, on its own channel.
        if (lido[0] === 0x24) {
          if (lido.length < 4 || lido.length < 4 + lido.readUInt16BE(2)) return;
          lido = lido.subarray(4 + lido.readUInt16BE(2));
          continue;
        }
        const fim = lido.indexOf('\r\n\r\n');
        if (fim < 0) return;
        const pedido = lido.toString('latin1', 0, fim);
        lido = lido.subarray(fim + 4);
        answer(socket, pedido);
      }
    });
  }

  const servidor = createServer(serve);
  const listen = async (): Promise<void> => {
    if (servidor.listening) return;
    await new Promise<void>((resolve) => servidor.listen(porta, '127.0.0.1', resolve));
    porta = (servidor.address() as AddressInfo).port;
  };
  const reset = (): void => {
    for (const socket of ligadas) socket.resetAndDestroy();
  };
  async function down(): Promise<void> {
    reset();
    if (servidor.listening) await new Promise((resolve) => servidor.close(resolve));
  }
  async function swap(clip: string): Promise<void> {
    film = await readFilm(clip);
    proximo = 0;
  }
  await listen();
  if (options.feed) {
    options.feed.onPacket((rtp) => {
      const pacote = interleaved(rtp);
      if (!parada) for (const socket of tocando) socket.write(pacote);
    });
  } else tick();

  return {
    url: `rtsp://127.0.0.1:${porta}${caminho}`,
    clients: () => tocando.size,
    accepts: () => aceitas,
    async up() {
      parada = false;
      humor = 'bom';
      await listen();
    },
    down,
    hang() {
      parada = true;
    },
    humor(novo) {
      humor = novo;
    },
    async play(clip) {
      await swap(clip);
      reset();
    },
    swap,
    async close() {
      clearTimeout(timer);
      await down();
    },
  };
}
