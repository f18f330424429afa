/** Odd ways to write a path or a method: none of them bypasses the guard of a route. */
import type { WireRequest } from '../fio.ts';
import type { Measure } from '../row.ts';
import { callOf, type RouteStage } from './s1Palco.ts';
import type { RouteClass } from './s1Rotas.ts';

const encodeFirst = (path: string): string =>
  `/%${(path.codePointAt(1) ?? 0).toString(16)}${path.slice(2)}`;

const GRAFIAS: [nome: string, path: (path: string) => string][] = [
  ['an encoded letter', encodeFirst],
  ['a trailing slash', (path) => `${path}/`],
  ['two slashes in front', (path) => `/${path}`],
  ['a dot segment in front', (path) => `/.${path}`],
  ['a way out and back', (path) => `/healthz/..${path}`],
  ['an encoded way out and back', (path) => `/healthz/%2e%2e${path}`],
  [
    'an encoded slash',
    (path) => `${path.slice(0, path.lastIndexOf('/'))}%2f${path.slice(path.lastIndexOf('/') + 1)}`,
  ],
  ['capitals', (path) => path.toUpperCase()],
  ['a matrix parameter', (path) => `${path};x=1`],
  ['a null byte', (path) => `${path}%00`],
  ['an empty query', (path) => `${path}?`],
  ['a fragment', (path) => `${path}#/healthz`],
  ['a public file’s ending', (path) => `${path}.css`],
  ['an absolute address', (path) => `http://127.0.0.1${path}`],
];

/** Headers that tell some servers another path or method than the requested one. */
const DESVIOS = [
  ['X-Original-URL'],
  ['X-Rewrite-URL'],
  ['X-HTTP-Method-Override', 'GET'],
  ['X-Forwarded-For', '127.0.0.1'],
] as const;

/** Refused, or the empty page: never data of the API. */
const isHarmless = (status: number, tipo: string): boolean =>
  status < 500 && (status >= 300 || tipo.startsWith('text/html'));

type RequestHeaders = NonNullable<WireRequest['headers']>;

function variantsOf(rota: string, headers: RequestHeaders): [nome: string, chamada: WireRequest][] {
  const base = callOf(rota, headers);
  const chamadas: [string, WireRequest][] = GRAFIAS.map(([nome, path]) => [
    nome,
    { ...base, path: path(base.path) },
  ]);
  for (const method of ['HEAD', 'OPTIONS', 'PROPFIND']) {
    chamadas.push([method, { method, path: base.path, headers }]);
  }
  for (const [nome, valor] of DESVIOS) {
    const extra = [nome, valor ?? base.path] as const;
    chamadas.push([
      nome,
      { ...base, path: valor ? base.path : '/healthz/x', headers: [...headers, extra] },
    ]);
  }
  return chamadas;
}

/** Asks the closed routes in odd spellings, as a caller without the right. */
export async function checkSpellings(
  medida: Measure,
  { fio, chamadores }: RouteStage,
  tabela: Record<string, RouteClass | number>,
): Promise<void> {
  for (const [rota, classe] of Object.entries(tabela)) {
    if (classe !== 'conta' && classe !== 'admin') continue;
    const quem = classe === 'admin' ? chamadores.pessoa : chamadores.anonimo;
    // A caller who may read a path may send HEAD, also where only administrators change it.
    const legivel = classe === 'admin' && tabela[rota.replace(/^\w+/, 'GET')] === 'conta';
    const variantes = variantsOf(rota, quem).filter(([nome]) => !(legivel && nome === 'HEAD'));
    await Promise.all(
      variantes.map(async ([nome, chamada]) => {
        const { status, tipo } = await fio.ask(chamada);
        medida.check(isHarmless(status, tipo), `${rota} with ${nome} is refused`, status);
      }),
    );
  }
}
