import type { UltimoVeiculo } from '@unipark/contract/passagem';
import type { TestApp } from '../../server/test/app.ts';

/** The shortest body that counts as a JPEG: its head and some bytes. */
export const JPEG = `/9j/${'A'.repeat(196)}`;

/** Posts a reading as a camera does. Answers its card. */
export async function postPassagem(server: TestApp, campos: object = {}): Promise<UltimoVeiculo> {
  const payload = { placa: 'QXJ0D52', ...campos };
  const reply = await server.request({ method: 'POST', url: '/db/ultimosveiculos', payload });
  if (reply.statusCode !== 201) throw new Error(reply.body);
  return reply.json();
}

/** Signs up a colleague. Answers their token. */
export async function signUpColega(server: TestApp, name = 'Rita Alves'): Promise<string> {
  const reply = await server.request({
    as: null,
    method: 'POST',
    url: '/api/auth/sign-up/email',
    payload: { name, email: 'rita@unilavras.edu.br', password: 'portao-verde-17' },
  });
  return reply.json().token;
}
