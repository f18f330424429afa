/** HTTP calls with the path and the headers exactly as given: odd paths, repeated headers. */
import { Agent, type IncomingMessage, request } from 'node:http';

export interface WireRequest {
  method?: string;
  path: string;
  /** Names and values, sent in this order, repetitions included. */
  headers?: readonly (readonly [nome: string, valor: string])[];
  corpo?: string;
}

export interface WireAnswer {
  status: number;
  tipo: string;
  corpo: string;
}

export interface WirePeer {
  ask(chamada: WireRequest): Promise<WireAnswer>;
  close(): void;
}

/** Bytes read of a body: a stream does not end by itself. */
const CORPO_MAXIMO = 64 * 1_024;

const isStream = ({ headers }: IncomingMessage): boolean =>
  /event-stream/.test(headers['content-type'] ?? '');

/** Opens a client of a server on 127.0.0.1 with a few connections kept open. */
export function openFio(port: number): WirePeer {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  return {
    ask: ({ method = 'GET', path, headers = [], corpo }) =>
      new Promise((resolve, reject) => {
        const linhas = [['Host', `127.0.0.1:${port}`], ...headers].flat();
        if (corpo !== undefined) {
          linhas.push('Content-Type', 'application/json');
          linhas.push('Content-Length', String(Buffer.byteLength(corpo)));
        }
        const pedido = request({ host: '127.0.0.1', port, method, path, agent, headers: linhas });
        pedido.on('response', (resposta) => {
          const partes: Buffer[] = [];
          let lido = 0;
          const end = () => {
            const corpoVeio = Buffer.concat(partes).toString();
            const tipo = resposta.headers['content-type'] ?? '';
            resolve({ status: resposta.statusCode ?? 0, tipo, corpo: corpoVeio });
          };
          if (isStream(resposta)) {
            resposta.destroy();
            end();
            return;
          }
          resposta.on('data', (parte: Buffer) => {
            lido += parte.length;
            if (lido <= CORPO_MAXIMO) partes.push(parte);
          });
          resposta.on('end', end);
          resposta.on('error', reject);
        });
        pedido.on('error', reject);
        pedido.end(corpo);
      }),
    close: () => agent.destroy(),
  };
}

export const bearer = (token: string): readonly [string, string] => [
  'Authorization',
  `Bearer ${token}`,
];
