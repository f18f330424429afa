/** Every kind of request through nginx and Caddy with the files of `deploy/`; each only when installed. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { withPass } from '../../../test/cameras.ts';
import { createFirst } from '../../../test/conta.ts';
import { until } from '../../../test/espera.ts';
import { freePort, hasProxy, NOME, type RunningProxy, startProxy } from '../../../test/proxy.ts';
import { PICTURES_MAXIMUM } from '../limits/intake.ts';

const SITE = `https://${NOME}`;
const { name: _, ...CREDENCIAIS } = CONTA;
const TOKEN = 'um-segredo-de-vinte-e-seis';
const VIDEO = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};
/** The proxy's own limit is above every route's. */
const ACIMA_DO_PROXY = 23 * 1024 * 1024;

interface ProxiedRequest {
  method?: string;
  headers?: Record<string, string>;
  corpo?: string | Buffer;
  /** The caller: 127.0.0.0/8 are many addresses of one machine. */
  de?: string;
}

interface ProxiedAnswer {
  status: number;
  corpo: string;
  headers: IncomingMessage['headers'];
}

describe.each(['nginx', 'caddy'] as const)('behind %s', (nome) => {
  describe.runIf(hasProxy(nome))('as deploy/ sets it', () => behindProxy(nome));
});

function behindProxy(nome: 'nginx' | 'caddy'): void {
  let teste: TestApp;
  let proxy: RunningProxy;
  let pasta: string;
  /** What the proxy answers before the server listens: to a program, and to a browser. */
  let parado: ProxiedAnswer[];

  beforeAll(async () => {
    pasta = mkdtempSync(join(tmpdir(), `unipark-${nome}-`));
    const cameras = join(pasta, 'cameras.json');
    writeFileSync(
      cameras,
      JSON.stringify({ cameras: [{ id: '1', nome: 'Portaria', tipo: 'demo' }] }),
    );
    const env = {
      PUBLIC_URL: SITE,
      TRUST_PROXY: '127.0.0.1/32',
      SIGNUP_MODE: 'aberto',
      METRICS_TOKEN: TOKEN,
      CAMERAS_FILE: cameras,
    };
    const port = await freePort();
    proxy = await startProxy(nome, join(pasta, 'proxy'), port);
    teste = await buildTestApp({ env, account: false });
    await createFirst(teste);
    await until(async () => expect((await ask('/api/instalacao')).status).toBe(503));
    const accept = 'text/html,application/xhtml+xml';
    parado = [await ask('/db/veiculos'), await ask('/home', { headers: { accept } })];
    await teste.app.listen({ port, host: '127.0.0.1' });
    await until(async () => expect((await ask('/healthz')).status).toBe(200));
    await post('/api/auth/sign-up/email', CONTA);
    await teste.db.updateTable('contas').set({ admin: 1 }).execute();
    const entrada = await post('/api/auth/sign-in/email', CREDENCIAIS);
    teste.token = JSON.parse(entrada.corpo).token;
  });
  afterAll(async () => {
    await proxy.end();
    await teste.close();
    rmSync(pasta, { recursive: true, force: true });
  });

  const open = (
    path: string,
    { method = 'GET', headers, corpo, de = '127.0.0.2' }: ProxiedRequest = {},
  ) =>
    new Promise<IncomingMessage>((pronto, falhou) => {
      const destino = { host: '127.0.0.1', port: proxy.porta, servername: NOME, path, method };
      const pedido = request(
        {
          ...destino,
          headers: { host: NOME, ...headers },
          ca: proxy.certificado,
          localAddress: de,
          agent: false,
        },
        pronto,
      );
      pedido.on('upgrade', (resposta, socket) => {
        socket.destroy();
        pronto(resposta);
      });
      pedido.on('error', falhou);
      pedido.end(corpo);
    });

  async function ask(path: string, pedido: ProxiedRequest = {}): Promise<ProxiedAnswer> {
    const resposta = await open(path, pedido);
    const corpo = resposta.statusCode === 101 ? '' : await text(resposta);
    return { status: resposta.statusCode ?? 0, corpo, headers: resposta.headers };
  }

  const post = (path: string, corpo: object | string, pedido: ProxiedRequest = {}) =>
    ask(path, {
      method: 'POST',
      corpo: typeof corpo === 'string' ? corpo : JSON.stringify(corpo),
      ...pedido,
      headers: { origin: SITE, 'content-type': 'application/json', ...pedido.headers },
    });
  const bearer = () => ({ authorization: `Bearer ${teste.token}` });

  it('a server that is down is a sentence: JSON for a program, a page for a browser', () => {
    const [api, tela] = parado as [ProxiedAnswer, ProxiedAnswer];
    expect(api.headers['content-type']).toContain('application/json');
    expect(JSON.parse(api.corpo)).toMatchObject({ mensagem: expect.stringMatching(/voltando/) });
    expect(tela.headers['content-type']).toContain('text/html');
    expect(tela.corpo).toContain('O sistema está voltando.');
    expect([api, tela].map(({ status, headers }) => [status, headers['retry-after']])).toEqual([
      [503, '5'],
      [503, '5'],
    ]);
  });

  it('a sign-in gives its cookie, the cookie renews, and the sign-out clears', async () => {
    const entrada = await post('/api/auth/sign-in/email', CREDENCIAIS);
    expect(entrada.status).toBe(200);
    expect(entrada.headers['strict-transport-security']).toContain('max-age');
    const cookie = (entrada.headers['set-cookie'] ?? []).map((c) => c.split(';')[0]).join('; ');
    expect(cookie).toMatch(/^__Secure-|^__Host-/);
    expect((await post('/api/auth/token', {}, { headers: { cookie } })).status).toBe(200);
    const alheia = { cookie, origin: 'https://outro.br' };
    expect((await post('/api/auth/token', {}, { headers: alheia })).status).toBe(403);
    const saida = await post('/api/auth/sign-out', {}, { headers: { cookie } });
    expect([saida.status, saida.headers['clear-site-data']]).toEqual([204, '"cache"']);
  });

  it('a passage reaches an open stream within a second of its post', async () => {
    const fluxo = await open('/db/ultimosveiculos/eventos', { headers: bearer() });
    expect(fluxo.headers['content-type']).toContain('text/event-stream');
    let lido = '';
    fluxo.on('data', (parte: Buffer) => {
      lido += parte;
    });
    const enviada = performance.now();
    const passagem = await post('/db/ultimosveiculos', { placa: 'NGX1A23' }, { headers: bearer() });
    expect(passagem.status).toBe(201);
    await until(() => expect(lido).toContain('NGX1A23'));
    expect(performance.now() - enviada).toBeLessThan(1_000);
    fluxo.destroy();
  });

  it('the video of a camera is upgraded, and refused to a page of another site', async () => {
    const passe = await post('/api/cameras/1/ticket', {}, { headers: bearer() });
    const headers = { ...VIDEO, ...withPass(JSON.parse(passe.corpo).ticket) };
    const live = '/api/cameras/1/live';
    expect((await ask(live, { headers: { ...headers, origin: 'https://a.br' } })).status).toBe(403);
    expect((await ask(live, { headers: { ...headers, origin: SITE } })).status).toBe(101);
  });

  it('the largest reading passes, by name and by IP address; a larger body is a sentence', async () => {
    const criado = await post(
      '/api/dispositivos',
      { nome: 'Portaria', dialeto: 'unipark' },
      { headers: bearer() },
    );
    const { token } = JSON.parse(criado.corpo);
    const foto = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(5_900_000, 7)]);
    const leitura = JSON.stringify({ placa: 'NGX9Z99', imagem: foto.toString('base64') });
    const send = (bytes: number, host = NOME) =>
      post('/api/leituras/unipark', leitura.padEnd(bytes), {
        headers: { host, authorization: `Bearer ${token}` },
      });
    const numero = `127.0.0.1:${proxy.porta}`;
    // Caddy serves the name alone.
    for (const host of nome === 'nginx' ? [NOME, numero] : [NOME]) {
      const { status, corpo } = await send(PICTURES_MAXIMUM, host);
      expect([200, 201], corpo).toContain(status);
    }
    for (const bytes of [PICTURES_MAXIMUM + 1, ACIMA_DO_PROXY]) {
      const { status, corpo } = await send(bytes);
      expect([status, JSON.parse(corpo).mensagem]).toEqual([413, 'O pedido é grande demais.']);
    }
  });

  it('the audit has the address of the caller, with any forwarded header', async () => {
    const headers = {
      ...bearer(),
      'x-forwarded-for': '203.0.113.7, 127.0.0.1',
      forwarded: 'for=203.0.113.7',
      'x-real-ip': '203.0.113.7',
      'x-forwarded-host': 'outro.br',
    };
    const novo = { matricula: `P-${nome}`, nome: 'Rita Alves' };
    const { status } = await post('/db/proprietarios', novo, { headers, de: '127.0.0.9' });
    expect(status).toBe(201);
    const linha = await teste.db
      .selectFrom('auditoria')
      .select('endereco')
      .where('chave', '=', novo.matricula)
      .executeTakeFirstOrThrow();
    expect(linha.endereco).toBe('127.0.0.9');
  });

  it('counts each visitor separately, with any forwarded header', async () => {
    const guess = (i: number, de: string) =>
      post(
        '/api/auth/sign-in/email',
        { email: `p${i}@x.br`, password: 'errada errada' },
        { de, headers: { 'x-forwarded-for': `203.0.113.${i}`, 'x-real-ip': `203.0.113.${i}` } },
      );
    const estados: number[] = [];
    for (let i = 0; i < 32; i += 1) estados.push((await guess(i, '127.0.0.3')).status);
    expect(estados.at(-1)).toBe(429);
    expect((await guess(99, '127.0.0.4')).status).toBe(401);
  });

  it('another spelling of the name is the same site', async () => {
    for (const host of [NOME.toUpperCase(), `${NOME}:443`]) {
      expect((await ask('/api/instalacao', { headers: { host } })).status).toBe(200);
    }
  });

  it('an encoded slash in a plate arrives unchanged', async () => {
    const { status } = await ask('/db/veiculos/A%2FB', { headers: bearer() });
    expect([400, 404]).toContain(status);
  });

  if (nome === 'caddy') return;

  it('probes and metrics are answered by IP address, the rest only by name', async () => {
    const numero = { host: `127.0.0.1:${proxy.porta}` };
    expect((await ask('/healthz', { headers: numero })).status).toBe(200);
    expect((await ask('/readyz', { headers: numero })).status).toBe(200);
    const headers = { ...numero, authorization: `Bearer ${TOKEN}` };
    expect((await ask('/metrics', { headers })).status).toBe(200);
    const recusado = await ask('/api/instalacao', { headers: numero });
    expect(recusado.status).toBe(421);
    expect(recusado.corpo).toContain(SITE);
  });

  it('plain http leads to https, whatever name it asks for', async () => {
    const resposta = await new Promise<IncomingMessage>((pronto) => {
      const headers = { host: 'outro.br' };
      const destino = { host: '127.0.0.1', port: proxy.portaHttp, path: '/portaria?a=1', headers };
      plainRequest(destino, pronto).end();
    });
    resposta.resume();
    expect([resposta.statusCode, resposta.headers.location]).toEqual([301, `${SITE}/portaria?a=1`]);
  });

  it('the log of requests has neither plates nor tokens nor searched words', async () => {
    await ask('/db/veiculos/NGX7X77?de=silva', { headers: bearer() });
    await until(() => expect(proxy.readLog()).toContain('GET /db/veiculos/... 404'));
    expect(proxy.readLog()).not.toMatch(/NGX7X77|silva/);
  });
}
