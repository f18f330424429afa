import type { AddressInfo } from 'node:net';
import type { Dubles } from '../../server/src/appDeps.ts';
import { createChaves } from '../../server/src/conta/chaves.ts';
import type { IdentidadeLocal } from '../../server/src/conta/identidade.ts';
import { createTokens } from '../../server/src/conta/tokens.ts';
import type { Banco } from '../../server/src/platform/db/banco.ts';
import { buildTestApp, type TestApp } from '../../server/test/app.ts';
import {
  createForja,
  type ForgedToken,
  readPart,
  type TokenForge,
} from '../../server/test/forja.ts';
import { bearer, openFio, type WireRequest } from '../fio.ts';
import { describeRow, type Measure } from '../row.ts';
import { createOutros } from './s2Outros.ts';

/** A route for every account, one for administrators, and a stream that outlives its token. */
const ROTAS = ['/db/veiculos?limite=1', '/api/usuarios', '/db/ultimosveiculos/eventos'];

/** Node refuses a header of 64 KB with 431 before the guard reads the token. */
const isRecusado = (nome: string, status: number): boolean =>
  status === 401 || (nome === '64 KB' && status === 431);

interface TokenStage {
  teste: TestApp;
  forja: TokenForge;
  formas: ForgedToken[];
  ask: ReturnType<typeof openFio>['ask'];
  close(): Promise<void>;
}

async function open(dubles?: Dubles): Promise<TokenStage> {
  const teste = await buildTestApp({ ...(dubles && { dubles }) });
  const forja = await createForja(teste.db, teste.token);
  const outros = await createOutros(teste, forja);
  await teste.app.listen({ host: '127.0.0.1', port: 0 });
  const fio = openFio((teste.app.server.address() as AddressInfo).port);
  return {
    teste,
    forja,
    formas: [...forja.falsos, ...outros],
    ask: fio.ask,
    async close() {
      fio.close();
      await teste.close();
    },
  };
}

/** Valid tokens are accepted, so each later refusal has its own cause. */
async function checkGood(medida: Measure, { teste, forja, ask }: TokenStage): Promise<void> {
  for (const [nome, token] of [
    ['the server’s own token', teste.token],
    ['one made as it is', await forja.forge()],
  ] as const) {
    for (const path of ROTAS) {
      const { status } = await ask({ path, headers: [bearer(token)] });
      medida.check(status === 200, `${nome} is accepted at ${path}`, status);
    }
  }
}

async function checkForms(
  medida: Measure,
  { ask }: TokenStage,
  formas: ForgedToken[],
  rotas = ROTAS,
) {
  for (const [nome, forge] of formas) {
    const token = await forge();
    for (const path of rotas) {
      const { status } = await ask({ path, headers: [bearer(token)] });
      medida.check(isRecusado(nome, status), `401 at ${path}: ${nome}`, status);
    }
  }
}

function misplaced(
  token: string,
): [nome: string, chamada: Omit<WireRequest, 'path'>, query?: string][] {
  const buildHeader = (nome: string, valor: string) => ({ headers: [[nome, valor]] as const });
  return [
    ['in the query as token', {}, `token=${token}`],
    ['in the query as access_token (RFC 6750 §2.3)', {}, `access_token=${token}`],
    ['in the query as authorization', {}, `authorization=Bearer%20${token}`],
    ['in a cookie', buildHeader('Cookie', `token=${token}`)],
    ['in a cookie named as a header', buildHeader('Cookie', `Authorization=Bearer ${token}`)],
    ['in the session cookie', buildHeader('Cookie', `unipark.sessao=${token}`)],
    ['in X-Access-Token', buildHeader('X-Access-Token', token)],
    ['in Proxy-Authorization', buildHeader('Proxy-Authorization', `Bearer ${token}`)],
    ['in Sec-WebSocket-Protocol', buildHeader('Sec-WebSocket-Protocol', token)],
    ['without its scheme', buildHeader('Authorization', token)],
    ['as Basic', buildHeader('Authorization', `Basic ${token}`)],
    ['as Basic password', buildHeader('Authorization', `Basic ${btoa(`x:${token}`)}`)],
    ['as Token', buildHeader('Authorization', `Token ${token}`)],
    ['with a second one behind a comma', buildHeader('Authorization', `Bearer ${token}, Bearer x`)],
    ['in quotes', buildHeader('Authorization', `Bearer "${token}"`)],
    ['with two spaces', buildHeader('Authorization', `Bearer  ${token}`)],
    ['in two headers', { headers: [bearer(token), bearer(token)] }],
    ['after a bad one', { headers: [['Authorization', 'Bearer x'], bearer(token)] }],
    ['before a bad one', { headers: [bearer(token), ['authorization', 'Bearer x']] }],
  ];
}

async function checkPlaces(medida: Measure, { teste, ask }: TokenStage): Promise<void> {
  for (const [nome, chamada, query] of misplaced(teste.token)) {
    for (const path of ROTAS) {
      const completo = query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path;
      const { status } = await ask({ ...chamada, path: completo });
      medida.check(status === 401, `401 at ${path}: the valid token ${nome}`, status);
    }
  }
}

/** The fault: a verifier that does not check the audience of a token. */
function withoutAudience(): Dubles {
  let banco: Banco | undefined;
  return {
    beforeRoutes: (_app, db) => {
      banco = db;
    },
    wrapIdentidade: (real: IdentidadeLocal): IdentidadeLocal => ({
      ...real,
      async verify(token) {
        if (!banco) return undefined;
        const { iss } = readPart(await real.tokens.issue('-', '-'), 1);
        // jose checks no audience when none is given.
        const emissor = { issuer: iss } as { issuer: string; audience: string };
        const chaves = await createChaves({ db: banco, segredo: real.segredo });
        const lido = await createTokens({ chaves, emissor }).read(token);
        if (!lido || !(await real.isSessaoAlive(lido.sid))) return undefined;
        return { id: lido.sub, sid: lido.sid, email: '', name: '', admin: true };
      },
    }),
  };
}

describeRow({
  id: 'S2',
  promise: 'Only a live access token passes, and only in the Authorization header.',
  async run(medida) {
    const palco = await open();
    await checkGood(medida, palco);
    const { formas } = palco;
    medida.note('forged forms', formas.length);
    medida.check(formas.length >= 24, 'at least 24 forged forms', formas.length);
    await checkForms(medida, palco, formas);
    await checkPlaces(medida, palco);
    // The forged tokens have not harmed the real session.
    await checkGood(medida, palco);
    await palco.close();
  },
  async canary(medida) {
    const palco = await open(withoutAudience());
    const formas = palco.forja.falsos.filter(([nome]) => nome === 'wrong audience');
    await checkForms(medida, palco, formas, ROTAS.slice(0, 1));
    await palco.close();
  },
});
