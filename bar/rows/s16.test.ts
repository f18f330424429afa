/** S16: no answer and no log line has a secret, a stack, a statement or a path of this machine. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTA } from '../../server/test/app.ts';
import { type ServerProcess, startProcesso } from '../../server/test/processo.ts';
import { describeRow, type Measure } from '../row.ts';

/** Each stands where the real thing would. */
const SECRETS = {
  'password of an account': 'canario-da-conta-71',
  'password that was refused': 'canario-recusado-72',
  'password of the mail server': 'canario-do-correio-73',
  'password of a camera': 'canario-da-camera-74',
  'password of a broker': 'canario-do-corretor-75',
  'token of another person': 'canario-da-chave-76',
};
/** The administration sees where its backups are. */
const WITH_PATHS = /^\w+ \/api\/copias\S* 20\d/;

const LEAKS: readonly [name: string, pattern: RegExp][] = [
  ['a stack', /\bat \S+.*\.(?:ts|js|mjs):\d+/],
  [
    'a statement',
    /\b(?:select|insert into|update|delete from) .{0,80}\b(?:from|values|set|where)\b/,
  ],
  ['a fault of the database', /SQLITE_|constraint failed|no such (?:table|column)/i],
  ['a path', /\/(?:node_modules|server\/src|home|dev\/shm|tmp|usr)\//],
];

interface OpenApi {
  paths: Record<string, Record<string, unknown>>;
}

const JSON_ = { 'content-type': 'application/json' };

/** The bodies that answer a call of every route, by three callers. */
async function callEveryRoute({ url }: ServerProcess, token: string): Promise<string[]> {
  const [conta, recusada, , camera, , alheio] = Object.values(SECRETS);
  const { paths } = (await (await fetch(`${url}/api/docs/json`)).json()) as OpenApi;
  const bodies: string[] = [];
  const authorizations = [`Bearer ${token}`, `Bearer ${alheio}`, ''];
  for (const [path, verbs] of Object.entries(paths)) {
    const place = url + path.replaceAll(/\{\w+\}/g, 'x');
    for (const method of Object.keys(verbs).map((verb) => verb.toUpperCase())) {
      // It does not end; and the session is needed to the end.
      if (path.endsWith('/eventos') || path.endsWith('/sign-out')) continue;
      for (const authorization of authorizations) {
        const secrets = { password: recusada, senha: conta, token: alheio, segredo: camera };
        const reply = await fetch(place, {
          method,
          headers: {
            ...JSON_,
            ...(authorization && { authorization }),
            cookie: `unipark.sessao=${alheio}`,
          },
          ...(method !== 'GET' && method !== 'HEAD' && { body: JSON.stringify(secrets) }),
          signal: AbortSignal.timeout(10_000),
        });
        bodies.push(`${method} ${path} ${reply.status} ${await reply.text()}`);
      }
    }
  }
  return bodies;
}

/** An account, a refused sign-in, and a device whose broker has a password. */
async function fill({ url }: ServerProcess): Promise<{ token: string; bodies: string[] }> {
  const [password, recusada, , , senha] = Object.values(SECRETS);
  const post = async (path: string, body: object, token = '') => {
    const headers = { ...JSON_, ...(token && { authorization: `Bearer ${token}` }) };
    const reply = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return reply.text();
  };
  const conta = { ...CONTA, password };
  const entrada = await post('/api/auth/sign-up/email', conta);
  const { token } = JSON.parse(entrada) as { token: string };
  const mqtt = { url: 'mqtt://127.0.0.1:1', usuario: 'corretor', senha };
  const bodies = [
    entrada,
    await post('/api/auth/sign-in/email', { email: CONTA.email, password: recusada }),
    await post('/api/dispositivos', { nome: 'Portão', dialeto: 'frigate', mqtt }, token),
    await post('/db/veiculos', { placa: 'RIO2A18', cor: '\u0000', senha }, token),
  ];
  return { token, bodies };
}

async function check(m: Measure, falha: string): Promise<void> {
  const [, , correio = '', camera = ''] = Object.values(SECRETS);
  const folder = mkdtempSync(join(tmpdir(), 'unipark-segredos-'));
  const CAMERAS_FILE = join(folder, 'cameras.json');
  const porta = { id: '1', nome: 'Portão', tipo: 'snapshot', url: 'http://127.0.0.1:1/a.jpg' };
  const lista = [{ ...porta, usuario: 'vigia', senhaEnv: 'SENHA_CAMERA' }];
  writeFileSync(CAMERAS_FILE, JSON.stringify({ cameras: lista }));
  const env = {
    LOG_LEVEL: 'trace',
    ...{ CAMERAS_FILE, SENHA_CAMERA: camera },
    SMTP_URL: `smtp://correio:${correio}@127.0.0.1:1`,
    MAIL_FROM: 'UNIPARK <unipark@unilavras.edu.br>',
  };
  const server = await startProcesso({ env, stdout: 'pipe', falha });
  let log = '';
  server.filho.stdout?.on('data', (part: Buffer) => {
    log += part;
  });
  try {
    const { token, bodies } = await fill(server);
    bodies.push(...(await callEveryRoute(server, token)));
    await server.end('SIGTERM');
    m.note('answers', bodies.length);
    m.note('lines of the log', log.split('\n').length);
    m.check(log.includes('UNIPARK no ar'), 'the log was read');
    const cameras = bodies.find((body) => body.startsWith('GET /api/cameras 200'));
    m.check(cameras?.includes('Portão') ?? false, 'the camera is configured', cameras);
    for (const [name, secret] of [
      ...Object.entries(SECRETS),
      ['an access token', token] as const,
    ]) {
      m.check(!log.includes(secret), `the log has no ${name}`);
      const own = name === 'an access token' ? bodies.slice(1) : bodies;
      const told = own.find((body) => body.includes(secret));
      m.check(told === undefined, `no answer has the ${name}`, told?.slice(0, 200));
    }
    for (const [name, pattern] of LEAKS) {
      const told = bodies.find((body) => !WITH_PATHS.test(body) && pattern.test(body));
      m.check(told === undefined, `no answer has ${name}`, told?.slice(0, 300));
    }
  } finally {
    server.remove();
    rmSync(folder, { recursive: true });
  }
}

describeRow({
  id: 'S16',
  promise: 'answers and log tell no secret, and nothing of the inside of the server',
  run: (m) => check(m, ''),
  canary: (m) => check(m, 'segredos'),
});
