import { mkdirSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Dubles } from '../../server/src/appDeps.ts';
import { buildTestApp, type TestApp, type TestOptions } from '../../server/test/app.ts';
import { openFio, type WirePeer, type WireRequest } from '../fio.ts';
import { type CallerHeaders, createChamadores } from './s1Chamadores.ts';

export const PAGINA = '<!doctype html><html lang="pt-BR"><div id="root"></div></html>';

/** A built site with an empty page: the row checks who gets it, not what it does. */
function buildSite(dataDir: string): void {
  mkdirSync(join(dataDir, 'site', 'assets'), { recursive: true });
  writeFileSync(join(dataDir, 'site', 'index.html'), PAGINA);
}

/** Records each route when it is registered, undocumented ones included. */
function watchRoutes(rotas: Set<string>): Required<Dubles>['beforeRoutes'] {
  return (app) => {
    app.addHook('onRoute', ({ method, url }) => {
      for (const metodo of [method].flat()) rotas.add(`${metodo} ${url}`);
    });
  };
}

export interface RouteStage {
  teste: TestApp;
  rotas: Set<string>;
  chamadores: CallerHeaders;
  fio: WirePeer;
  close(): Promise<void>;
}

export interface RouteSetup {
  /** A fault planted before any route is registered. */
  breakDown?: Required<Dubles>['beforeRoutes'];
  build?: (opcoes: TestOptions) => Promise<TestApp>;
  call?: (teste: TestApp) => Promise<CallerHeaders>;
}

/** Builds the application and listens; by default with our own accounts. */
export async function openPalco({
  breakDown,
  build = buildTestApp,
  call = createChamadores,
}: RouteSetup = {}): Promise<RouteStage> {
  const rotas = new Set<string>();
  const watch = watchRoutes(rotas);
  const antes: Dubles['beforeRoutes'] = (app, db) => {
    breakDown?.(app, db);
    watch(app, db);
  };
  const teste = await build({ site: buildSite, dubles: { beforeRoutes: antes } });
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

const pathOf = (url: string, metodo: string): string =>
  url
    // The devices of one maker send GET.
    .replace(':dialeto', metodo === 'GET' ? 'itsapi' : 'unipark')
    .replace(':placa', 'ABC1D23')
    .replace(/:\w+/g, '1')
    .replace('*', 'x');

const SEM_CORPO = ['GET', 'HEAD', 'DELETE'];

/** The plain call of a route: without a body, or with an empty JSON object. */
export function callOf(rota: string, headers: WireRequest['headers'] = []): WireRequest {
  const [method = '', url = ''] = rota.split(' ');
  const corpo = SEM_CORPO.includes(method) ? undefined : '{}';
  return { method, path: pathOf(url, method), headers, ...(corpo && { corpo }) };
}
