/** Calls over real HTTP, sent letter by letter as written: odd paths, headers given twice. */
import { Agent, type IncomingMessage, request } from 'node:http';

export interface Chamada {
  method?: string;
  path: string;
  /** Name and value, in this order, as often as they stand here. */
  headers?: readonly (readonly [nome: string, valor: string])[];
  corpo?: string;
}

export interface Chegou {
  status: number;
  tipo: string;
  corpo: string;
}

export interface Fio {
  ask(chamada: Chamada): Promise<Chegou>;
  close(): void;
}

/** A body is read up to this; a stream never ends by itself. */
const CORPO_MAXIMO = 64 * 1_024;

const isStream = ({ headers }: IncomingMessage): boolean =>
  /event-stream/.test(headers['content-type'] ?? '');

/** Callers of a server on 127.0.0.1, a few connections kept open. */
export function openFio(port: number): Fio {
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
          const fim = () => {
            const corpoVeio = Buffer.concat(partes).toString();
            const tipo = resposta.headers['content-type'] ?? '';
            resolve({ status: resposta.statusCode ?? 0, tipo, corpo: corpoVeio });
          };
          if (isStream(resposta)) {
            resposta.destroy();
            fim();
            return;
          }
          resposta.on('data', (parte: Buffer) => {
            lido += parte.length;
            if (lido <= CORPO_MAXIMO) partes.push(parte);
          });
          resposta.on('end', fim);
          resposta.on('error', reject);
        });
        pedido.on('error', reject);
        pedido.end(corpo);
      }),
    close: () => agent.destroy(),
  };
}

/** The header of a bearer. */
export const bearer = (token: string): readonly [string, string] => [
  'Authorization',
  `Bearer ${token}`,
];
