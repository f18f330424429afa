import type { TestApp } from '../../server/test/app.ts';
import type { Wire } from './wire.ts';

async function post(server: TestApp, url: string, payload: object): Promise<void> {
  const reply = await server.request({ method: 'POST', url, payload });
  if (reply.statusCode !== 201) throw new Error(`${url}: ${reply.body}`);
}

export const buildProprietario = (server: TestApp, campos: object = {}) =>
  post(server, '/db/proprietarios', { matricula: '001215', nome: 'Edson Carvalho', ...campos });

export const buildVeiculo = (server: TestApp, campos: object = {}) =>
  post(server, '/db/veiculos', {
    placa: 'QXJ0D52',
    tipo: '1',
    marca: 'Hyundai',
    modelo: 'HB20S 1.0 COMFORT',
    cor: 'Prata',
    status: 'PROIBIDO',
    ...campos,
  });

export async function buildProibido(
  server: TestApp,
  motivo: string,
  placa = 'QXJ0D52',
): Promise<void> {
  await buildVeiculo(server, { placa });
  const payload = { status: 'PROIBIDO', motivo };
  await server.request({ method: 'PUT', url: `/db/veiculos/${placa}`, payload });
}

/** Makes the server answer this call with an unexpected fault. */
export const breakDown = (wire: Wire, call: string) =>
  wire.answer(call, () =>
    Response.json(
      {
        codigo: 'erro-inesperado',
        mensagem: 'Erro inesperado.',
        error: 'Erro inesperado.',
        pedido: '7F3A-91C2',
      },
      { status: 500 },
    ),
  );

/** Delays the server's answer to this call until `release`. */
export function hold(wire: Wire, call: string, reply: () => Response): { release: () => void } {
  let release = () => {};
  const answer = new Promise<Response>((resolve) => {
    release = () => resolve(reply());
  });
  wire.answer(call, () => answer);
  return { release };
}
