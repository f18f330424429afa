/** Another build on the server while a form is half filled: it is offered, and nothing is lost. */
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { raiz, type Servidor, signIn, startServer } from '../servidor.ts';

test.use({ serviceWorkers: 'allow' });

const RECUPERADO = 'Cadastro em andamento recuperado.';
const DA_NOVA = 'Cadastro em andamento mantido.';

const PARTES = [
  ...['package.json', 'start.mjs', 'scripts', 'contract/src', 'contract/package.json'],
  ...['server/src', 'server/dist', 'server/package.json', 'web/dist'],
];

let pasta: string;
let servidor: Servidor;
test.beforeEach(async () => {
  pasta = mkdtempSync(join(tmpdir(), 'unipark-e2e-'));
  for (const parte of PARTES) {
    // The built programs are used while the sources have their times.
    cpSync(join(raiz, parte), join(pasta, parte), { recursive: true, preserveTimestamps: true });
  }
  symlinkSync(join(raiz, 'node_modules'), join(pasta, 'node_modules'));
  servidor = await startServer({ pasta });
});
test.afterEach(async () => {
  // An open page would keep a server that stops in order.
  await servidor.kill();
  await servidor.stop();
  rmSync(pasta, { recursive: true, force: true });
});

const change = (arquivo: string, edit: (texto: string) => string): void =>
  writeFileSync(arquivo, edit(readFileSync(arquivo, 'utf8')));

/** As a build does: a changed file has another name, and so has each file that names it. */
function rebuild(): void {
  const dist = join(pasta, 'web/dist');
  const assets = join(dist, 'assets');
  const textos = new Map(
    readdirSync(assets)
      .filter((nome) => nome.endsWith('.js'))
      .map((nome) => [nome, readFileSync(join(assets, nome), 'utf8')]),
  );
  const novos = new Set<string>();
  const addThoseWith = (trecho: string) => {
    for (const [nome, texto] of textos) if (texto.includes(trecho)) novos.add(nome);
  };
  addThoseWith(RECUPERADO);
  // The set grows during the walk.
  for (const novo of novos) addThoseWith(novo);
  expect(novos.size).toBeGreaterThan(1);
  const nomes = new RegExp([...novos].join('|'), 'g');
  const rename = (texto: string) =>
    texto.replace(nomes, (nome) => nome.replace('.js', '2.js')).replace(RECUPERADO, DA_NOVA);
  for (const nome of novos) {
    for (const resto of ['', '.br', '.gz']) rmSync(join(assets, nome + resto));
    writeFileSync(join(assets, rename(nome)), rename(textos.get(nome) ?? ''));
  }
  change(join(dist, 'index.html'), rename);
  change(join(dist, 'sw.js'), (texto) => rename(texto).replace(/url:.\/.,revision:./, '$&2'));
}

test('a new version is offered, and the half-filled form is in it', async ({ page, context }) => {
  await signIn(page, servidor.url, '/veiculos/cadastrar');
  const placa = page.getByRole('textbox', { name: 'Placa' });
  await placa.fill('RIO2A18');
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state))
    .toBe('activated');
  await servidor.kill();
  rebuild();
  await servidor.restart();
  // The version number is the same: only the service worker, which a browser looks for once a day,
  // tells this build from the other.
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  const oferta = page.getByRole('status').filter({ hasText: 'Nova versão disponível' });
  await expect(oferta).toBeVisible();
  await expect(placa).toHaveValue('RIO2A18');
  await oferta.getByRole('button', { name: 'Atualizar' }).click();
  await expect(page.getByText(DA_NOVA)).toBeVisible();
  await expect(placa).toHaveValue('RIO2A18');
  await expect(oferta).toBeHidden();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(DA_NOVA)).toBeVisible();
});

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a screen that only the new build has says so, and a reload opens it', async ({ page }) => {
    await signIn(page, servidor.url, '/home');
    await servidor.kill();
    rebuild();
    await servidor.restart();
    await page.getByRole('link', { name: /^Novo Veículo/ }).click();
    const main = page.getByRole('main');
    await expect(main.getByText('Nova versão disponível').first()).toBeVisible();
    await expect(page.getByText('Sem conexão com o servidor')).toBeHidden();
    await main.getByRole('button', { name: 'Recarregar' }).click();
    await expect(page.getByRole('textbox', { name: 'Placa' })).toBeVisible();
  });
});
