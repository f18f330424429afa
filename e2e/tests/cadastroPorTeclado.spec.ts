/** A registration by keyboard alone: how many keys it needs, and how long it takes. */
import { expect, type Page, test } from '@playwright/test';
import { type Servidor, signIn, startServer, toast } from '../servidor.ts';

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

/** A key each 120 ms, and a look at the screen before every field: the pace of the office. */
const TECLA_MS = 120;
const OLHAR_MS = 500;

/** Types by keyboard alone and counts every key, Ctrl included. */
function createPessoa(page: Page) {
  let teclas = 0;
  const inicio = Date.now();
  const press = async (tecla: string): Promise<void> => {
    teclas += tecla.split('+').length;
    await page.keyboard.press(tecla);
    await page.waitForTimeout(TECLA_MS);
  };
  return {
    press,
    async type(texto: string): Promise<void> {
      for (const letra of texto) await press(letra === ' ' ? 'Space' : letra);
    },
    look: () => page.waitForTimeout(OLHAR_MS),
    countTeclas: () => ({ teclas, segundos: (Date.now() - inicio) / 1_000 }),
  };
}

/** Fills in the whole form from the cursor's place before it, and submits it. */
async function createVeiculo(page: Page, mao: ReturnType<typeof createPessoa>, placa: string) {
  const { press, type, look } = mao;
  await type('c');
  await press('Tab');
  await look();
  await type('fia');
  await press('Tab');
  await look();
  await type('uno');
  await press('Tab');
  await look();
  await type('2010');
  await press('Tab');
  await look();
  await type('v');
  await press('Tab');
  await look();
  await type(placa);
  await press('Tab');
  await look();
  await type('lavr');
  await page.getByRole('option', { name: 'Lavras - MG' }).waitFor();
  await look();
  await press('Tab');
  await type('bea');
  await page.getByRole('option', { name: /Beatriz Helena/ }).waitFor();
  await look();
  await press('Tab');
  await type('a');
  await look();
  await press('Control+Enter');
  await expect(page.getByRole('dialog', { name: 'Confirme os dados' })).toBeVisible();
  await look();
  await press('Control+Enter');
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
  await signIn(page, servidor.url, '/veiculos');
  await page.getByRole('heading', { level: 1, name: 'Veículos' }).waitFor();
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/veiculos\/cadastrar$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('radio', { name: /Carro/ })).toBeVisible();

  const mao = createPessoa(page);
  await mao.press('Tab');
  await createVeiculo(page, mao, 'hkq3782');
  const { teclas, segundos } = mao.countTeclas();
  console.log(`um veículo: ${teclas} teclas, ${segundos.toFixed(1)} s (${TECLA_MS} ms por tecla)`);
  expect(teclas).toBeLessThanOrEqual(45);
  expect(segundos).toBeLessThanOrEqual(25);
  const lido = await servidor.api.get('/db/veiculos/HKQ3782');
  expect(await lido.json()).toMatchObject(esperado);

  // The next registration begins in the same field, without a key.
  await expect(page.getByRole('radio', { name: /Carro/ })).toBeFocused();
  const outra = createPessoa(page);
  await createVeiculo(page, outra, 'hkq3783');
  const segunda = outra.countTeclas();
  console.log(`o seguinte: ${segunda.teclas} teclas, ${segunda.segundos.toFixed(1)} s`);
  expect(segunda.teclas).toBeLessThan(teclas);
});

test('from the start page, by the shortcuts', async ({ page }) => {
  await signIn(page, servidor.url, '/home');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const mao = createPessoa(page);
  await mao.type('gv');
  await page.getByRole('heading', { level: 1, name: 'Veículos' }).waitFor();
  await mao.look();
  await mao.type('n');
  await page.getByRole('radio', { name: /Carro/ }).waitFor();
  await mao.look();
  await mao.press('Tab');
  await createVeiculo(page, mao, 'hkq3784');
  const { teclas, segundos } = mao.countTeclas();
  console.log(`desde a página inicial: ${teclas} teclas, ${segundos.toFixed(1)} s`);
  expect(teclas).toBeLessThanOrEqual(45);
  expect(segundos).toBeLessThanOrEqual(25);
});
