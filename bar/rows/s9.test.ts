/**
 * S9: SQL in every parameter of every documented route, and in the fields that people type. The
 * full run asks sqlmap too, at searches and keys, on both databases.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Dubles } from '../../server/src/appDeps.ts';
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

const DONO = { matricula: '1', nome: 'Ana' };
const VEICULOS = ['ABC1D23', 'RIO2A18', 'KLM3456'].map((placa) => ({
  ...{ placa, modelo: 'Gol', cor: 'Azul', proprietario_matricula: DONO.matricula },
}));

/** An owner and three vehicles, by the API. */
async function fill(peer: { url: string }, token: string): Promise<void> {
  await ask(peer, 'POST', '/db/proprietarios', { token, body: DONO });
  for (const body of VEICULOS) await ask(peer, 'POST', '/db/veiculos', { token, body });
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
    await fill({ url: `http://127.0.0.1:${portOf(teste.app)}` }, teste.token);
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

/**
 * What people type: searches, and the keys of records, each with a text that finds something, from
 * which the tool tells a changed answer. It takes ten seconds for each.
 */
const TYPED = [
  '/db/veiculos/busca?q=Gol',
  '/db/proprietarios/busca?q=Ana',
  '/db/veiculos/ABC1D23*',
  '/db/proprietarios/1*',
];

/** Whether sqlmap finds a place for SQL in an address. */
async function findBySqlmap(url: string, token: string, path: string): Promise<boolean> {
  const args = [
    ...['-u', `${url}${path}`, '--batch', '--level=3', '--risk=2'],
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
  for (const path of TYPED) {
    const found = await findBySqlmap(url, token, path);
    m.check(!found, `sqlmap finds nothing at ${path}`);
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
    await teste.app.listen({ port: 0, host: '127.0.0.1' });
    const url = `http://127.0.0.1:${portOf(teste.app)}`;
    await fill({ url }, teste.token);
    const found = await findBySqlmap(url, teste.token, `${PLANTED}?q=Gol`);
    m.check(found, 'sqlmap finds the planted search');
    await useSqlmap(m, url, teste.token);
    const node = await stage.startNode();
    const token = await signUp(node);
    await fill(node, token);
    await useSqlmap(m, node.url, token);
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
