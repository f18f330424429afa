import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { buildFirebaseApp, type FirebaseProvider, startProvedor } from '../../../test/firebase.ts';

const PAGINA = '<!doctype html>\n<html lang="pt-BR"></html>';

let provedor: FirebaseProvider;
beforeAll(async () => {
  provedor = await startProvedor();
});
afterAll(() => provedor.close());

/** The application reads the site when it is built. */
const withSite = (dataDir: string): void => {
  mkdirSync(join(dataDir, 'site', 'assets'), { recursive: true });
  writeFileSync(join(dataDir, 'site', 'index.html'), PAGINA);
};

async function pageOf(teste: TestApp) {
  try {
    const { body, headers } = await teste.app.inject({ url: '/' });
    return { body, csp: String(headers['content-security-policy']) };
  } finally {
    await teste.close();
  }
}

test('the page names the provider, and may send requests to this provider only', async () => {
  const { body, csp } = await pageOf(await buildFirebaseApp(provedor, { site: withSite }));
  expect(body).toMatch(/^<!doctype html>\n<html data-identidade="firebase" lang="pt-BR">/);
  expect(csp).toContain(
    "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com;",
  );
  expect(csp).toMatch(/script-src 'self';/);
});

test('without a provider the page contains nothing of it', async () => {
  const { body, csp } = await pageOf(await buildTestApp({ account: false, site: withSite }));
  expect(body).toMatch(/^<!doctype html>\n<html lang="pt-BR">/);
  expect(csp).toContain("connect-src 'self';");
  expect(csp).not.toContain('googleapis');
});
