import { readFileSync } from 'node:fs';
import type { Dubles } from '../../server/src/appDeps.ts';
import { buildTestApp } from '../../server/test/app.ts';
import { buildFirebaseApp, startProvedor } from '../../server/test/firebase.ts';
import { createCount, describeRow, type Measure } from '../row.ts';
import { type CallerKind, CHAMADORES, createChamadoresFirebase } from './s1Chamadores.ts';
import { checkSpellings } from './s1Grafias.ts';
import { callOf, openPalco, PAGINA, type RouteStage } from './s1Palco.ts';
import { groupOf, ROTAS, ROTAS_FIREBASE, type RouteClass } from './s1Rotas.ts';

/** A HEAD route counts only without a GET of the same path: Fastify adds HEAD to each GET. */
const isOwnRoute = (rota: string, rotas: Set<string>): boolean =>
  !rota.startsWith('HEAD ') || !rotas.has(rota.replace('HEAD', 'GET'));

/** Whether a route of this class answers this caller with this status. */
function isExpected(classe: RouteClass | number, quem: CallerKind, status: number): boolean {
  if (typeof classe === 'number') return status === classe;
  const entra = status !== 401 && status !== 403 && status < 500;
  const vivo = quem === 'pessoa' || quem === 'admin';
  if (classe === 'sair') return status === (vivo ? 204 : 403);
  if (classe === 'outroDispositivo') return status === (quem === 'dispositivo' ? 403 : 401);
  if (classe === 'dispositivo') return quem === 'dispositivo' ? entra : status === 401;
  if (!vivo) return status === 401;
  if (classe === 'fechada') return status === 403;
  return classe === 'admin' && quem === 'pessoa' ? status === 403 : entra;
}

function checkComplete(medida: Measure, { teste, rotas }: RouteStage, tabela: typeof ROTAS): void {
  for (const rota of rotas) {
    if (isOwnRoute(rota, rotas)) medida.check(rota in tabela, `the table has ${rota}`);
  }
  for (const rota of Object.keys(tabela)) medida.check(rotas.has(rota), `there is a route ${rota}`);
  const { paths } = teste.app.swagger() as {
    paths: Record<string, Record<string, { tags?: string[] }>>;
  };
  for (const [caminho, verbos] of Object.entries(paths)) {
    for (const [verbo, { tags = [] }] of Object.entries(verbos)) {
      const rota = `${verbo.toUpperCase()} ${caminho.replace('{*}', '*').replace(/\{(\w+)\}/g, ':$1')}`;
      medida.check(rota in tabela, `the table has the documented ${rota}`);
      medida.check(tags.join() === groupOf(rota), `${rota} is described in its group`, tags);
    }
  }
}

/** Every caller asks every route; the route that ends sessions comes last. */
async function checkCallers(
  medida: Measure,
  palco: RouteStage,
  tabela: typeof ROTAS,
): Promise<void> {
  const { fio, chamadores } = palco;
  const entradas = Object.entries(tabela).sort(
    ([, a], [, b]) => Number(a === 'sair') - Number(b === 'sair'),
  );
  for (const [rota, classe] of entradas) {
    await Promise.all(
      CHAMADORES.map(async (quem) => {
        const { status } = await fio.ask(callOf(rota, chamadores[quem]));
        const certo = isExpected(classe, quem, status);
        medida.check(certo, `${rota} answers ${quem} as '${classe}'`, status);
      }),
    );
  }
}

const SCREENS = new URL('../../web/src/app/screens.ts', import.meta.url);
/** The address of every screen, with a plate for a parameter, and one of none. */
const ENDERECOS = [...readFileSync(SCREENS, 'utf8').matchAll(/path: '([^']+)'/g)]
  .map(([, path = '']) => path.replace(/:\w+/, 'ABC1D23'))
  .concat('/nao/existe');

/** The page is the same for every caller: the API protects the data. */
async function checkPages(medida: Measure, { fio, chamadores }: RouteStage): Promise<void> {
  medida.check(ENDERECOS.length > 25, 'the screens are read', ENDERECOS.length);
  for (const path of ENDERECOS) {
    for (const quem of CHAMADORES) {
      const { status, corpo } = await fio.ask({ path, headers: chamadores[quem] });
      const certo = status === 200 && corpo === PAGINA;
      medida.check(certo, `${path} is the page for ${quem}`, status);
    }
  }
}

/** Single sign-on beside our own accounts; no request reaches its provider. */
const COM_OIDC = {
  PUBLIC_URL: 'http://localhost:3000',
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'unipark',
  OIDC_CLIENT_SECRET: 'segredo',
};

/** Three faults: the register has no guard, the accounts need no role, one route is not in the table. */
const PLANTADAS: Required<Dubles>['beforeRoutes'] = (app) => {
  app.addHook('onRoute', (rota) => {
    if (rota.url === '/db/veiculos') rota.config = { ...rota.config, publica: true };
    if (rota.url === '/api/usuarios') rota.config = { ...rota.config, admin: false };
  });
  app.get('/api/esquecida', async () => 'segredo');
};

const PARTES = ['GET /db/veiculos', 'GET /api/usuarios'];

describeRow({
  id: 'S1',
  promise: 'Every route answers each kind of caller as its table says.',
  async run(medida) {
    const palco = await openPalco({
      build: (opcoes) => buildTestApp({ ...opcoes, env: COM_OIDC }),
    });
    checkComplete(medida, palco, ROTAS);
    await checkPages(medida, palco);
    await checkSpellings(medida, palco, ROTAS);
    await checkCallers(medida, palco, ROTAS);
    await palco.close();

    const provedor = await startProvedor();
    const deFora = await openPalco({
      build: (opcoes) => buildFirebaseApp(provedor, opcoes),
      call: createChamadoresFirebase(provedor),
    });
    checkComplete(medida, deFora, ROTAS_FIREBASE);
    await checkCallers(medida, deFora, ROTAS_FIREBASE);
    await deFora.close();
    await provedor.close();
  },
  async canary(medida) {
    const palco = await openPalco({ breakDown: PLANTADAS });
    const partes = [createCount(), createCount(), createCount()] as const;
    checkComplete(partes[0], palco, ROTAS);
    for (const [i, rota] of PARTES.entries()) {
      const tabela = { [rota]: ROTAS[rota] ?? 0 };
      await checkCallers(partes[i + 1] as Measure, palco, tabela);
    }
    await palco.close();
    // The row has to find each of the three faults.
    const todas = partes.every(({ failures }) => failures.length > 0);
    medida.check(!todas, 'no closed route is open, and none is missing from the table');
  },
});
