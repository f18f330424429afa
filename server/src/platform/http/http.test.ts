import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problema } from '@unipark/contract/problema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, closedRoutes, type TestApp } from '../../../test/app.ts';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());

const url = '/db/proprietarios';
const post = (payload: string, contentType = 'application/json') =>
  teste.request({ method: 'POST', url, payload, headers: { 'content-type': contentType } });

describe('every error has one body', () => {
  it.each([
    ['broken JSON', () => post('{"nome":'), 400, 'json-invalido'],
    ['no body', () => post(''), 400, 'dados-invalidos'],
    ['an array', () => post('[]'), 400, 'dados-invalidos'],
    ['null', () => post('null'), 400, 'dados-invalidos'],
    ['a poisoned prototype', () => post('{"__proto__":{"a":1}}'), 400, undefined],
    ['a poisoned prototype in disguise', () => post('{"\\u005f_proto__":{"a":1}}'), 400, undefined],
    [
      'a repeated key',
      () => post('{"matricula":"7","nome":"Ana","\\u006eome":"Bia"}'),
      400,
      'json-invalido',
    ],
    [
      'another content type',
      () => post('a=1', 'application/x-www-form-urlencoded'),
      415,
      'tipo-nao-aceito',
    ],
    ['plain text', () => post('{}', 'text/plain'), 415, 'tipo-nao-aceito'],
    [
      'a body too large',
      () => post(JSON.stringify({ nome: 'x'.repeat(70_000) })),
      413,
      'corpo-grande',
    ],
    [
      'an unknown address',
      () => teste.request({ method: 'GET', url: '/db/nada' }),
      404,
      'nao-encontrado',
    ],
    ['another verb', () => teste.request({ method: 'PATCH', url }), 404, 'nao-encontrado'],
    ['no token', () => teste.request({ method: 'GET', url, as: null }), 401, 'nao-autenticado'],
    [
      'a made-up token',
      () => teste.request({ method: 'GET', url, as: 'a.b.c' }),
      401,
      'nao-autenticado',
    ],
    [
      'a broken path',
      () => teste.request({ method: 'GET', url: '/db/veiculos/%zz' }),
      400,
      undefined,
    ],
  ])('%s', async (_nome, pedir, status, codigo) => {
    const resposta = await pedir();
    expect(resposta.statusCode).toBe(status);
    const corpo = Problema.parse(resposta.json());
    if (codigo) expect(corpo.codigo).toBe(codigo);
    expect(corpo.error).toBe(corpo.mensagem);
    expect(corpo.mensagem).toMatch(/^[A-ZÀ-Ú].*[.:!]$/);
    expect(corpo.pedido).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
    expect(resposta.body).not.toMatch(/SQLITE|FST_|at \/|node_modules/);
  });

  it('names at most twenty wrong fields', async () => {
    const campos = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`campo${i}`, 1]));
    const resposta = await post(JSON.stringify(campos));
    expect(resposta.statusCode).toBe(400);
    expect(Object.keys(resposta.json().campos).length).toBeLessThanOrEqual(20);
    expect(resposta.body.length).toBeLessThan(4_000);
  });

  it('refuses a large body of many parts before reading it', async () => {
    const partes = Array.from({ length: 100_000 }, (_, i) => `"k${i}":1`).join(',');
    const resposta = await teste.request({
      method: 'POST',
      url: '/db/ultimosveiculos',
      payload: `{"placa":"K1",${partes}}`,
      headers: { 'content-type': 'application/json' },
    });
    expect([resposta.statusCode, resposta.json().codigo]).toEqual([413, 'corpo-grande']);
  });

  it.each([
    ['another charset', 'application/json; charset=iso-8859-1', Buffer.from('{}'), 415],
    [
      'bytes that are not UTF-8',
      'application/json',
      Buffer.from([0x7b, 0x22, 0xe3, 0x22, 0x3a, 0x31, 0x7d]),
      400,
    ],
  ])('refuses %s', async (_nome, tipo, payload, status) => {
    const resposta = await teste.request({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': tipo },
    });
    expect(resposta.statusCode).toBe(status);
  });

  it('treats an empty body as no body', async () => {
    const headers = { 'content-type': 'application/json' };
    expect(
      (await teste.request({ method: 'DELETE', url: '/db/veiculos/ABC1234', headers })).statusCode,
    ).toBe(404);
    expect(
      (await teste.request({ method: 'POST', url: '/fipe/1', headers, payload: '' })).statusCode,
    ).toBe(200);
  });

  it('sets the security headers on answers and on errors', async () => {
    for (const resposta of [
      await teste.request({ method: 'GET', url: '/healthz' }),
      await teste.request({ method: 'GET', url: '/db/nada' }),
      await teste.request({ method: 'GET', url, as: null }),
    ]) {
      expect(resposta.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-unipark-versao': '0.0.0-teste',
      });
      expect(resposta.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('answers 507 on a full disk and 500 without details on an unexpected error', async () => {
    const { toProblem } = await import('../errors.ts');
    const cheio = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    expect(toProblem(cheio as never)).toMatchObject({ status: 507, codigo: 'disco-cheio' });
    expect(toProblem(new Error('SELECT secret') as never)).toMatchObject({
      status: 500,
      message: 'Erro inesperado.',
    });
  });
});

describe('a local installation answers only its own machine', () => {
  it.each([
    [{ host: 'unipark.exemplo.edu.br' }],
    [{ 'x-forwarded-for': '10.0.0.1' }],
    [{ 'x-forwarded-port': '443' }],
    [{ via: '1.1 proxy' }],
    [{ 'cf-connecting-ip': '10.0.0.1' }],
    [{ forwarded: 'for=10.0.0.1' }],
    [{ origin: 'https://outro.exemplo' }],
    [{ origin: 'null' }],
  ])('refuses %j with 421', async (headers) => {
    const resposta = await teste.request({
      method: 'GET',
      url: '/healthz',
      headers: headers as never,
    });
    expect(resposta.statusCode).toBe(421);
    expect(resposta.json().mensagem).toContain('PUBLIC_URL, TRUST_PROXY e SIGNUP_MODE');
  });

  it.each([['localhost'], ['127.0.0.1'], ['[::1]']])('answers %s', async (host) => {
    const headers = { host, origin: `http://${host}` };
    expect((await teste.request({ method: 'GET', url: '/healthz', headers })).statusCode).toBe(200);
  });
});

describe('documents and health', () => {
  it('describes every route in OpenAPI 3.1', async () => {
    const resposta = await teste.request({ method: 'GET', url: '/api/docs/json', as: null });
    const { openapi, paths } = resposta.json();
    expect(openapi).toBe('3.1.0');
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([
        '/db/veiculos/{placa}',
        '/db/proprietarios/busca',
        '/fipe/{tipo}/{marca}',
        '/db/ultimosveiculos/eventos',
        '/api/auth/sign-in/email',
      ]),
    );
    expect(paths['/healthz'].get.security).toEqual([]);
    expect(
      paths['/db/veiculos'].post.requestBody.content['application/json'].schema.required,
    ).toEqual(['placa']);
  });

  it('shows the documentation under our own policy, also on plain http', async () => {
    for (const url of ['/api/docs', '/api/docs/', '/api/docs/static/swagger-ui-bundle.js']) {
      const { statusCode, headers } = await teste.request({ method: 'GET', url, as: null });
      expect(statusCode).toBe(200);
      const csp = String(headers['content-security-policy']);
      expect(csp).toMatch(/^default-src 'none'; script-src 'self';/);
      expect(csp).toContain("frame-ancestors 'none'");
      expect(csp).not.toMatch(/unsafe|https:|upgrade-insecure|validator/);
    }
  });

  it('is ready when database and disk are', async () => {
    const resposta = await teste.request({ method: 'GET', url: '/readyz', as: null });
    expect(resposta.json()).toEqual({
      ok: true,
      banco: true,
      migracoes: true,
      disco: true,
      gravacao: true,
      aviso: null,
      auditoriaNaMemoria: 0,
      copia: { idadeSegundos: null, atrasada: false, externa: null },
      discos: [{ disco: 'dados', nivel: 'bom', usado: 0.5, livres: 1024 ** 3 }],
    });
  });

  it('leaves exactly the listed routes open to anonymous callers', () => {
    const { paths } = teste.app.swagger() as {
      paths: Record<string, Record<string, { security?: unknown[] }>>;
    };
    const publicas = Object.entries(paths).flatMap(([caminho, verbos]) =>
      Object.entries(verbos)
        .filter(([, { security }]) => security?.length === 0)
        .map(([verbo]) => `${verbo.toUpperCase()} ${caminho}`),
    );
    expect(publicas.sort()).toEqual([
      // A browser's WebSocket sends no bearer: the route checks its own ticket.
      'GET /api/cameras/{id}/live',
      'GET /api/instalacao',
      // The intake checks the device's own token, in every form below.
      'GET /api/leituras/{dialeto}/{*}',
      'GET /healthz',
      // In a local installation for this machine, otherwise with METRICS_TOKEN.
      'GET /metrics',
      'GET /readyz',
      'POST /NotificationInfo/{*}',
      'POST /api/auth/convite',
      'POST /api/auth/newpassword',
      'POST /api/auth/newpassword/confirmar',
      'POST /api/auth/segundo-fator/codigo',
      'POST /api/auth/segundo-fator/passkey',
      'POST /api/auth/segundo-fator/passkey/opcoes',
      'POST /api/auth/segundo-fator/totp',
      'POST /api/auth/sign-in/email',
      'POST /api/auth/sign-out',
      'POST /api/auth/sign-up/email',
      'POST /api/auth/token',
      'POST /api/auth/verify',
      'POST /api/contato',
      'POST /api/leituras/{dialeto}',
      'POST /api/leituras/{dialeto}/{*}',
      'POST /api/v1/log-vehicle',
      'POST /api/v1/log-vehicle/',
      'POST /api/v1/webhook-receiver',
      'POST /api/v1/webhook-receiver/',
      // A visitor has no account: the route checks the link's own token.
      'POST /api/visita',
      'POST /api/visita/confirmar',
    ]);
  });

  it('refuses an anonymous caller on every other route', async () => {
    const fechadas = closedRoutes(teste);
    expect(fechadas.length).toBeGreaterThanOrEqual(20);
    for (const rota of fechadas) {
      const { statusCode } = await teste.request({ ...rota, as: null });
      expect({ ...rota, statusCode }).toEqual({ ...rota, statusCode: 401 });
    }
  });
});

describe('the site', () => {
  let site: TestApp['app'];
  let raiz: string;
  beforeAll(async () => {
    raiz = mkdtempSync(join(tmpdir(), 'unipark-site-'));
    mkdirSync(join(raiz, 'assets'));
    writeFileSync(join(raiz, 'index.html'), '<!doctype html>');
    writeFileSync(join(raiz, 'tema.js'), '/* tema */');
    writeFileSync(join(raiz, 'sw.js'), 'worker()');
    writeFileSync(join(raiz, 'manifest.webmanifest'), '{}');
    writeFileSync(join(raiz, 'assets/app-1.js'), 'app()');
    for (const fim of ['js.br', 'js.gz', 'js.map']) {
      writeFileSync(join(raiz, `assets/app-1.${fim}`), fim);
    }
    writeFileSync(join(raiz, '.env'), 'SEGREDO=1');
    writeFileSync(join(raiz, 'assets/.env'), 'SEGREDO=1');
    const config = readConfig({ DATA_DIR: teste.dataDir, LOG_LEVEL: 'silent' }, '1');
    site = await buildApp({ config, db: teste.db, siteRoot: raiz });
  });
  afterAll(async () => {
    await site.close();
    rmSync(raiz, { recursive: true });
  });

  it('serves the page at any address of the application; it has no inline style', async () => {
    const [a, b] = [await site.inject('/veiculos/consultar?q=1'), await site.inject('/nada')];
    expect([a.statusCode, b.statusCode]).toEqual([200, 200]);
    expect([a.body, b.body]).toEqual(['<!doctype html>', '<!doctype html>']);
    expect(a.headers['content-security-policy']).toContain("; style-src 'self'; ");
    expect(a.headers['cache-control']).toBe('no-store');
  });

  it('serves built assets with a long cache and other files with a short one', async () => {
    expect((await site.inject('/assets/app-1.js')).headers['cache-control']).toContain('immutable');
    for (const [aceito, corpo] of [
      ['br', 'js.br'],
      ['gzip', 'js.gz'],
      ['identity', 'app()'],
    ]) {
      const headers = { 'accept-encoding': aceito };
      expect((await site.inject({ url: '/assets/app-1.js', headers })).body).toBe(corpo);
    }
    const tema = await site.inject('/tema.js');
    expect(tema.body).toBe('/* tema */');
    expect(tema.headers['cache-control']).toBe('public, max-age=300');
  });

  it('serves the service worker fresh, with a policy that lets it fetch our own files', async () => {
    const { headers, body } = await site.inject('/sw.js');
    expect(body).toBe('worker()');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-type']).toContain('javascript');
    expect(headers['content-security-policy']).toContain("connect-src 'self'");
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('serves the manifest of the installed application', async () => {
    const { headers } = await site.inject('/manifest.webmanifest');
    expect(headers['content-type']).toContain('application/manifest+json');
  });

  it.each([
    '/.env',
    '/%2eenv',
    '/%2e%65nv',
    '/assets/.env',
    '/assets/%2e%65nv',
    '/assets/..%2f.env',
    '/assets/nada.js',
    '/assets/app-1.js.map',
    '/assets/app-1.js.br',
    '/assets/app-1.js.gz',
    '/a.map',
    '/favicon.svg.gz',
    '//etc/passwd',
    '/..%2f..%2fetc/passwd',
    '/..%5c..%5cetc',
    '/api/nada',
    '/db',
    '/healthz/x',
  ])('answers 404 at %s', async (caminho) => {
    const resposta = await site.inject(caminho);
    expect(resposta.statusCode, resposta.body).toBeGreaterThanOrEqual(400);
    expect(resposta.body).not.toContain('SEGREDO');
  });

  it.each(['2026%2F15', 'a%5Cb', '.5', '2026.map', '..%2f..%2f.env'])(
    'answers the page at the address of the owner %s',
    async (matricula) => {
      const resposta = await site.inject(`/proprietarios/consultar/${matricula}`);
      expect([resposta.statusCode, resposta.headers['content-type']]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
      expect(resposta.body).not.toContain('SEGREDO');
    },
  );

  it('answers other verbs on a page with 404 JSON', async () => {
    const resposta = await site.inject({ method: 'POST', url: '/veiculos' });
    expect([resposta.statusCode, resposta.json().codigo]).toEqual([404, 'nao-encontrado']);
  });
});

it('answers a request that is not HTTP with 400 and closes', async () => {
  if (!teste.app.server.listening) await teste.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = teste.app.server.address() as AddressInfo;
  const texto = await new Promise<string>((resolve, reject) => {
    let lido = '';
    const socket = connect(port, '127.0.0.1', () => socket.write('LIXO\r\n\r\n'));
    socket.on('data', (parte) => (lido += parte));
    socket.on('close', () => resolve(lido));
    socket.on('error', reject);
  });
  expect(texto).toMatch(/^HTTP\/1\.1 400 /);
  expect(texto).toContain('O pedido não é válido.');
});

describe('a header that may occur once', () => {
  beforeAll(async () => {
    if (!teste.app.server.listening) await teste.app.listen({ port: 0, host: '127.0.0.1' });
  });

  const send = (linhas: string[]) =>
    new Promise<string>((resolve, reject) => {
      const { port } = teste.app.server.address() as AddressInfo;
      const casa = `Host: 127.0.0.1:${port}`;
      const texto = [
        'POST /api/auth/token HTTP/1.1',
        casa,
        ...linhas,
        'Connection: close',
        '',
        '{}',
      ];
      let lido = '';
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(texto.join('\r\n').replace('CASA', casa)),
      );
      socket.on('data', (parte) => (lido += parte));
      socket.on('close', () => resolve(lido));
      socket.on('error', reject);
    });
  const JSON_DE_DOIS = ['Content-Type: application/json', 'Content-Length: 2'];

  it.each([
    ['Host', ['CASA', ...JSON_DE_DOIS]],
    ['Host of another spelling', ['hOST: outro.br', ...JSON_DE_DOIS]],
    ['Content-Length', [...JSON_DE_DOIS, 'Content-Length: 2']],
    ['Content-Length beside chunks', [...JSON_DE_DOIS, 'Transfer-Encoding: chunked']],
    ['Content-Type', [...JSON_DE_DOIS, 'Content-Type: application/json']],
    ['Origin', [...JSON_DE_DOIS, 'Origin: http://a.br', 'Origin: http://b.br']],
  ])('twice is 400: %s', async (_nome, linhas) => {
    expect(await send(linhas)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('once is answered', async () => {
    expect(await send(JSON_DE_DOIS)).toMatch(/^HTTP\/1\.1 403 /);
  });
});

const CORPO_SEM_FIM =
  'POST /api/auth/newpassword HTTP/1.1\r\nHost: 127.0.0.1:PORTA\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{';

describe('a slow sender, also one that is answered and does not close', () => {
  beforeAll(async () => {
    if (!teste.app.server.listening) await teste.app.listen({ port: 0, host: '127.0.0.1' });
  });

  /** Opens a connection and sends the text, then more after any answer; answers how long it lasted. */
  const insist = (texto: string, mais = 'X: y\r\n') =>
    new Promise<{ ms: number; lido: string }>((resolve) => {
      const { port } = teste.app.server.address() as AddressInfo;
      const inicio = performance.now();
      let lido = '';
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: mais !== '' }, () =>
        socket.write(texto.replace('PORTA', String(port))),
      );
      const gotas = setInterval(() => socket.write(mais), 500);
      socket.on('data', (parte) => {
        lido += parte;
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        clearInterval(gotas);
        resolve({ ms: performance.now() - inicio, lido });
      });
    });

  it.concurrent.each<[string, string, number, string?]>([
    ['no HTTP at all', 'LIXO\r\n\r\n', 400],
    ['headers without end', 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:PORTA\r\n', 408],
    ['a body without end', CORPO_SEM_FIM, 408],
    ['a body that does not go on', CORPO_SEM_FIM, 408, ''],
  ])('is disconnected: %s', async (_nome, texto, status, mais) => {
    const { ms, lido } = await insist(texto, mais);
    expect(lido).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(ms).toBeLessThan(16_000);
  });
});
