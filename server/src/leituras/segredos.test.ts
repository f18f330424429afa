/** The log of the real program contains no device token and no broker password. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, CONTA } from '../../test/app.ts';
import { START } from '../../test/processo.ts';
import { openBanco } from '../platform/db/banco.ts';

const PROGRAMA = fileURLToPath(new URL('../main.ts', import.meta.url));
const SENHA = 'canario-do-corretor';

let pasta: string;
beforeAll(() => {
  pasta = mkdtempSync(join(tmpdir(), 'unipark-'));
});
afterAll(() => rmSync(pasta, { recursive: true, force: true }));

async function ask(origem: string, method: string, path: string, corpo = '', headers = {}) {
  const pedido = request(origem, { path, method, headers: { connection: 'close', ...headers } });
  pedido.end(corpo);
  const [resposta] = await once(pedido, 'response');
  return { status: resposta.statusCode, corpo: await text(resposta) };
}

it('in any request, and with any failure', async () => {
  const env = { PATH: process.env.PATH, DATA_DIR: pasta, PORT: '0', LOG_LEVEL: 'trace' };
  const programa = spawn(process.execPath, [START, PROGRAMA], { env });
  let saida = '';
  for (const fluxo of [programa.stdout, programa.stderr]) {
    fluxo.on('data', (pedaco: Buffer) => {
      saida += pedaco;
    });
  }
  const findOrigem = () => /no ar: (\S+)/.exec(saida)?.[1];
  while (!findOrigem() && programa.exitCode === null)
    await new Promise((vez) => setTimeout(vez, 50));
  const origem = findOrigem() ?? '';
  const json = { 'content-type': 'application/json' };
  const conta = await ask(origem, 'POST', '/api/auth/sign-up/email', JSON.stringify(CONTA), json);
  const admin = { ...json, authorization: `Bearer ${JSON.parse(conta.corpo).token}` };
  const make = async (campos: object) => {
    const feito = await ask(
      origem,
      'POST',
      '/api/dispositivos',
      JSON.stringify({ nome: 'A', ...campos }),
      admin,
    );
    return JSON.parse(feito.corpo).token as string;
  };
  const token = await make({ dialeto: 'unipark' });
  const mqtt = { url: 'mqtt://127.0.0.1:1', usuario: 'u', senha: SENHA };
  const outro = await make({ dialeto: 'frigate', mqtt, digest: 'sim' });

  const estados: number[] = [];
  for (const t of [token, outro]) {
    for (const [metodo, caminho, corpo] of [
      ['POST', `/api/leituras/unipark/${t}`, '{"placa":"ABC1C34"}'],
      ['POST', `/api/leituras/unipark/${t}`, `{"placa": "${t}`],
      ['POST', `/api/leituras/unipark/${t}/a/b`, '{}'],
      ['POST', `/api/leituras/outro/${t}`, '{}'],
      ['POST', `/api/leituras/hikvision/${t}`, '<x/>'],
      ['GET', `/api/leituras/unipark/${t}`, ''],
      ['PUT', `/api/leituras/unipark/${t}`, '{}'],
      ['GET', `/api/leituras/${t}`, ''],
      ['GET', `/api/leituras/unipark/%zz${t}`, ''],
      ['POST', `/api/leituras/unipark/${t}/${'x'.repeat(300)}`, '{}'],
      ['POST', `/api/outra/${t}`, '{}'],
    ] as const) {
      const { status, corpo: veio } = await ask(origem, metodo, caminho, corpo, json);
      estados.push(status);
      expect([caminho, veio.includes(t)]).toEqual([caminho, false]);
    }
  }
  expect(estados.filter((estado) => estado >= 500)).toEqual([]);
  expect(new Set(estados).size).toBeGreaterThan(3);

  // An unexpected error is logged with the most detail.
  const db = openBanco(pasta);
  await db.schema.alterTable('leituras').renameTo('sumiu').execute();
  const caminho = `/api/leituras/unipark/${token}`;
  const falha = await ask(origem, 'POST', caminho, '{"placa":"XYZ1C34"}', json);
  expect(falha.status).toBe(500);
  await db.destroy();

  programa.kill('SIGTERM');
  await once(programa, 'close');
  expect(programa.exitCode).toBe(0);
  expect(saida).toContain('"level":50');
  for (const segredo of [token, outro, SENHA]) expect(saida).not.toContain(segredo);
});

it('the log shows *** instead of a token', async () => {
  const teste = await buildTestApp({ account: false });
  const { [Symbol.for('pino.serializers')]: serializers } = teste.app.log as unknown as {
    [nome: symbol]: { req(pedido: object): object };
  };
  const token = 'aB3_'.repeat(10);
  const url = `/api/leituras/itsapi/${token}xyz/NotificationInfo/KeepAlive?t=${token}`;
  expect(serializers?.req({ method: 'POST', url, ip: '10.0.0.1' })).toEqual({
    method: 'POST',
    url: '/api/leituras/itsapi/***/NotificationInfo/KeepAlive',
    remoteAddress: '10.0.0.1',
  });
  await teste.close();
});
