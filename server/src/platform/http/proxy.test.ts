/** Every kind of request through nginx, configured as in README; only when nginx is installed. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { withPass } from '../../../test/cameras.ts';
import { createFirst } from '../../../test/conta.ts';
import { until } from '../../../test/espera.ts';

const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx'].find(
  (caminho) => spawnSync(caminho, ['-v']).status === 0,
);
const NOME = 'unipark.exemplo.edu.br';
const SITE = `https://${NOME}`;
const { name: _, ...CREDENCIAIS } = CONTA;
const TOKEN = 'um-segredo-de-vinte-e-seis';

/** README's nginx configuration with these ports, without TLS, which is not tested here. */
function configOf(pasta: string, porta: number, nossa: number): string {
  const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
  const bloco = /```nginx\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const aqui = bloco
    .replace('listen 443 ssl;', `listen 127.0.0.1:${porta};`)
    .replace(/^.*ssl_certificate.*$/gm, '')
    .replace('http://127.0.0.1:3000', `http://127.0.0.1:${nossa}`);
  const temporarios = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((nome) => `${nome}_temp_path ${pasta}/${nome};`)
    .join('\n');
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; worker_processes 1; pid ${pasta}/pid; error_log stderr warn;
    events { worker_connections 128; }
    http { access_log off; ${temporarios} ${aqui} }`;
}

async function freePort(): Promise<number> {
  const porteiro = createServer().listen(0, '127.0.0.1');
  await new Promise((pronto) => porteiro.once('listening', pronto));
  const { port } = porteiro.address() as AddressInfo;
  await new Promise((fechado) => porteiro.close(fechado));
  return port;
}

interface ProxiedRequest {
  method?: string;
  headers?: Record<string, string>;
  corpo?: string | Buffer;
  /** The caller: 127.0.0.0/8 are many addresses of one machine. */
  de?: string;
}

describe.runIf(NGINX !== undefined)('behind nginx', () => {
  let teste: TestApp;
  let nginx: ChildProcess;
  let pasta: string;
  let porta: number;

  beforeAll(async () => {
    pasta = mkdtempSync(join(tmpdir(), 'unipark-nginx-'));
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
    teste = await buildTestApp({ env, account: false });
    await createFirst(teste);
    await teste.app.listen({ port: 0, host: '127.0.0.1' });
    porta = await freePort();
    const nossa = (teste.app.server.address() as AddressInfo).port;
    writeFileSync(join(pasta, 'nginx.conf'), configOf(pasta, porta, nossa));
    nginx = spawn(NGINX ?? '', ['-p', pasta, '-c', join(pasta, 'nginx.conf')], {
      stdio: 'inherit',
    });
    await until(async () => expect((await ask('/healthz')).status).toBe(200));
    await post('/api/auth/sign-up/email', CONTA);
    await teste.db.updateTable('contas').set({ admin: 1 }).execute();
    const entrada = await post('/api/auth/sign-in/email', CREDENCIAIS);
    teste.token = JSON.parse(entrada.corpo).token;
  });
  afterAll(async () => {
    nginx.kill('SIGTERM');
    await new Promise((pronto) => nginx.once('exit', pronto));
    await teste.close();
    rmSync(pasta, { recursive: true, force: true });
  });

  const open = (
    path: string,
    { method = 'GET', headers, corpo, de = '127.0.0.2' }: ProxiedRequest = {},
  ) =>
    new Promise<IncomingMessage>((pronto, falhou) => {
      const todos = { host: NOME, ...headers };
      const opcoes = { host: '127.0.0.1', port: porta, path, method, headers: todos };
      const pedido = request({ ...opcoes, localAddress: de, agent: false }, pronto);
      pedido.on('upgrade', (resposta, socket) => {
        socket.destroy();
        pronto(resposta);
      });
      pedido.on('error', falhou);
      pedido.end(corpo);
    });

  async function ask(path: string, pedido: ProxiedRequest = {}) {
    const resposta = await open(path, pedido);
    let corpo = '';
    if (resposta.statusCode !== 101) for await (const parte of resposta) corpo += parte;
    return { status: resposta.statusCode ?? 0, corpo, headers: resposta.headers };
  }

  const post = (path: string, corpo: object, { headers, ...resto }: ProxiedRequest = {}) =>
    ask(path, {
      method: 'POST',
      corpo: JSON.stringify(corpo),
      headers: { origin: SITE, 'content-type': 'application/json', ...headers },
      ...resto,
    });
  const bearer = () => ({ authorization: `Bearer ${teste.token}` });

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

  it('a passage reaches an open stream at once after its post', async () => {
    const fluxo = await open('/db/ultimosveiculos/eventos', { headers: bearer() });
    expect(fluxo.headers['content-type']).toContain('text/event-stream');
    let lido = '';
    fluxo.on('data', (parte: Buffer) => {
      lido += parte;
    });
    const passagem = await post('/db/ultimosveiculos', { placa: 'NGX1A23' }, { headers: bearer() });
    expect(passagem.status).toBe(201);
    await until(() => expect(lido).toContain('NGX1A23'));
    fluxo.destroy();
  });

  it('the video of a camera is upgraded, and refused to a page of another site', async () => {
    const passe = await post('/api/cameras/1/ticket', {}, { headers: bearer() });
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...withPass(JSON.parse(passe.corpo).ticket),
    };
    const live = '/api/cameras/1/live';
    expect((await ask(live, { headers: { ...headers, origin: 'https://a.br' } })).status).toBe(403);
    expect((await ask(live, { headers: { ...headers, origin: SITE } })).status).toBe(101);
  });

  it('accepts a reading of nearly 10 MB, by name and by IP address', async () => {
    const criado = await post(
      '/api/dispositivos',
      { nome: 'Portaria', dialeto: 'unipark' },
      { headers: bearer() },
    );
    const { token } = JSON.parse(criado.corpo);
    const foto = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(5_900_000, 7)]);
    for (const host of [NOME, `127.0.0.1:${porta}`]) {
      const leitura = { placa: 'NGX9Z99', imagem: foto.toString('base64') };
      const headers = { host, authorization: `Bearer ${token}` };
      const { status, corpo } = await post('/api/leituras/unipark', leitura, { headers });
      expect([200, 201], corpo).toContain(status);
    }
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

  it('probes and metrics are answered by IP address, the rest only by name', async () => {
    const numero = { host: `127.0.0.1:${porta}` };
    expect((await ask('/healthz', { headers: numero })).status).toBe(200);
    expect((await ask('/readyz', { headers: numero })).status).toBe(200);
    const headers = { ...numero, authorization: `Bearer ${TOKEN}` };
    expect((await ask('/metrics', { headers })).status).toBe(200);
    const recusado = await ask('/api/instalacao', { headers: numero });
    expect(recusado.status).toBe(421);
    expect(recusado.corpo).toContain(SITE);
    expect((await ask('/api/instalacao', { headers: { host: NOME.toUpperCase() } })).status).toBe(
      200,
    );
    expect((await ask('/api/instalacao', { headers: { host: `${NOME}:443` } })).status).toBe(200);
  });

  it('an encoded slash in a plate arrives unchanged', async () => {
    const { status } = await ask('/db/veiculos/A%2FB', { headers: bearer() });
    expect([400, 404]).toContain(status);
  });
});
