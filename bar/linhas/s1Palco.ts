/** The application of row S1, with everybody who calls it and the plain call of each route. */
import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Dubles } from '../../server/src/app.ts';
import { buildTestApp, type TestApp, type TestOptions } from '../../server/test/app.ts';
import { type Chamada, type Fio, openFio } from '../fio.ts';
import { type Chamadores, createChamadores } from './s1Chamadores.ts';

export const PAGINA = '<!doctype html><html lang="pt-BR"><div id="root"></div></html>';

/** A built site with nothing in it: the row is about who gets the page, not what it does. */
function buildSite(dataDir: string): void {
  mkdirSync(join(dataDir, 'site', 'assets'), { recursive: true });
  writeFileSync(join(dataDir, 'site', 'index.html'), PAGINA);
}

/** Notes every route as it is registered, those that the documentation hides too. */
function watchRoutes(rotas: Set<string>): Required<Dubles>['antes'] {
  return (app) => {
    app.addHook('onRoute', ({ method, url }) => {
      for (const metodo of [method].flat()) rotas.add(`${metodo} ${url}`);
    });
  };
}

export interface Palco {
  teste: TestApp;
  rotas: Set<string>;
  chamadores: Chamadores;
  fio: Fio;
  close(): Promise<void>;
}

export interface Montagem {
  /** What goes wrong before any route exists. */
  falha?: Required<Dubles>['antes'];
  build?: (opcoes: TestOptions) => Promise<TestApp>;
  call?: (teste: TestApp) => Promise<Chamadores>;
}

/** Builds and listens; without more, an installation of our own accounts. */
export async function openPalco({
  falha,
  build = buildTestApp,
  call = createChamadores,
}: Montagem = {}): Promise<Palco> {
  const rotas = new Set<string>();
  const watch = watchRoutes(rotas);
  const antes: Dubles['antes'] = (app, db) => {
    falha?.(app, db);
    watch(app, db);
  };
  const teste = await build({ site: buildSite, dubles: { antes } });
  const chamadores = await call(teste);
  await teste.app.listen({ host: '127.0.0.1', port: 0 });
  const fio = openFio((teste.app.server.address() as AddressInfo).port);
  return {
    teste,
    rotas,
    chamadores,
    fio,
    async close() {
      fio.close();
      await teste.close();
    },
  };
}

/** The path of a route with something in the place of its parameters. */
const pathOf = (url: string, metodo: string): string =>
  url
    // One maker's devices ask by GET.
    .replace(':dialeto', metodo === 'GET' ? 'itsapi' : 'unipark')
    .replace(':placa', 'ABC1D23')
    .replace(/:\w+/g, '1')
    .replace('*', 'x');

const SEM_CORPO = ['GET', 'HEAD', 'DELETE'];

/** The row's plain call of a route. */
export function callOf(rota: string, headers: Chamada['headers'] = []): Chamada {
  const [method = '', url = ''] = rota.split(' ');
  const corpo = SEM_CORPO.includes(method) ? undefined : '{}';
  return { method, path: pathOf(url, method), headers, ...(corpo && { corpo }) };
}
