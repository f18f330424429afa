/** A push service on the loopback, and browsers that subscribe to it and read their messages. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PushRequest {
  caminho: string;
  headers: IncomingHttpHeaders;
  corpo: Buffer;
}

export interface Receiver {
  host: string;
  recebidos: PushRequest[];
  /** The answer by path; 201 where none is set. */
  respostas: Map<string, number>;
  /** While set, requests wait for it before they are read. */
  hold: Promise<void> | undefined;
  /** Resolves when so many requests have come. */
  waitFor(quantos: number): Promise<void>;
  close(): void;
}

export async function startReceiver(): Promise<Receiver> {
  const recebidos: PushRequest[] = [];
  const respostas = new Map<string, number>();
  let look = (): void => {};
  const receiver: Receiver = {
    host: '',
    recebidos,
    respostas,
    hold: undefined,
    waitFor: (quantos) =>
      new Promise((done) => {
        look = () => {
          if (recebidos.length >= quantos) done();
        };
        look();
      }),
    close: () => server.close(),
  };
  const server = createServer(async (request, reply) => {
    await receiver.hold;
    const partes: Buffer[] = [];
    for await (const parte of request) partes.push(parte);
    const caminho = request.url ?? '';
    recebidos.push({ caminho, headers: request.headers, corpo: Buffer.concat(partes) });
    reply.writeHead(respostas.get(caminho) ?? 201).end();
    look();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  receiver.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return receiver;
}

const hkdf = (sal: Buffer, chave: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', chave, sal, info, bytes));

/** A browser's side of a subscription. */
export function createBrowser(host: string, nome: string) {
  const curva = createECDH('prime256v1');
  const publica = curva.generateKeys();
  const auth = randomBytes(16);
  return {
    caminho: `/${nome}`,
    assinatura: {
      endpoint: `http://${host}/${nome}`,
      p256dh: publica.toString('base64url'),
      auth: auth.toString('base64url'),
    },
    /** The text of a message (RFC 8291: one record of aes128gcm). */
    decrypt(corpo: Buffer): string {
      const sal = corpo.subarray(0, 16);
      const deles = corpo.subarray(21, 21 + corpo.readUInt8(20));
      const cifrado = corpo.subarray(21 + corpo.readUInt8(20));
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publica, deles]);
      const chave = hkdf(auth, curva.computeSecret(deles), info, 32);
      const cek = hkdf(sal, chave, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = hkdf(sal, chave, Buffer.from('Content-Encoding: nonce\0'), 12);
      const cifra = createDecipheriv('aes-128-gcm', cek, nonce).setAuthTag(cifrado.subarray(-16));
      const texto = Buffer.concat([cifra.update(cifrado.subarray(0, -16)), cifra.final()]);
      return texto.subarray(0, texto.lastIndexOf(2)).toString('utf8');
    },
  };
}

export type TestBrowser = ReturnType<typeof createBrowser>;
