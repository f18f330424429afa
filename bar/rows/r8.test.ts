/** R8: no input makes a 5xx, an inner text or a wait; what is accepted reads back equal. */
import fc from 'fast-check';
import type { Dubles } from '../../server/src/appDeps.ts';
import { buildTestApp, type TestApp } from '../../server/test/app.ts';
import { bearerHeaders, buildDispositivo } from '../../server/test/dispositivo.ts';
import { drawBody, drawText, type JsonSchema } from '../fuzz/arbitrario.ts';
import { describeRow, type Measure } from '../row.ts';

const LIMIT_MS = 2_000;
/** They end the session that calls, stop the server, or have no end. */
const OUT = [
  'GET /db/ultimosveiculos/eventos',
  'POST /api/auth/sign-out',
  'DELETE /api/perfil/sessoes',
  'POST /api/perfil/senha',
  'POST /api/copias/{nome}/restaurar',
];
/** Words of the inside: of a stack, of SQL, of a driver. */
const INNER =
  /\bat .+\.(ts|js):\d+|SQLITE_|SqliteError|select .+ from |insert into|node_modules|ECONN/i;

interface Parameter {
  name: string;
  in: string;
  schema?: JsonSchema;
}
interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  parameters: Parameter[];
  body: JsonSchema | undefined;
}

/** Every route of the description, with what it takes. */
function listRoutes({ app }: TestApp): Route[] {
  const { paths } = app.swagger() as {
    paths: Record<
      string,
      Record<
        string,
        {
          parameters?: Parameter[];
          requestBody?: { content: Record<string, { schema: JsonSchema }> };
        }
      >
    >;
  };
  return Object.entries(paths)
    .flatMap(([path, verbs]) =>
      Object.entries(verbs).map(([verb, { parameters = [], requestBody }]) => ({
        method: verb.toUpperCase() as Route['method'],
        path,
        parameters,
        body: requestBody?.content['application/json']?.schema,
      })),
    )
    .filter(({ method, path }) => !OUT.includes(`${method} ${path}`));
}

const encode = (text: string): string => {
  try {
    return encodeURIComponent(text);
  } catch {
    // Half a character has no UTF-8: its bytes are sent as they are.
    return '%ED%A0%80';
  }
};

/** Calls of a route: its address, its query and its body. */
const drawCalls = ({ path, parameters, body, method }: Route) =>
  fc.record({
    places: fc.record(
      Object.fromEntries(
        [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => [name, drawText(name, {})]),
      ),
    ),
    query: fc.record(
      Object.fromEntries(
        parameters
          .filter((each) => each.in === 'query')
          .map(({ name, schema }) => [name, drawText(name, schema ?? {})]),
      ),
      { requiredKeys: [] },
    ),
    payload: method === 'GET' || method === 'DELETE' ? fc.constant(undefined) : drawBody(body),
  });

type FuzzCall = {
  places: Record<string, string>;
  query: Record<string, string>;
  payload: unknown;
};

function addressOf({ path }: Route, { places, query }: FuzzCall): string {
  const place = path.replace(/\{([^}]+)\}/g, (_, name: string) => encode(places[name] ?? ''));
  const pairs = Object.entries(query).map(([name, text]) => `${encode(name)}=${encode(text)}`);
  return pairs.length > 0 ? `${place}?${pairs.join('&')}` : place;
}

/** What was accepted has to be there, in composed characters (NFC). */
async function readsBack(teste: TestApp, { path }: Route, payload: unknown): Promise<boolean> {
  const key = { '/db/proprietarios': 'matricula', '/db/veiculos': 'placa' }[path];
  if (!key) return true;
  const sent = payload as Record<string, unknown>;
  const url = `${path}/${encode(String(sent[key]).trim())}`;
  const answer = await teste.request({ method: 'GET', url });
  if (answer.statusCode !== 200) return false;
  const tidy = (value: unknown) => String(value).normalize('NFC').trim().replace(/\s+/g, ' ');
  const { nome } = answer.json() as { nome?: string };
  return sent.nome === undefined || tidy(sent.nome) === nome;
}

interface Worst {
  ms: number;
  where: string;
}

async function check(m: Measure, runs: { change: number; read: number }, dubles?: Dubles) {
  const teste = await buildTestApp({ seeded: true, dubles: { clock: undefined, ...dubles } });
  const worst: Worst = { ms: 0, where: '' };
  const statuses = new Map<number, number>();
  let [accepted, unequal, calls] = [0, 0, 0];
  try {
    const dono = { matricula: '1001', nome: 'Ana Souza' };
    await teste.request({ method: 'POST', url: '/db/proprietarios', payload: dono });
    const { token } = await buildDispositivo(teste, { nome: 'Doca' });
    for (const route of listRoutes(teste)) {
      const isRead = route.method === 'GET';
      const numRuns = isRead ? runs.read : runs.change;
      const seed = Math.floor(m.random() * 2 ** 31);
      const headers = route.path.startsWith('/api/leituras') ? bearerHeaders(token) : undefined;
      for (const call of fc.sample(drawCalls(route) as fc.Arbitrary<FuzzCall>, { numRuns, seed })) {
        const url = addressOf(route, call);
        const start = performance.now();
        const answer = await teste.request({
          method: route.method,
          url,
          ...(headers && { headers }),
          ...(call.payload !== undefined && {
            payload: JSON.stringify(call.payload),
            headers: { 'content-type': 'application/json', ...headers },
          }),
        });
        const ms = performance.now() - start;
        calls += 1;
        if (ms > worst.ms)
          Object.assign(worst, { ms, where: `${route.method} ${url}`.slice(0, 200) });
        const { statusCode, body } = answer;
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
        // 503 with a code of ours: a video engine or a provider that this place does not have.
        const meant = statusCode === 503 && /"codigo"/.test(body);
        const said = () => ({
          call: `${route.method} ${url}`.slice(0, 300),
          payload: JSON.stringify(call.payload)?.slice(0, 300),
          body: body.slice(0, 200),
        });
        if (statusCode >= 500 && !meant) m.check(false, `no 5xx, but ${statusCode}`, said());
        else if (statusCode >= 400 && INNER.test(body)) m.check(false, 'no inner text', said());
        else if (ms > LIMIT_MS) m.check(false, 'answered within 2 s', { ms, ...said() });
        if (statusCode === 201) {
          accepted += 1;
          if (!(await readsBack(teste, route, call.payload))) {
            unequal += 1;
            m.check(false, 'what was accepted reads back equal', said());
          }
        }
      }
      m.check(true, 'a route');
    }
    m.check(accepted > 0 && unequal === 0, 'some bodies are accepted, and read back', accepted);
    const alive = await teste.request({ method: 'GET', url: '/readyz', as: null });
    m.check(alive.statusCode === 200, 'the server is ready afterwards', alive.statusCode);
  } finally {
    await teste.close();
  }
  m.note('calls', calls);
  m.note(
    'statuses',
    [...statuses]
      .sort()
      .map(([code, n]) => `${code} × ${n}`)
      .join(', '),
  );
  m.note('slowest, ms', `${Math.round(worst.ms)}: ${worst.where}`);
}

/** A handler that does not expect the end of a C string. */
const throwsOnNul: Dubles = {
  beforeRoutes: (app) => {
    app.addHook('preHandler', async ({ body }) => {
      if (JSON.stringify(body ?? '').includes('\\u0000')) throw new Error('select x from y');
    });
  },
};

describeRow({
  id: 'R8',
  promise: 'no input makes a 5xx, an inner text or a wait',
  run: (m) =>
    check(
      m,
      m.pick({ change: 20, read: 15 }, { change: 60, read: 40 }, { change: 10_000, read: 2_000 }),
    ),
  canary: (m) => check(m, { change: 60, read: 1 }, throwsOnNul),
});
