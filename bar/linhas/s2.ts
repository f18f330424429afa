/** S2: only a live access token passes; every other thing that looks like one is 401. */
import type { AddressInfo } from 'node:net';
import type { Dubles } from '../../server/src/app.ts';
import type { IdentidadeLocal } from '../../server/src/conta/identidade.ts';
import { createTokens } from '../../server/src/conta/tokens.ts';
import type { Banco } from '../../server/src/platform/db/banco.ts';
import { buildTestApp, type TestApp } from '../../server/test/app.ts';
import { createForja, type Forja, type Forma, parte } from '../../server/test/forja.ts';
import { bearer, type Chamada, openFio } from '../fio.ts';
import type { Linha, Medida } from '../linha.ts';
import { createOutros } from './s2Outros.ts';

/** A route for everybody, one for administrators, and a stream that outlives its token. */
const ROTAS = ['/db/veiculos?limite=1', '/api/usuarios', '/db/ultimosveiculos/eventos'];

/** Node itself refuses headers of this size, before anybody asks for a token. */
const recusado = (nome: string, status: number): boolean =>
  status === 401 || (nome === '64 KB' && status === 431);

interface Palco {
  teste: TestApp;
  forja: Forja;
  /** Everything that must not pass. */
  formas: Forma[];
  ask: ReturnType<typeof openFio>['ask'];
  close(): Promise<void>;
}

async function open(dubles?: Dubles): Promise<Palco> {
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

/** Tokens as good as the server's own pass, so what follows fails for its own reason. */
async function checkGood(medida: Medida, { teste, forja, ask }: Palco): Promise<void> {
  for (const [nome, token] of [
    ['the server’s own token', teste.token],
    ['one made as it is', await forja.forjar()],
  ] as const) {
    for (const path of ROTAS) {
      const { status } = await ask({ path, headers: [bearer(token)] });
      medida.check(status === 200, `${nome} passes at ${path}`, status);
    }
  }
}

async function checkForms(medida: Medida, { ask }: Palco, formas: Forma[], rotas = ROTAS) {
  for (const [nome, forma] of formas) {
    const token = await forma();
    for (const path of rotas) {
      const { status } = await ask({ path, headers: [bearer(token)] });
      medida.check(recusado(nome, status), `401 at ${path}: ${nome}`, status);
    }
  }
}

/** The good token, anywhere but in its one place. */
function misplaced(
  token: string,
): [nome: string, chamada: Omit<Chamada, 'path'>, query?: string][] {
  const cabecalho = (nome: string, valor: string) => ({ headers: [[nome, valor]] as const });
  return [
    ['in the query as token', {}, `token=${token}`],
    ['in the query as access_token (RFC 6750 §2.3)', {}, `access_token=${token}`],
    ['in the query as authorization', {}, `authorization=Bearer%20${token}`],
    ['in a cookie', cabecalho('Cookie', `token=${token}`)],
    ['in a cookie named as a header', cabecalho('Cookie', `Authorization=Bearer ${token}`)],
    ['in the session cookie', cabecalho('Cookie', `unipark.session_token=${token}`)],
    ['in X-Access-Token', cabecalho('X-Access-Token', token)],
    ['in Proxy-Authorization', cabecalho('Proxy-Authorization', `Bearer ${token}`)],
    ['in Sec-WebSocket-Protocol', cabecalho('Sec-WebSocket-Protocol', token)],
    ['without its scheme', cabecalho('Authorization', token)],
    ['as Basic', cabecalho('Authorization', `Basic ${token}`)],
    ['as Basic password', cabecalho('Authorization', `Basic ${btoa(`x:${token}`)}`)],
    ['as Token', cabecalho('Authorization', `Token ${token}`)],
    ['with a second one behind a comma', cabecalho('Authorization', `Bearer ${token}, Bearer x`)],
    ['in quotes', cabecalho('Authorization', `Bearer "${token}"`)],
    ['with two spaces', cabecalho('Authorization', `Bearer  ${token}`)],
    ['in two headers', { headers: [bearer(token), bearer(token)] }],
    ['after a bad one', { headers: [['Authorization', 'Bearer x'], bearer(token)] }],
    ['before a bad one', { headers: [bearer(token), ['authorization', 'Bearer x']] }],
  ];
}

async function checkPlaces(medida: Medida, { teste, ask }: Palco): Promise<void> {
  for (const [nome, chamada, query] of misplaced(teste.token)) {
    for (const path of ROTAS) {
      const completo = query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path;
      const { status } = await ask({ ...chamada, path: completo });
      medida.check(status === 401, `401 at ${path}: the good token ${nome}`, status);
    }
  }
}

/** A verifier that does not ask for whom a token was made. */
function withoutAudience(): Dubles {
  let banco: Banco | undefined;
  return {
    antes: (_app, db) => {
      banco = db;
    },
    identidade: (real: IdentidadeLocal): IdentidadeLocal => ({
      ...real,
      async verify(token) {
        if (!banco) return undefined;
        const { iss } = parte(await real.tokens.issue('-', '-'), 1);
        // jose leaves out what no rule names.
        const emissor = { issuer: iss } as { issuer: string; audience: string };
        const lido = await createTokens({ db: banco, auth: real.auth, emissor }).read(token);
        if (!lido || !(await real.isSessaoAlive(lido.sid))) return undefined;
        return { id: lido.sub, sid: lido.sid, email: '', name: '', admin: true };
      },
    }),
  };
}

export const s2: Linha = {
  id: 'S2',
  promessa: 'Only a live access token passes, and only in the Authorization header.',
  async run(medida) {
    const palco = await open();
    await checkGood(medida, palco);
    const { formas } = palco;
    medida.note('forged forms', formas.length);
    medida.check(formas.length >= 24, 'at least 24 forged forms', formas.length);
    await checkForms(medida, palco, formas);
    await checkPlaces(medida, palco);
    // None of it harmed the session whose token was forged.
    await checkGood(medida, palco);
    await palco.close();
  },
  async canary(medida) {
    const palco = await open(withoutAudience());
    const formas = palco.forja.falsos.filter(([nome]) => nome === 'wrong audience');
    await checkForms(medida, palco, formas, ROTAS.slice(0, 1));
    await palco.close();
  },
};
