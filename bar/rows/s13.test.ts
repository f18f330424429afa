import type { Dubles } from '../../server/src/appDeps.ts';
import { buildTestApp, type TestApp } from '../../server/test/app.ts';
import { bearerHeaders, buildDispositivo } from '../../server/test/dispositivo.ts';
import { describeRow, type Measure } from '../row.ts';

type JsonBody = Record<string, unknown>;

interface PostRoute {
  method: 'POST' | 'PUT';
  url: string;
  corpo: JsonBody;
  headers?: Record<string, string>;
  /** The edit of a vehicle accepts the whole edited object, unknown keys included. */
  tolerante?: boolean;
}

const CARTA = { nome: 'Rita', email: 'rita@x.br', mensagem: 'Bom dia' };
const CONTA = { name: 'Rita Alves', email: 'rita@x.br', password: 'oito 888 oito' };

/** One route of each kind, with a body that it accepts. */
async function routesOf(teste: TestApp): Promise<PostRoute[]> {
  const dono = { matricula: '7', nome: 'Ana' };
  await teste.request({ method: 'POST', url: '/db/proprietarios', payload: dono });
  await teste.request({ method: 'POST', url: '/db/veiculos', payload: { placa: 'ABC1D23' } });
  const { token, dispositivo } = await buildDispositivo(teste, { nome: 'Doca' });
  const reading = { placa: 'RIO2A18', camera: 'Doca' };
  return [
    { method: 'PUT', url: '/db/proprietarios/7', corpo: { nome: 'Ana' } },
    {
      ...{ method: 'PUT', url: '/db/veiculos/ABC1D23', tolerante: true },
      corpo: { modelo: 'Gol', cor: 'Azul', status: 'ATIVO' },
    },
    { method: 'POST', url: '/db/ultimosveiculos', corpo: reading },
    { method: 'PUT', url: `/api/dispositivos/${dispositivo.id}`, corpo: { nome: 'Doca' } },
    { method: 'POST', url: '/api/contato', corpo: CARTA },
    { method: 'POST', url: '/api/auth/newpassword', corpo: { email: CONTA.email } },
    { method: 'POST', url: '/api/leituras/unipark', corpo: reading, headers: bearerHeaders(token) },
  ];
}

const JSON_ = 'application/json';
const [PRIMEIRO, ULTIMO] = [/^\{/, /\}$/];

function textsOf({
  corpo,
  tolerante,
}: PostRoute): [nome: string, texto: string | Buffer, tipo: string][] {
  const certo = JSON.stringify(corpo);
  const [[chave = '', valor] = []] = Object.entries(corpo);
  const par = `"${chave}":${JSON.stringify(valor)}`;
  const disfarce = `"\\u${chave.charCodeAt(0).toString(16).padStart(4, '0')}${chave.slice(1)}":""`;
  const textos: [string, string | Buffer][] = [
    ['a list', `[${certo}]`],
    ['a text', JSON.stringify(certo)],
    ['a number', '7'],
    ['true', 'true'],
    ['null', 'null'],
    ['no object yet', '{'],
    ['two objects', `${certo}${certo}`],
    ['a comma too many', certo.replace(ULTIMO, ',}')],
    ['a comment', `/* a */${certo}`],
    ['single quotes', certo.replaceAll('"', "'")],
    ['NaN', certo.replace(ULTIMO, ',"x":NaN}')],
    ['another charset', Buffer.from(certo.replace(PRIMEIRO, '{"é":1,'), 'latin1')],
    ['a key twice', certo.replace(ULTIMO, `,${par}}`)],
    ['a key twice, disguised', certo.replace(ULTIMO, `,${disfarce}}`)],
    ['a prototype', certo.replace(PRIMEIRO, '{"__proto__":{"admin":true},')],
    ['a prototype, disguised', certo.replace(PRIMEIRO, '{"\\u005f_proto__":{"a":1},')],
    ['a constructor', certo.replace(PRIMEIRO, '{"constructor":{"prototype":{"a":1}},')],
    ...(tolerante
      ? []
      : [['an unknown key', certo.replace(PRIMEIRO, '{"desconhecida":1,')] as [string, string]]),
  ];
  const tipos = [
    ...['text/plain', 'application/x-www-form-urlencoded', 'text/json', 'application/jsonp'],
    ...['application/json; charset=iso-8859-1', 'application/json; charset=utf-16', 'json', ''],
  ];
  return [
    ...textos.map(([nome, texto]): [string, string | Buffer, string] => [nome, texto, JSON_]),
    ...tipos.map((tipo): [string, string, string] => [`type ${tipo || 'none'}`, certo, tipo]),
  ];
}

const OUTROS: unknown[] = [7, 0, true, false, [], ['x'], [['x']], {}, { valor: 'x' }, [null]];

async function checkBodies(m: Measure, teste: TestApp, rota: PostRoute): Promise<void> {
  const { method, url, corpo, headers } = rota;
  const send = async (payload: string | Buffer, tipo = JSON_) => {
    const todos = { ...(tipo && { 'content-type': tipo }), ...headers };
    const as = headers ? null : teste.token;
    return teste.request({ method, url, payload, as, headers: todos });
  };
  const refused = (nome: string, { statusCode, body }: { statusCode: number; body: string }) => {
    const certo = [400, 413, 415].includes(statusCode) && /"mensagem":"[^"]/.test(body);
    m.check(certo, `${method} ${url}: ${nome} is refused`, `${statusCode} ${body.slice(0, 120)}`);
  };
  const { statusCode } = await send(JSON.stringify(corpo));
  m.check(statusCode < 300 || statusCode === 503, `${method} ${url} accepts its body`, statusCode);
  for (const [nome, texto, tipo] of textsOf(rota)) {
    // A device's message is read with any content type, as long as it is a text.
    if (headers && nome.startsWith('type')) continue;
    refused(nome, await send(texto, tipo));
  }
  for (const campo of Object.keys(corpo)) {
    for (const outro of OUTROS) {
      const payload = JSON.stringify({ ...corpo, [campo]: outro });
      refused(`${campo}: ${JSON.stringify(outro)}`, await send(payload));
    }
  }
}

const LISTAS = ['/db/veiculos', '/db/proprietarios', '/api/passagens', '/db/cidades/busca?q=la'];
const PERGUNTAS = [
  ...[
    'limite=1&limite=2',
    'limite[]=1',
    'limite=1.5',
    'limite=0x10',
    'limite=1e1',
    'limite=',
    'limite=+5',
  ],
  ...[
    '__proto__=1',
    '__proto__[a]=1',
    'constructor=1',
    'desconhecida=1',
    'limite=5%00',
    'limite=%20',
  ],
];

async function checkQueries(m: Measure, teste: TestApp): Promise<void> {
  for (const lista of LISTAS) {
    const junto = lista.includes('?') ? '&' : '?';
    const certa = await teste.request({ url: `${lista}${junto}limite=5` });
    m.check(certa.statusCode === 200, `${lista} accepts its query`, certa.statusCode);
    for (const pergunta of PERGUNTAS) {
      const { statusCode } = await teste.request({ url: `${lista}${junto}${pergunta}` });
      m.check(statusCode === 400, `${lista}: ${pergunta} is refused`, statusCode);
    }
  }
}

async function examine(m: Measure, dubles?: Dubles): Promise<void> {
  const teste = await buildTestApp({ dubles });
  for (const rota of await routesOf(teste)) await checkBodies(m, teste, rota);
  await checkQueries(m, teste);
  const aberto = {} as { admin?: unknown; a?: unknown };
  m.check(aberto.admin === undefined && aberto.a === undefined, 'no prototype is changed');
  await teste.close();
}

/** The fault: a parser that keeps the last of two equal keys and drops what it does not know. */
const lenient: NonNullable<Dubles['beforeRoutes']> = (app) => {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, corpo, done) => {
    try {
      done(null, JSON.parse(String(corpo)));
    } catch (error) {
      done(error as Error);
    }
  });
};

describeRow({
  id: 'S13',
  promise: 'input of another type is refused, never converted or dropped',
  run: (m) => examine(m),
  canary: (m) => examine(m, { beforeRoutes: lenient }),
});
