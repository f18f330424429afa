import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';

interface Operation {
  rota: string;
  summary?: string;
  tags?: string[];
}

let teste: TestApp;
let operations: Operation[];

const OIDC = {
  OIDC_ISSUER: 'http://127.0.0.1:9',
  OIDC_CLIENT_ID: 'unipark',
  OIDC_CLIENT_SECRET: 'segredo',
};
const FIREBASE = {
  IDENTITY_PROVIDER: 'firebase',
  FIREBASE_PROJECT_ID: 'unipark-teste',
  FIREBASE_API_KEY: 'chave-publica-do-projeto',
};

function listOperations({ app }: TestApp): Operation[] {
  const { paths } = app.swagger() as unknown as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      rota: `${method.toUpperCase()} ${path}`,
    })),
  );
}

/** Some routes exist only with a provider of accounts, and no installation has both. */
beforeAll(async () => {
  teste = await buildTestApp({ env: OIDC });
  const comFirebase = await buildTestApp({ env: FIREBASE, account: false });
  operations = [...listOperations(teste), ...listOperations(comFirebase)];
  await comFirebase.close();
});
afterAll(() => teste.close());

/** 'Lista os veículos': a verb in the third person, then what it acts on. */
const FRASE = /^\p{Lu}\p{Ll}*(?:[aeá]|ui|[ai]z) \p{L}.*[^.]$/u;
const INGLES = /\b(the|of|and|with|list|get|create|update|delete|by|an?d?)\b/i;
const isPortuguese = (frase: string) =>
  FRASE.test(frase) && !INGLES.test(frase.replace(/\ba\b/g, ''));

describe('the description of the API', () => {
  it('has a summary in Portuguese for every documented route', () => {
    const rotas = operations.map(({ rota }) => rota);
    expect(rotas.length).toBeGreaterThan(200);
    expect(rotas).toContain('GET /api/auth/oidc/entrar');
    expect(rotas).toContain('POST /api/auth/firebase');
    const faltam = operations.filter(({ summary }) => !isPortuguese(summary ?? ''));
    expect(faltam.map(({ rota, summary }) => [rota, summary])).toEqual([]);
  });

  it('has one group for every documented route', () => {
    expect(operations.filter(({ tags }) => tags?.length !== 1).map(({ rota }) => rota)).toEqual([]);
  });

  it.each(['List all cars', 'Create a vehicle', '', 'Veículos', 'Lista.', 'Mostra the vehicle'])(
    'takes %j for no summary',
    (frase) => expect(isPortuguese(frase)).toBe(false),
  );

  it('carries our name and our icon, and not those of the page’s generator', async () => {
    const get = (url: string) => teste.request({ method: 'GET', url, as: null });
    const pagina = (await get('/api/docs/')).body;
    expect(pagina).toContain('<title>API · UNIPARK</title>');
    expect(pagina.replace(/(src|href)="[^"]*"/g, '').replace(/id="swagger-ui"/, '')).not.toMatch(
      /swagger/i,
    );
    const icone = /<link rel="icon"[^>]* href="([^"]+)"/.exec(pagina)?.[1] ?? '';
    const { statusCode, headers } = await get(new URL(icone, 'http://x/api/docs/').pathname);
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect((await get('/api/docs/static/swagger-initializer.js')).body).toContain('"BaseLayout"');
    const { info } = (await get('/api/docs/json')).json();
    expect(info.title).toBe('UNIPARK');
    expect(info.description).toMatch(/^API do estacionamento do campus/);
  });
});
