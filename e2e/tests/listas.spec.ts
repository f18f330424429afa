/**
 * Long lists: how fast they open, and that each option can be reached. All of its tests run alone,
 * so that one server has the long list.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page, test } from '@playwright/test';
import { ALONE, raiz, type Servidor, signIn, startServer } from '../servidor.ts';

/** The official table has up to 585 models for one make, and 121 makes for one type. */
const MODELOS = 600;
const MARCAS = 121;
const COMPRIDO = 'Edição Especial de Lançamento Cabine Dupla Turbo Diesel 16V Automático 4x4';

const formatModelo = (i: number) => `Modelo ${i} 1.0 Flex 8V${i % 10 === 3 ? ` ${COMPRIDO}` : ''}`;
const CATALOGO = {
  referencia: '2026-11',
  tipos: {
    '1': Array.from({ length: MARCAS }, (_, i) => ({
      codigo: `${i + 1}`,
      nome: i === 0 ? 'Marca Cheia' : `Marca ${i}`,
      modelos: Array.from({ length: i === 0 ? MODELOS : 1 }, (_, j) => ({
        codigo: `${j + 1}`,
        nome: formatModelo(j),
      })),
    })),
  },
};

let DATA_DIR: string;
let servidor: Servidor;
test.beforeAll(async () => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'unipark-listas-'));
  servidor = await startServer({ env: { DATA_DIR } });
  const arquivo = join(DATA_DIR, 'catalogo.json');
  writeFileSync(arquivo, JSON.stringify(CATALOGO));
  await promisify(execFile)(
    process.execPath,
    ['start.mjs', 'server/src/unipark.ts', 'fipe', 'import', arquivo, '--substituir'],
    { cwd: raiz, env: { ...process.env, DATA_DIR } },
  );
});
test.afterAll(async () => {
  await servidor.stop();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

async function openWithMarca(page: Page): Promise<void> {
  await signIn(page, servidor.url, '/veiculos/cadastrar');
  await page.getByText('Carros e utilitários pequenos').click();
  await page.getByLabel(/Marca/).fill('marca cheia');
  const lista = page.waitForResponse(/\/fipe\/1\/1$/);
  await page.keyboard.press('Tab');
  await lista;
  await expect(page.getByLabel(/Modelo/)).toBeFocused();
}

/** Milliseconds from the press to the frame that shows the options, measured in the page. */
async function timed(page: Page, evento: 'keydown' | 'mousedown', act: () => Promise<void>) {
  await page.evaluate((nome) => {
    const medida = new Promise<number>((resolve) => {
      const onPress = (event: Event): void =>
        void requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            const pintada = document.querySelector('[role=listbox] [role=option]');
            resolve(pintada ? performance.now() - event.timeStamp : Number.NaN);
          };
          port2.postMessage(0);
        });
      addEventListener(nome, onPress, { capture: true, once: true });
    });
    Object.assign(window, { medida });
  }, evento);
  await act();
  return page.evaluate(() => (window as unknown as { medida: Promise<number> }).medida);
}

const median = (tempos: number[]): number =>
  tempos.sort((a, b) => a - b)[tempos.length >> 1] ?? Number.NaN;

type OpeningWay = {
  nome: string;
  evento: 'keydown' | 'mousedown';
  act: (p: Page) => Promise<void>;
};
const ABERTURAS: OpeningWay[] = [
  { nome: 'seta', evento: 'keydown', act: (page) => page.keyboard.press('ArrowDown') },
  { nome: 'letra', evento: 'keydown', act: (page) => page.keyboard.press('m') },
  {
    nome: 'clique',
    evento: 'mousedown',
    act: (page) => page.getByLabel(/Modelo/).click({ force: true }),
  },
];

async function measureOpening(
  page: Page,
  { evento, act }: OpeningWay,
  vezes: number,
): Promise<number> {
  const tempos: number[] = [];
  for (let vez = 0; vez < vezes; vez += 1) {
    tempos.push(await timed(page, evento, () => act(page)));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toBeHidden();
    // Leaving the field discards the typed text.
    await page.getByLabel(/Ano/).or(page.getByPlaceholder('Informe uma placa')).last().focus();
    await page.getByLabel(/Modelo/).focus();
  }
  return median(tempos);
}

test('six hundred models open in under 50 ms, without a request', ALONE, async ({ page }) => {
  await openWithMarca(page);
  const pedidos: string[] = [];
  page.on('request', (pedido) => pedidos.push(pedido.url()));
  for (const abertura of ABERTURAS) {
    // The best of three medians: the machine may be busy.
    const medianas: number[] = [];
    for (let rodada = 0; rodada < 3; rodada += 1) {
      medianas.push(await measureOpening(page, abertura, 7));
      if ((medianas.at(-1) ?? 99) < 40) break;
    }
    console.log(
      `${MODELOS} modelos, ${abertura.nome}: ${medianas.map((ms) => ms.toFixed(1)).join(', ')} ms`,
    );
    expect(Math.min(...medianas)).toBeLessThan(50);
  }
  expect(pedidos.filter((url) => url.includes('/fipe/'))).toEqual([]);
});

test('on a processor four times slower', ALONE, async ({ page }) => {
  await openWithMarca(page);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  for (const abertura of ABERTURAS) {
    const ms = await measureOpening(page, abertura, 5);
    console.log(`${MODELOS} modelos, CPU 4×, ${abertura.nome}: ${ms.toFixed(1)} ms`);
    expect(ms).toBeLessThan(400);
  }
});

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(
    `every option can be reached by keyboard, is visible and is announced to a screen reader, motion: ${reducedMotion}`,
    ALONE,
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion });
      await openWithMarca(page);
      const campo = page.getByLabel(/Modelo/);
      const lista = page.getByRole('listbox');
      const readFocused = () =>
        page.evaluate(() => {
          const id = document.activeElement?.getAttribute('aria-activedescendant') ?? '';
          const opcao = document.getElementById(id);
          const caixa = document.querySelector('[role=listbox]')?.getBoundingClientRect();
          const lugar = opcao?.getBoundingClientRect();
          return {
            posicao: Number(opcao?.getAttribute('aria-posinset')),
            total: Number(opcao?.getAttribute('aria-setsize')),
            aVista:
              !!caixa && !!lugar && lugar.top >= caixa.top - 1 && lugar.bottom <= caixa.bottom + 1,
          };
        });
      const expectAt = (posicao: number) =>
        expect.poll(readFocused).toEqual({ posicao, total: MODELOS, aVista: true });

      await page.keyboard.press('ArrowDown');
      await expectAt(1);
      expect(await lista.evaluate((caixa) => caixa.clientHeight)).toBeLessThanOrEqual(300);
      expect(await lista.getByRole('option').count()).toBeLessThan(20);
      await page.keyboard.press('PageDown');
      await expectAt(6);
      await page.keyboard.press('PageUp');
      await expectAt(1);
      await page.keyboard.press('End');
      await expectAt(MODELOS);
      await page.keyboard.press('ArrowDown');
      await expectAt(1);
      await page.keyboard.press('ArrowUp');
      await expectAt(MODELOS);
      await page.keyboard.press('PageUp');
      await expectAt(MODELOS - 5);
      await page.keyboard.press('Home');
      for (let posicao = 2; posicao <= 16; posicao += 1) {
        await page.keyboard.press('ArrowDown');
        await expectAt(posicao);
      }

      // A long label wraps and is not cut.
      const comprida = lista.getByRole('option', { name: formatModelo(13), exact: true });
      const [altura, falta] = await comprida.evaluate((opcao) => [
        opcao.clientHeight,
        Math.max(opcao.scrollHeight - opcao.clientHeight, opcao.scrollWidth - opcao.clientWidth),
      ]);
      expect(altura).toBeGreaterThan(44);
      expect(falta).toBe(0);

      // After any scroll by wheel the list is full.
      for (const parte of [0.5, 0.9, 0.2]) {
        await lista.evaluate((caixa, onde) => {
          caixa.scrollTop = caixa.scrollHeight * onde;
        }, parte);
        await expect
          .poll(() =>
            lista.evaluate((caixa) => {
              const { left, top, bottom, width } = caixa.getBoundingClientRect();
              return [top + 10, (top + bottom) / 2, bottom - 10].every((y) =>
                document.elementFromPoint(left + width / 2, y)?.closest('[role=option]'),
              );
            }),
          )
          .toBe(true);
      }

      // Typing scrolls to the top; the list opens next at the chosen option.
      await page.keyboard.type('599');
      await expect(lista.getByRole('option').first()).toHaveText(formatModelo(599));
      await page.keyboard.press('Enter');
      await expect(lista).toBeHidden();
      await page.keyboard.press('ArrowDown');
      await expectAt(MODELOS);
      await page.keyboard.press('Escape');
      await expect(campo).toBeFocused();
    },
  );

test(
  'with an unreachable server, typed text is accepted without a message',
  ALONE,
  async ({ page }) => {
    await signIn(page, servidor.url, '/veiculos/cadastrar');
    await page.route('**/fipe/**', (rota) => rota.abort());
    await page.getByText('Carros e utilitários pequenos').click();
    await page.getByLabel(/Marca/).fill('Gurgel');
    await page.keyboard.press('Tab');
    await page.keyboard.type('BR-800');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1989');
    await page.keyboard.press('Tab');
    const resumo = page.locator('dl').filter({ hasText: 'Marca' });
    for (const texto of ['Gurgel', 'BR-800', '1989']) {
      await expect(resumo.getByText(texto, { exact: true })).toBeVisible();
    }
    await expect(page.locator('.Toastify__toast')).toHaveCount(0);
  },
);
