/** A real S3 server in this process: it checks signatures, and joins uploads in parts. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

interface S3rver {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
  httpServer: Server;
}
type S3rverClass = new (options: Record<string, unknown>) => S3rver;

export const BUCKET = 'unipark-copias';

export interface TestS3 {
  /** The variables of a server that sends its copies here. */
  env: Record<string, string>;
  /** Resolves when the next part or object arrives. */
  hearPut(): Promise<void>;
  /** Answers requests of a method with an error until it is called back. */
  refuse(metodo: string, status: number): () => void;
  /** Requests of a method that it answered, with their headers. */
  listHeard(metodo: string): IncomingMessage['headers'][];
  close(): Promise<void>;
}

interface SignedRequest {
  uri: string;
}
type StringToSign = (pedido: SignedRequest, assinatura: unknown) => string;

/** S3 signs a path as it was sent; this server drops the '/' after the bucket's name. */
function signSlash(): void {
  const v4 = require('@20minutes/s3rver/lib/signature/v4.js') as { getStringToSign: StringToSign };
  const real = v4.getStringToSign;
  v4.getStringToSign = (pedido, assinatura) =>
    real({ ...pedido, uri: pedido.uri.replace(/^(\/[^/]+)$/, '$1/') }, assinatura);
}

/** Starts the server with one empty bucket. */
export async function startS3(): Promise<TestS3> {
  const Classe = require('@20minutes/s3rver') as S3rverClass;
  signSlash();
  const directory = mkdtempSync(join(tmpdir(), 'unipark-s3-'));
  const servidor = new Classe({
    ...{ port: 0, address: '127.0.0.1', silent: true, directory },
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await servidor.run();
  const ouvidos: IncomingMessage[] = [];
  const recusas = new Map<string, number>();
  const { httpServer } = servidor;
  const [answer] = httpServer.listeners('request') as [RequestListener];
  httpServer.removeAllListeners('request');
  httpServer.on('request', (pedido: IncomingMessage, resposta: ServerResponse) => {
    ouvidos.push(pedido);
    const status = recusas.get(pedido.method ?? '');
    if (status === undefined) answer(pedido, resposta);
    else resposta.writeHead(status).end();
  });
  return {
    env: {
      COPIAS_EXTERNAS: `s3://${BUCKET}/campus`,
      COPIAS_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      COPIAS_S3_CHAVE: 'S3RVER',
      COPIAS_S3_SEGREDO: 'S3RVER',
    },
    refuse(metodo, status) {
      recusas.set(metodo, status);
      return () => void recusas.delete(metodo);
    },
    listHeard: (metodo) =>
      ouvidos.filter(({ method }) => method === metodo).map(({ headers }) => headers),
    hearPut: () =>
      new Promise((resolve) => {
        const hear = ({ method }: IncomingMessage): void => {
          if (method !== 'PUT') return;
          servidor.httpServer.off('request', hear);
          resolve();
        };
        servidor.httpServer.on('request', hear);
      }),
    async close() {
      await servidor.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
