/**
 * S9: SQL in every parameter of every documented route, and in the fields that people type. The
 * full run asks sqlmap too, at searches and keys, on both databases.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Dubles } from '../../server/src/app.ts';
import { buildTestApp, type TestApp } from '../../server/test/app.ts';
import { query } from '../../server/test/query.ts';
import { portOf } from '../alvo.ts';
import { type ProbeTarget, probe } from '../injecao/sonda.ts';
import { ask, createStage, signUp } from '../nos.ts';
import { describeRow, type Measure } from '../row.ts';

const execFileAsync = promisify(execFile);
const SQLMAP = '/usr/bin/sqlmap';
/** Without an end, or not about rows. */
const OUT = ['/db/ultimosveiculos/eventos', '/api/docs/json', '/metrics'];
/** The first: it lists the texts that were sent to others. */
const AUDIT = '/api/auditoria';
const PLANTED = '/plantada';

type Paths = Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>;

/** Every documented address that is read, with its parameters. */
function listTargets(paths: Paths): ProbeTarget[] {
  return Object.entries(paths)
    .filter(([path, { get }]) => get && !OUT.includes(path))
    .map(([path, { get }]) => ({
      path,
      query: (get?.parameters ?? []).filter((each) => each.in === 'query').map(({ name }) => name),
    }))
    .filter(({ path, query: names }) => names.length > 0 || path.includes('{'))
    .sort((one, other) => Number(other.path === AUDIT) - Number(one.path === AUDIT));
}

async function fill({ request }: TestApp): Promise<void> {
  await request({
    method: 'POST',
    url: '/db/proprietarios',
    payload: { matricula: '1', nome: 'Ana' },
  });
  for (const placa of ['ABC1D23', 'RIO2A18', 'KLM3456']) {
    const payload = { placa, modelo: 'Gol', cor: 'Azul', proprietario_matricula: '1' };
    await request({ method: 'POST', url: '/db/veiculos', payload });
  }
}

/** Texts in the bodies: what is written is text, and the tables stay. */
async function checkBodies(m: Measure, { request, db, app }: TestApp): Promise<void> {
  const origem = `http://127.0.0.1:${portOf(app)}`;
  const textos = [
    `Ana'); DELETE FROM veiculos; --`,
    `x' || (SELECT senha FROM contas) || '`,
    `\\'; --`,
  ];
  for (const nome of textos) {
    const url = '/db/proprietarios/1';
    const { statusCode } = await request({ method: 'PUT', url, payload: { nome } });
    const lido = (await request({ url })).json().nome;
    m.check(statusCode === 200 && lido === nome, `a name is text: ${nome}`, lido);
    const email = `${nome}@x.br`;
    const body = { email, password: nome };
    const entrada = await ask({ url: origem }, 'POST', '/api/auth/sign-in/email', { body });
    const recusada = [400, 401, 403].includes(entrada.status);
    m.check(recusada, `no sign-in by ${email}`, entrada.status);
  }
  const restam = await query<{ n: number }>(db, 'select count(*) as n from veiculos');
  m.check(Number(restam[0]?.n) === 3, 'every vehicle is still there', restam);
}

async function examine(m: Measure, targets?: ProbeTarget[], dubles?: Dubles): Promise<void> {
  const teste = await buildTestApp({ dubles });
  try {
    await teste.app.listen({ port: 0, host: '127.0.0.1' });
    await fill(teste);
    const { paths } = teste.app.swagger() as { paths: Paths };
    const peer = { port: portOf(teste.app), token: teste.token };
    await probe(
      m,
      peer,
      targets ?? listTargets(paths),
      m.pick([''], ['', 'Gol'], ['', 'Gol', '1']),
    );
    await checkBodies(m, teste);
  } finally {
    await teste.close();
  }
}

/** What people type: searches, and the keys of records. The tool takes ten seconds for each. */
const TYPED: ProbeTarget[] = [
  { path: '/db/veiculos/busca', query: ['q'] },
  { path: '/db/proprietarios/busca', query: ['q'] },
  { path: '/db/veiculos/{placa}', query: [] },
  { path: '/db/proprietarios/{matricula}', query: [] },
];

/** Whether sqlmap finds a place for SQL in a target. */
async function findBySqlmap(url: string, token: string, { path, query: names }: ProbeTarget) {
  const place = path.replaceAll(/\{\w+\}/g, '1*');
  const question = names.map((name) => `${name}=1`).join('&');
  const args = [
    ...['-u', `${url}${place}${question && '?'}${question}`, '--batch', '--level=3', '--risk=2'],
    // Without waits in the database: a page that differs says as much.
    ...['--technique=BEUS', '--flush-session', '--ignore-code=400,404', '--disable-coloring'],
    `--headers=Authorization: Bearer ${token}`,
  ];
  const { stdout } = await execFileAsync(SQLMAP, args, { timeout: 300_000 }).catch(
    (error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }),
  );
  if (!stdout.includes('requests') && !stdout.includes('tested parameters')) {
    throw new Error(`sqlmap did not test ${path}: ${stdout.slice(-300)}`);
  }
  return /is vulnerable|identified the following injection/i.test(stdout);
}

async function useSqlmap(m: Measure, url: string, token: string): Promise<void> {
  for (const target of TYPED) {
    const found = await findBySqlmap(url, token, target);
    m.check(!found, `sqlmap finds nothing at ${target.path}`);
  }
}

/** The same on both databases, by the tool that others use, which has to find the planted one. */
async function runTool(m: Measure): Promise<void> {
  if (!existsSync(SQLMAP)) {
    m.unmeasured('sqlmap', 'apt-get install -y sqlmap');
    return;
  }
  const stage = await createStage();
  const teste = await buildTestApp({ dubles: { beforeRoutes: plant } });
  try {
    await fill(teste);
    await teste.app.listen({ port: 0, host: '127.0.0.1' });
    const url = `http://127.0.0.1:${portOf(teste.app)}`;
    const found = await findBySqlmap(url, teste.token, { path: PLANTED, query: ['q'] });
    m.check(found, 'sqlmap finds the planted search');
    await useSqlmap(m, url, teste.token);
    const node = await stage.startNode();
    await useSqlmap(m, node.url, await signUp(node));
  } finally {
    await teste.close();
    stage.remove();
  }
}

/** The fault: a search whose text is a part of its statement. */
const plant: Dubles['beforeRoutes'] = (app, db) => {
  app.get<{ Querystring: { q: string } }>(PLANTED, { config: { publica: true } }, (request) =>
    query(db, `select placa from veiculos where modelo like '%${request.query.q}%'`).catch(
      () => [],
    ),
  );
};

describeRow({
  id: 'S9',
  promise: 'no text of a caller is a part of a statement',
  async run(m) {
    await examine(m);
    if (m.full) await runTool(m);
  },
  canary: (m) => examine(m, [{ path: PLANTED, query: ['q'] }], { beforeRoutes: plant }),
});
