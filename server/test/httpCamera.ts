/** A camera over HTTP: pictures and HLS on the loopback, with Digest when required. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type CameraResponder = (request: IncomingMessage, response: ServerResponse) => void;

export interface HttpCamera {
  origem: string;
  /** Requested addresses, answered or not. */
  pedidos: string[];
  close(): Promise<void>;
}

const md5 = (texto: string): string => createHash('md5').update(texto).digest('hex');

/** Answers each path from `respostas`; any other is 404. */
export async function startHttpCamera(
  respostas: Record<string, CameraResponder>,
): Promise<HttpCamera> {
  const pedidos: string[] = [];
  const server = createServer((request, response) => {
    const caminho = (request.url ?? '').split('?')[0] ?? '';
    pedidos.push(request.url ?? '');
    const resposta = respostas[caminho];
    if (resposta) resposta(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((pronto) => server.listen(0, '127.0.0.1', pronto));
  return {
    origem: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pedidos,
    async close() {
      server.closeAllConnections();
      await new Promise((pronto) => server.close(pronto));
    },
  };
}

/** Sends `resposta` only after an answer to the challenge of RFC 7616 with this password. */
export const withDigest =
  (usuario: string, senha: string, resposta: CameraResponder): CameraResponder =>
  (request, response) => {
    const cabecalho = request.headers.authorization ?? '';
    const getCampo = (nome: string): string =>
      new RegExp(`\\b${nome}="?([^",]*)`).exec(cabecalho)?.[1] ?? '';
    const ha1 = md5(`${usuario}:cam:${senha}`);
    const ha2 = md5(`GET:${request.url}`);
    const meio = `abc:${getCampo('nc')}:${getCampo('cnonce')}:auth`;
    if (cabecalho.startsWith('Digest ') && getCampo('response') === md5(`${ha1}:${meio}:${ha2}`)) {
      resposta(request, response);
      return;
    }
    const desafio = 'Digest realm="cam", nonce="abc", qop="auth"';
    response.writeHead(401, { 'www-authenticate': desafio }).end();
  };
