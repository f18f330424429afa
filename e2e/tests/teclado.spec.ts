/** A registration by keyboard alone: how many keys it costs, and how long it takes a person. */
import { expect, type Page, test } from '@playwright/test';
import { type Servidor, signIn, startServer, toast } from '../servidor.ts';

/** Tracing films the page, and it is time that counts here. */
test.use({ trace: 'off' });

let servidor: Servidor;
test.beforeAll(async () => {
  servidor = await startServer();
  for (const [matricula, nome] of [
    ['202310457', 'Beatriz Helena de Souza'],
    ['202310458', 'Bernardo Alves'],
    ['202310459', 'Carlos Beltrão'],
  ]) {
    await servidor.api.post('/db/proprietarios', { data: { matricula, nome } });
  }
});
test.afterAll(() => servidor.stop());

/** A key each 120 ms, and a look at the screen before every field: how the office types. */
const TECLA_MS = 120;
const OLHAR_MS = 500;

/** Hands that know the keyboard only. Every key counts, Ctrl as well. */
function pessoa(page: Page) {
  let teclas = 0;
  const inicio = Date.now();
  const apertar = async (tecla: string): Promise<void> => {
    teclas += tecla.split('+').length;
    await page.keyboard.press(tecla);
    await page.waitForTimeout(TECLA_MS);
  };
  return {
    apertar,
    async digitar(texto: string): Promise<void> {
      for (const letra of texto) await apertar(letra === ' ' ? 'Space' : letra);
    },
    olhar: () => page.waitForTimeout(OLHAR_MS),
    contas: () => ({ teclas, segundos: (Date.now() - inicio) / 1_000 }),
  };
}

/** The whole form, from wherever the cursor stands before it, to the empty form after it. */
async function cadastrar(page: Page, mao: ReturnType<typeof pessoa>, placa: string) {
  const { apertar, digitar, olhar } = mao;
  await digitar('c');
  await apertar('Tab');
  await olhar();
  await digitar('fia');
  await apertar('Tab');
  await olhar();
  await digitar('uno');
  await apertar('Tab');
  await olhar();
  await digitar('2010');
  await apertar('Tab');
  await olhar();
  await digitar('v');
  await apertar('Tab');
  await olhar();
  await digitar(placa);
  await apertar('Tab');
  await olhar();
  await digitar('lavr');
  await page.getByRole('option', { name: 'Lavras - MG' }).waitFor();
  await olhar();
  await apertar('Tab');
  await digitar('bea');
  await page.getByRole('option', { name: /Beatriz Helena/ }).waitFor();
  await olhar();
  await apertar('Tab');
  // The link to a new owner stands between.
  await apertar('Tab');
  await digitar('a');
  await olhar();
  await apertar('Control+Enter');
  await expect(page.getByRole('dialog', { name: 'Confirme os dados' })).toBeVisible();
  await olhar();
  await apertar('Control+Enter');
  await expect(toast(page, 'Veículo cadastrado com sucesso!')).toBeVisible();
}

const esperado = {
  tipo: '1',
  marca: 'Fiat',
  modelo: expect.stringMatching(/^UNO/i),
  ano: expect.stringMatching(/^2010/),
  cor: 'Verde',
  status: 'ATIVO',
  proprietario_matricula: '202310457',
  cidade: 'Lavras',
  estado: 'MG',
};

test('a vehicle with all its fields: 45 keys and 25 s at most', async ({ page }) => {
  await signIn(page, servidor.url);
  await page.goto(`${servidor.url}/veiculos`);
  await page.getByRole('heading', { level: 1, name: 'Veículos' }).waitFor();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/veiculos\/cadastrar$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('radio', { name: /Carro/ })).toBeVisible();

  const mao = pessoa(page);
  await mao.apertar('Tab');
  await cadastrar(page, mao, 'hkq3782');
  const { teclas, segundos } = mao.contas();
  console.log(`um veículo: ${teclas} teclas, ${segundos.toFixed(1)} s (${TECLA_MS} ms por tecla)`);
  expect(teclas).toBeLessThanOrEqual(45);
  expect(segundos).toBeLessThanOrEqual(25);
  const lido = await servidor.api.get('/db/veiculos/HKQ3782');
  expect(await lido.json()).toMatchObject(esperado);

  // The next one begins where the first did, without a key to get there.
  await expect(page.getByRole('radio', { name: /Carro/ })).toBeFocused();
  const outra = pessoa(page);
  await cadastrar(page, outra, 'hkq3783');
  const segunda = outra.contas();
  console.log(`o seguinte: ${segunda.teclas} teclas, ${segunda.segundos.toFixed(1)} s`);
  expect(segunda.teclas).toBeLessThan(teclas);
});

test('from the start page, by the shortcuts', async ({ page }) => {
  await signIn(page, servidor.url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const mao = pessoa(page);
  await mao.digitar('gv');
  await page.getByRole('heading', { level: 1, name: 'Veículos' }).waitFor();
  await mao.olhar();
  await mao.digitar('n');
  await page.getByRole('radio', { name: /Carro/ }).waitFor();
  await mao.olhar();
  await mao.apertar('Tab');
  await cadastrar(page, mao, 'hkq3784');
  const { teclas, segundos } = mao.contas();
  console.log(`desde a página inicial: ${teclas} teclas, ${segundos.toFixed(1)} s`);
  expect(teclas).toBeLessThanOrEqual(45);
  expect(segundos).toBeLessThanOrEqual(25);
});
