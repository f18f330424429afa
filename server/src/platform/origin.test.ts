import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { buildTestApp } from '../../test/app.ts';
import { urlOf } from './origin.ts';

describe('the address that HOST names', () => {
  it('is answered beside the usual names of this machine, and no other is', async () => {
    const teste = await buildTestApp({ env: { HOST: '127.0.0.2' }, account: false });
    await teste.app.listen({ port: 0, host: '127.0.0.2' });
    const { port } = teste.app.server.address() as AddressInfo;
    const ask = (host: string) =>
      teste.app.inject({ url: '/healthz', headers: { host, origin: `http://${host}` } });
    expect((await ask(`127.0.0.2:${port}`)).statusCode).toBe(200);
    expect((await ask(`localhost:${port}`)).statusCode).toBe(200);
    expect((await ask(`127.0.0.3:${port}`)).statusCode).toBe(421);
    expect((await ask('127.0.0.2')).statusCode).toBe(421);
    await teste.close();
  });

  it.each([
    ['127.0.0.1', 3000, 'http://127.0.0.1:3000'],
    ['::1', 3000, 'http://[::1]:3000'],
    ['localhost', 80, 'http://localhost'],
  ])('%s on %d is written %s', (host, porta, url) => {
    expect(urlOf(host, porta)).toBe(url);
  });
});
