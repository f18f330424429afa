/** S1: every route answers each kind of caller as its table says, in every spelling of its path. */
import type { Dubles } from '../../server/src/app.ts';
import { buildTestApp } from '../../server/test/app.ts';
import { buildFirebaseApp, startProvedor } from '../../server/test/firebase.ts';
import { TITLES } from '../../web/src/app/titles.ts';
import type { Linha, Medida } from '../linha.ts';
import { createContagem } from '../medida.ts';
import { CHAMADORES, type Chamador, createChamadoresFirebase } from './s1Chamadores.ts';
import { checkSpellings } from './s1Grafias.ts';
import { callOf, openPalco, PAGINA, type Palco } from './s1Palco.ts';
import { type Classe, ROTAS, ROTAS_FIREBASE } from './s1Rotas.ts';

/** HEAD goes with its GET, so it is a route of its own only where it stands alone. */
const isOwnRoute = (rota: string, rotas: Set<string>): boolean =>
  !rota.startsWith('HEAD ') || !rotas.has(rota.replace('HEAD', 'GET'));

/** Whether a class answers a caller with this status. */
function isExpected(classe: Classe | number, quem: Chamador, status: number): boolean {
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

/** The table and the application name the same routes. */
function checkComplete(medida: Medida, { teste, rotas }: Palco, tabela: typeof ROTAS): void {
  for (const rota of rotas) {
    if (isOwnRoute(rota, rotas)) medida.check(rota in tabela, `the table has ${rota}`);
  }
  for (const rota of Object.keys(tabela)) medida.check(rotas.has(rota), `there is a route ${rota}`);
  const { paths } = teste.app.swagger() as { paths: Record<string, Record<string, unknown>> };
  for (const [caminho, verbos] of Object.entries(paths)) {
    for (const verbo of Object.keys(verbos)) {
      const rota = `${verbo.toUpperCase()} ${caminho.replace('{*}', '*').replace(/\{(\w+)\}/g, ':$1')}`;
      medida.check(rota in tabela, `the table has the documented ${rota}`);
    }
  }
}

/** Every route, asked by everybody; what ends its caller's session comes last. */
async function checkCallers(medida: Medida, palco: Palco, tabela: typeof ROTAS): Promise<void> {
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

/** The pages are the same for everybody: what they show, the API decides. */
async function checkPages(medida: Medida, { fio, chamadores }: Palco): Promise<void> {
  for (const path of [...Object.keys(TITLES), '/historico/ABC1D23', '/nao/existe']) {
    for (const quem of CHAMADORES) {
      const { status, corpo } = await fio.ask({ path, headers: chamadores[quem] });
      const certo = status === 200 && corpo.replace(/ nonce="[^"]*"/g, '') === PAGINA;
      medida.check(certo, `${path} is the page for ${quem}`, status);
    }
  }
}

/** Single sign-on beside our own accounts; its provider is never asked. */
const COM_OIDC = {
  PUBLIC_URL: 'http://localhost:3000',
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'unipark',
  OIDC_CLIENT_SECRET: 'segredo',
};

/** Three faults at once: no guard on the register, no role on the accounts, a route of nobody's. */
const PLANTADAS: Required<Dubles>['antes'] = (app) => {
  app.addHook('onRoute', (rota) => {
    if (rota.url === '/db/veiculos') rota.config = { ...rota.config, publica: true };
    if (rota.url === '/api/usuarios') rota.config = { ...rota.config, admin: false };
  });
  app.get('/api/esquecida', async () => 'segredo');
};

const PARTES = ['GET /db/veiculos', 'GET /api/usuarios'];

export const s1: Linha = {
  id: 'S1',
  promessa: 'Every route answers each kind of caller as its table says.',
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
    const palco = await openPalco({ falha: PLANTADAS });
    const calada = () => createContagem({ semente: 1, completa: false, say: () => undefined });
    const partes = [calada(), calada(), calada()] as const;
    checkComplete(partes[0], palco, ROTAS);
    for (const [i, rota] of PARTES.entries()) {
      const tabela = { [rota]: ROTAS[rota] ?? 0 };
      await checkCallers(partes[i + 1] as Medida, palco, tabela);
    }
    await palco.close();
    // Each of the three has to be found, or the canary stays silent.
    const todas = partes.every(({ failed }) => failed > 0);
    medida.check(!todas, 'no route is open that should be closed, none is missing');
  },
};
