/** Builders for tests of the intake: a device with its token, and its messages. */
import { readFileSync } from 'node:fs';
import type { DispositivoComToken, NovoDispositivo } from '@unipark/contract/dispositivo';
import type { LightMyRequestResponse } from 'fastify';
import type { TestApp } from './app.ts';

const EXEMPLOS = new URL('./dialetos/exemplos/', import.meta.url);

export const readExemplo = (nome: string): Buffer => readFileSync(new URL(nome, EXEMPLOS));

export async function buildDispositivo(
  teste: TestApp,
  campos: Partial<NovoDispositivo> = {},
): Promise<DispositivoComToken & { token: string }> {
  const resposta = await teste.request({
    method: 'POST',
    url: '/api/dispositivos',
    payload: { nome: 'Portaria 1', dialeto: 'unipark', ...campos },
  });
  if (resposta.statusCode !== 201) throw new Error(`no device: ${resposta.body}`);
  return resposta.json();
}

/** Sends a message like a device: with its own headers and without an account. */
export const sendMensagem = (
  teste: TestApp,
  url: string,
  payload: object | string | Buffer,
  headers: Record<string, string> = {},
  method: 'POST' | 'GET' = 'POST',
): Promise<LightMyRequestResponse> => teste.request({ method, url, payload, as: null, headers });

export const bearerHeaders = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
});

export function buildMultipart(
  itens: { nome: string; tipo: string; bytes: Buffer | string; arquivo?: string }[],
  subtipo = 'form-data',
): { payload: Buffer; headers: Record<string, string> } {
  const limite = 'LimiteDeTeste';
  const pedacos = itens.flatMap(({ nome, tipo, bytes, arquivo }) => [
    Buffer.from(
      `--${limite}\r\nContent-Disposition: form-data; name="${nome}"${arquivo ? `; filename="${arquivo}"` : ''}\r\nContent-Type: ${tipo}\r\n\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
  return {
    payload: Buffer.concat([...pedacos, Buffer.from(`--${limite}--\r\n`)]),
    headers: { 'content-type': `multipart/${subtipo}; boundary=${limite}` },
  };
}
