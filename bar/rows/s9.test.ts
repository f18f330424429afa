/**
 * S9: SQL in every parameter of every documented route, and in the fields that people type. The
 * full run asks sqlmap too, on both databases.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Dubles } from '../../server/src/app.ts';
import { buildTestApp, type TestApp } from '../../server/test/app.ts';
import { query } from '../../server/test/query.ts';
import { portOf } from '../alvo.ts';
import { type ProbeTarget, probe } from '../injecao/sonda.ts';
import { ask, createStage, signUp } from '../nos.ts';
import { describeRow, type Measure } from '../row.ts';

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

/** Runs sqlmap on every parameter; it may find nothing. */
function runSqlmap(m: Measure, url: string, token: string, targets: ProbeTarget[]): void {
  for (const { path, query: names } of targets) {
    const place = path.replaceAll(/\{\w+\}/g, '1*');
    const address = `${url}${place}${names.length > 0 ? '?' : ''}${names.map((name) => `${name}=1`).join('&')}`;
    const { stdout } = spawnSync(
      SQLMAP,
      [
        ...['-u', address, '--batch', '--level=3', '--risk=2', '--flush-session', '--smart'],
        ...['--disable-coloring', `--headers=Authorization: Bearer ${token}`],
      ],
      { encoding: 'utf8', timeout: 300_000 },
    );
    const found = /is vulnerable|identified the following injection/i.test(stdout);
    m.check(!found, `sqlmap finds nothing at ${path}`, stdout.slice(-400));
  }
}

/** The same on both databases, by the tool that others use. */
async function runTool(m: Measure): Promise<void> {
  if (!existsSync(SQLMAP)) {
    m.unmeasured('sqlmap', 'apt-get install -y sqlmap');
    return;
  }
  const stage = await createStage();
  const teste = await buildTestApp();
  try {
    await teste.app.listen({ port: 0, host: '127.0.0.1' });
    const { paths } = teste.app.swagger() as { paths: Paths };
    const targets = listTargets(paths);
    runSqlmap(m, `http://127.0.0.1:${portOf(teste.app)}`, teste.token, targets);
    const node = await stage.startNode();
    runSqlmap(m, node.url, await signUp(node), targets);
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
