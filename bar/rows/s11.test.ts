import { request } from 'node:http';
import { connect } from 'node:net';
import type { Dubles } from '../../server/src/appDeps.ts';
import { FIXOS } from '../../server/src/platform/http/headers.ts';
import { buildTestApp, CONTA, closedRoutes, type TestApp } from '../../server/test/app.ts';
import { portOf } from '../alvo.ts';
import { describeRow, type Measure } from '../row.ts';

type AnswerHeaders = Record<string, string | string[] | number | undefined>;

interface HeaderAnswer {
  status: number;
  headers: AnswerHeaders;
}

function checkHeaders(m: Measure, nome: string, { status, headers }: HeaderAnswer): void {
  for (const [header, valor] of Object.entries(FIXOS)) {
    const veio = headers[header.toLowerCase()];
    m.check(veio === valor, `${nome} (${status}) carries ${header}`, veio ?? 'nothing');
  }
  const csp = String(headers['content-security-policy'] ?? '');
  const fechada = csp.startsWith("default-src 'none'") && csp.includes("frame-ancestors 'none'");
  m.check(fechada, `${nome} (${status}) carries our policy`, csp || 'nothing');
  m.check(!/unsafe-|https?:/.test(csp), `${nome}: the policy allows no foreign source`, csp);
  const cors = Object.keys(headers).filter((header) => header.startsWith('access-control-'));
  m.check(cors.length === 0, `${nome} has no CORS header`, cors.join());
  const guardar = String(headers['cache-control'] ?? '');
  const publico = nome.startsWith('/api/docs/static');
  m.check(publico || guardar.includes('no-store'), `${nome} (${status}) is not cached`, guardar);
}

const raw = (port: number, texto: string) =>
  new Promise<HeaderAnswer>((resolve, reject) => {
    let lido = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(texto));
    socket.on('data', (parte) => (lido += parte));
    socket.on('error', reject);
    socket.on('close', () => {
      const [linha = '', ...linhas] = (lido.split('\r\n\r\n')[0] ?? '').split('\r\n');
      const pares = linhas.map((uma) => [
        uma.split(':')[0]?.toLowerCase(),
        uma.replace(/^[^:]*: */, ''),
      ]);
      resolve({ status: Number(linha.split(' ')[1]), headers: Object.fromEntries(pares) });
    });
  });

const CASOS: [nome: string, esperado: number, pedido: object][] = [
  ['/healthz', 200, {}],
  ['/readyz', 200, {}],
  ['/api/instalacao', 200, {}],
  ['/api/docs', 200, {}],
  ['/api/docs/json', 200, {}],
  ['/api/docs/static/swagger-ui.css', 200, {}],
  ['/db/veiculos', 200, { entrou: true }],
  ['/db/veiculos?limite=x', 400, { entrou: true }],
  ['/db/veiculos/%zz', 400, {}],
  ['/db/veiculos', 401, {}],
  ['/api/auth/token', 403, { method: 'POST', corpo: '{}', origem: 'http://localhost:1' }],
  ['/db/nada', 404, {}],
  ['/assets/nada.js', 404, {}],
  ['/db/veiculos', 404, { method: 'OPTIONS', origem: null }],
  ['/api/contato', 413, { method: 'POST', corpo: `"${'x'.repeat(70_000)}"` }],
  ['/api/contato', 415, { method: 'POST', corpo: '{}', tipo: 'text/plain' }],
  ['/healthz', 421, { host: 'outro.br' }],
  ['/', 503, {}],
  ['/falha-plantada', 500, {}],
];

function ask(teste: TestApp, url: string, pedido: object): Promise<HeaderAnswer> {
  const {
    method = 'GET',
    corpo,
    tipo = 'application/json',
    origem,
    host,
    entrou,
  } = pedido as {
    method?: string;
    corpo?: string;
    tipo?: string;
    origem?: string | null;
    host?: string;
    entrou?: boolean;
  };
  const port = portOf(teste.app);
  const headers = {
    ...(corpo && { 'content-type': tipo }),
    ...(origem && { 'sec-fetch-site': 'cross-site' }),
    ...(host && { host }),
    ...(entrou && { authorization: `Bearer ${teste.token}` }),
  };
  return new Promise((resolve, reject) => {
    const opcoes = { host: '127.0.0.1', port, path: url, method, headers, agent: false };
    const saida = request(opcoes, (resposta) => {
      resposta.resume();
      resolve({ status: resposta.statusCode ?? 0, headers: resposta.headers });
    });
    saida.on('error', reject);
    saida.end(corpo);
  });
}

const plant: NonNullable<Dubles['beforeRoutes']> = (app) => {
  app.get('/falha-plantada', { config: { publica: true }, schema: { hide: true } }, () => {
    throw new Error('planted');
  });
};

async function examine(m: Measure, antes: Dubles['beforeRoutes']): Promise<void> {
  const teste = await buildTestApp({ dubles: { beforeRoutes: antes } });
  await teste.app.listen({ port: 0, host: '127.0.0.1' });
  for (const [url, esperado, pedido] of CASOS) {
    const veio = await ask(teste, url, pedido);
    m.check(veio.status === esperado, `${url} answers ${esperado}`, veio.status);
    checkHeaders(m, url, veio);
  }
  for (const { method, url } of closedRoutes(teste)) {
    const { statusCode, headers } = await teste.request({ method, url, as: null });
    checkHeaders(m, `${method} ${url}`, { status: statusCode, headers });
  }
  const porta = portOf(teste.app);
  const grande = `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`;
  for (const [texto, esperado] of [
    ['LIXO\r\n\r\n', 400],
    [grande, 431],
  ] as const) {
    const veio = await raw(porta, texto);
    m.check(veio.status === esperado, `raw bytes answer ${esperado}`, veio.status);
    checkHeaders(m, `raw ${esperado}`, veio);
  }
  let ultima: HeaderAnswer = { status: 0, headers: {} };
  for (let i = 0; i < 40 && ultima.status !== 429; i += 1) {
    const corpo = JSON.stringify({ email: CONTA.email, password: 'errada errada' });
    ultima = await ask(teste, '/api/auth/sign-in/email', { method: 'POST', corpo });
  }
  m.check(ultima.status === 429, 'repeated wrong passwords answer 429', ultima.status);
  checkHeaders(m, '/api/auth/sign-in/email', ultima);
  await teste.close();
}

describeRow({
  id: 'S11',
  promise: 'every answer carries the headers that protect it',
  run: (m) => examine(m, plant),
  canary: (m) =>
    examine(m, (app, db) => {
      plant(app, db);
      // The fault: a 404 has no X-Content-Type-Options.
      app.addHook('onSend', async (request, reply) => {
        if (request.is404) reply.removeHeader('X-Content-Type-Options');
      });
    }),
});
