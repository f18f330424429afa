/** Requests with any header, as an attacker's program sends them. */
import { type IncomingHttpHeaders, request } from 'node:http';

export interface CallAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  corpo: string;
  ms: number;
}

export function call(
  porta: number,
  caminho: string,
  { corpo, headers = {} }: { corpo?: object; headers?: Record<string, string> } = {},
): Promise<CallAnswer> {
  const saiu = performance.now();
  const texto = corpo && JSON.stringify(corpo);
  return new Promise((resolve, reject) => {
    const pedido = request({
      host: '127.0.0.1',
      port: porta,
      path: caminho,
      method: texto === undefined ? 'GET' : 'POST',
      agent: false,
      headers: { ...(texto !== undefined && { 'content-type': 'application/json' }), ...headers },
    });
    pedido.on('error', reject);
    pedido.on('response', (resposta) => {
      let lido = '';
      resposta.setEncoding('utf8').on('data', (parte) => {
        lido += parte;
      });
      resposta.on('error', reject);
      resposta.on('end', () =>
        resolve({
          status: resposta.statusCode ?? 0,
          headers: resposta.headers,
          corpo: lido,
          ms: performance.now() - saiu,
        }),
      );
    });
    pedido.end(texto);
  });
}
