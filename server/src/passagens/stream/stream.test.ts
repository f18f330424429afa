import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';

let teste: TestApp;
let origem: string;
beforeAll(async () => {
  teste = await buildTestApp();
  await teste.app.listen({ port: 0, host: '127.0.0.1' });
  origem = `http://127.0.0.1:${(teste.app.server.address() as AddressInfo).port}`;
});
afterAll(() => teste.close());

const createPassagem = (placa: string) =>
  teste.request({ method: 'POST', url: '/db/ultimosveiculos', payload: { placa } });

/** Opens the stream and collects its text until `enough` is true. */
async function listen(enough: (texto: string) => boolean, headers: Record<string, string> = {}) {
  const controle = new AbortController();
  const resposta = await fetch(`${origem}/db/ultimosveiculos/eventos`, {
    headers: { authorization: `Bearer ${teste.token}`, ...headers },
    signal: controle.signal,
  });
  const leitor = resposta.body!.pipeThrough(new TextDecoderStream()).getReader();
  const lido = (async () => {
    let texto = '';
    while (!enough(texto)) {
      const { value, done } = await leitor.read();
      if (done) break;
      texto += value;
    }
    return texto;
  })();
  return { resposta, lido, close: () => controle.abort() };
}

describe('GET /db/ultimosveiculos/eventos', () => {
  it('needs an open session', async () => {
    const resposta = await fetch(`${origem}/db/ultimosveiculos/eventos`);
    expect(resposta.status).toBe(401);
  });

  it('sends a passage at once after its post, numbered', async () => {
    const fluxo = await listen((texto) => texto.includes('RIO2A18'));
    expect(fluxo.resposta.headers.get('content-type')).toContain('text/event-stream');
    await createPassagem('RIO2A18');
    const texto = await fluxo.lido;
    fluxo.close();
    expect(texto).toMatch(/^retry: 2000\n\n/);
    expect(texto).toMatch(/id: \d+\nevent: passagem\ndata: \{.*"placa":"RIO2A18".*\}\n\n/);
  });

  it('sends a returning client the missed events, in order', async () => {
    const { id } = await teste.db
      .selectFrom('eventos')
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirstOrThrow();
    await createPassagem('AAA0A01');
    await createPassagem('AAA0A02');
    const fluxo = await listen((texto) => texto.includes('AAA0A02'), {
      'last-event-id': String(id),
    });
    const texto = await fluxo.lido;
    fluxo.close();
    expect([...texto.matchAll(/"placa":"(\w+)"/g)].map((achado) => achado[1])).toEqual([
      'AAA0A01',
      'AAA0A02',
    ]);
  });

  it.each(['999999', 'lixo', '0'])(
    'tells a client with the number %s to reload',
    async (numero) => {
      const fluxo = await listen((texto) => texto.includes('event:'), { 'last-event-id': numero });
      expect(await fluxo.lido).toContain('event: recarregar\ndata: {}');
      fluxo.close();
    },
  );

  it('has no HEAD, so a HEAD request holds nothing open', async () => {
    const resposta = await fetch(`${origem}/db/ultimosveiculos/eventos`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${teste.token}` },
    });
    expect(resposta.status).toBe(404);
  });

  it('carries the security headers', async () => {
    const fluxo = await listen(() => true);
    fluxo.close();
    expect(fluxo.resposta.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('ends at once when its session signs out, and only that one', async () => {
    const { email, password } = CONTA;
    const entrada = await teste.request({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      payload: { email, password },
      as: null,
    });
    const authorization = `Bearer ${entrada.json<{ token: string }>().token}`;
    const [dela, outra] = [await listen(() => false, { authorization }), await listen(() => false)];
    const fim = dela.lido.then(() => performance.now());
    const inicio = performance.now();
    await teste.app.inject({
      method: 'POST',
      url: '/api/auth/sign-out',
      headers: { host: new URL(origem).host, authorization },
    });
    const aberta = new Promise((pronto) => setTimeout(pronto, 500, 'open'));
    expect((await fim) - inicio).toBeLessThan(1_000);
    expect(await Promise.race([outra.lido.catch(() => ''), aberta])).toBe('open');
    outra.close();
  });

  it('allows six streams to an account', async () => {
    const abertos = await Promise.all(Array.from({ length: 7 }, () => listen(() => true)));
    const estados = abertos.map(({ resposta }) => resposta.status).sort();
    for (const aberto of abertos) aberto.close();
    expect(estados).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });
});
