/** R15: two nodes on one PostgreSQL. */
import { setTimeout as sleep } from 'node:timers/promises';
import { CONTA } from '../../server/test/app.ts';
import type { ServerProcess } from '../../server/test/processo.ts';
import { ask, createStage, type NodeStage, signUp } from '../nos.ts';
import { readEvents } from '../ouvirEventos.ts';
import { describeRow, type Measure } from '../row.ts';

const EVENTO_MS = 150;
const EVENTOS = 50;
/** By the message of the other node; without it, a review ends the stream up to four seconds later. */
const FIM_MS = 1_000;

const letter = (n: number): string => String.fromCharCode(65 + (n % 26));
const buildPlaca = (serie: string, n: number): string =>
  `${serie}${n % 10}${letter(Math.floor(n / 10))}${String(Math.floor(n / 260)).padStart(2, '0')}`;

/** A passage posted on one node reaches the stream of the other. */
async function crossEvents(m: Measure, [a, b]: [ServerProcess, ServerProcess], token: string) {
  const leitor = await readEvents(b, token);
  await sleep(200);
  const tempos: number[] = [];
  for (let i = 0; i < EVENTOS; i += 1) {
    const placa = buildPlaca('EVT', i);
    const inicio = performance.now();
    const { status } = await ask(a, 'POST', '/db/ultimosveiculos', { token, body: { placa } });
    const chegada = status === 201 ? await leitor.waitFor(placa) : undefined;
    tempos.push(chegada === undefined ? Number.POSITIVE_INFINITY : chegada - inicio);
    if (chegada === undefined) break;
  }
  leitor.close();
  tempos.sort((x, y) => x - y);
  const p95 = tempos[Math.ceil(tempos.length * 0.95) - 1] ?? Number.POSITIVE_INFINITY;
  m.note(
    'event across nodes, ms: median, p95',
    `${tempos[tempos.length >> 1]?.toFixed(0)}, ${p95.toFixed(0)}`,
  );
  m.check(p95 <= EVENTO_MS, 'an event reaches the other node in time', Math.round(p95));
}

/** Both nodes register the same plates at the same time. */
async function racePlates(m: Measure, nodes: ServerProcess[], token: string, races: number) {
  const erradas: string[] = [];
  for (let i = 0; i < races; i += 1) {
    const body = { placa: buildPlaca('RCE', i), status: 'ATIVO' };
    const respostas = await Promise.all(
      nodes.map((node) => ask(node, 'POST', '/db/veiculos', { token, body })),
    );
    const estados = respostas.map(({ status }) => status).sort();
    if (estados.join() !== '201,409') erradas.push(estados.join());
  }
  m.check(erradas.length === 0, `each plate of ${races} is registered once`, erradas.slice(0, 5));
}

/** A device sends one reading to both nodes. */
async function raceReadings(m: Measure, nodes: ServerProcess[], token: string, races: number) {
  const [a] = nodes as [ServerProcess];
  const { json } = await ask(a, 'POST', '/api/dispositivos', {
    token,
    body: { nome: 'Portaria', dialeto: 'unipark' },
  });
  const doDispositivo = String(json.token);
  for (let i = 0; i < races; i += 1) {
    const body = { placa: buildPlaca('LEI', i), camera: '1', instante: new Date().toISOString() };
    await Promise.all(
      nodes.map((node) =>
        ask(node, 'POST', '/api/leituras/unipark', { token: doDispositivo, body }),
      ),
    );
  }
  const { url } = a;
  const lista = await fetch(`${url}/api/passagens?q=lei&limite=200`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const total = Number(lista.headers.get('x-total-count'));
  m.check(total === races, 'a reading sent to both nodes is one passage', { races, total });
}

/** A session that ends on one node is refused by the other, and its stream there ends. */
async function endSession(m: Measure, [a, b]: [ServerProcess, ServerProcess]) {
  const { email, password } = CONTA;
  const { json } = await ask(a, 'POST', '/api/auth/sign-in/email', { body: { email, password } });
  const token = String(json.token);
  const antes = await ask(b, 'GET', '/db/veiculos?limite=1', { token });
  m.check(antes.status === 200, 'a session of one node is known to the other', antes.status);
  const leitor = await readEvents(b, token);
  const inicio = performance.now();
  await ask(a, 'POST', '/api/auth/sign-out', { token, body: {} });
  const depois = await ask(b, 'GET', '/db/veiculos?limite=1', { token });
  m.check(
    depois.status === 401,
    'a session that ended on one node is refused by the other',
    depois.status,
  );
  await Promise.race([leitor.ended, sleep(FIM_MS + 1_000)]);
  const fim = performance.now() - inicio;
  leitor.close();
  m.note('stream on the other node closed after, ms', Math.round(fim));
  m.check(fim <= FIM_MS, 'its stream on the other node ends', Math.round(fim));
}

async function check(m: Measure, [stageA, stageB]: [NodeStage, NodeStage], races: number) {
  const nodes: [ServerProcess, ServerProcess] = [
    await stageA.startNode(),
    await stageB.startNode(),
  ];
  const token = await signUp(nodes[0]);
  await crossEvents(m, nodes, token);
  await racePlates(m, nodes, token, races);
  await raceReadings(m, nodes, token, Math.min(races, 50));
  await endSession(m, nodes);
  for (const { escapados } of nodes)
    m.check(escapados.length === 0, 'no error ends a node', escapados);
}

describeRow({
  id: 'R15',
  promise: 'two nodes on one PostgreSQL act as one',
  async run(m) {
    const stage = await createStage();
    try {
      await check(m, [stage, stage], m.pick(60, 200, 500));
    } finally {
      stage.remove();
    }
  },
  /** Each node has a database of its own, with the same secret. */
  async canary(m) {
    const um = await createStage();
    try {
      const outro = await createStage();
      await check(m, [um, outro], 1).finally(() => outro.remove());
    } finally {
      um.remove();
    }
  },
});
