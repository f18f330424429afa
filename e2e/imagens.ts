/** `npm run imagens`: takes the README's pictures from the running product. */
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CAMERAS_DEMO } from './cameras.ts';
import { chooseCarro, type Servidor, signIn, startServer } from './servidor.ts';

const pasta = fileURLToPath(new URL('../docs/imagens/', import.meta.url));
mkdirSync(pasta, { recursive: true });

const DONOS = [
  ['202310457', 'Beatriz Helena de Souza'],
  ['000874', 'Profª. Sônia Regina Abreu'],
  ['202114093', 'Camila Vitória Lopes'],
];
const VEICULOS = [
  ['PUD3B93', '1', 'STRADA FREEDOM 1.3', 'Cinza', 'INDEFINIDO'],
  ['OQN7B10', '2', 'CG 160 FAN', 'Preta', 'ATIVO'],
  ['ABC1D23', '1', 'ONIX PLUS 1.0 TURBO', 'Prata', 'ATIVO'],
  ['QXJ0D52', '1', 'HB20S 1.0 COMFORT', 'Prata', 'PROIBIDO'],
  ['RIO2A18', '1', 'CRETA 1.6 16V', 'Branca', 'ATIVO'],
];

/** A car with a history: registered with an error, corrected, seen at the gate. */
const COM_HISTORIA = {
  placa: 'GZA4521',
  tipo: '1',
  marca: 'Fiat',
  modelo: 'UNO MILLE 1.0 Fire/ F.Flex/ ECONOMY 4p',
  ano: '2012 Flex',
  cor: 'Prata',
  status: 'INDEFINIDO',
  proprietario_matricula: '202114093',
  cidade: 'Lavras',
  estado: 'MG',
};

async function tellStory({ api }: Servidor): Promise<void> {
  const { placa } = COM_HISTORIA;
  await api.post('/db/veiculos', { data: COM_HISTORIA });
  await api.post('/db/ultimosveiculos', { data: { placa, camera: '1', sentido: 'entrada' } });
  await api.put(`/db/veiculos/${placa}`, { data: { status: 'ATIVO', cor: 'Cinza' } });
  await api.post('/db/ultimosveiculos', { data: { placa, camera: '2', sentido: 'saida' } });
}

async function fill({ api }: Servidor): Promise<void> {
  for (const [matricula, nome] of DONOS)
    await api.post('/db/proprietarios', { data: { matricula, nome } });
  for (const [placa, tipo, modelo, cor, status] of VEICULOS) {
    await api.post('/db/veiculos', {
      data: { placa, tipo, modelo, cor, status, proprietario_matricula: '202310457' },
    });
  }
  for (const [i, [placa]] of VEICULOS.entries()) {
    const camera = String((VEICULOS.length - 1 - i) % 4 || 4);
    await api.post('/db/ultimosveiculos', { data: { placa, camera, sentido: 'entrada' } });
  }
  for (const { id } of await (await api.get('/api/alertas')).json()) {
    await api.post(`/api/passagens/${id}/ciente`);
  }
}

async function showVerdict(browser: Browser, placa: string, nome: string): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    colorScheme: 'dark',
    locale: 'pt-BR',
  });
  await signIn(page, servidor.url);
  await page.goto(`${servidor.url}/portaria`);
  await page.getByLabel('Placa', { exact: true }).fill(placa);
  await page.getByRole('button', { name: 'Registrar entrada' }).waitFor();
  await page.waitForTimeout(6_000);
  await page.screenshot({ path: `${pasta}${nome}.png` });
  await page.close();
}

async function showFicha(browser: Browser): Promise<void> {
  await tellStory(servidor);
  const page = await browser.newPage({
    viewport: { width: 1440, height: 1200 },
    colorScheme: 'light',
    locale: 'pt-BR',
  });
  await signIn(page, servidor.url, '/home');
  await page.waitForTimeout(6_000);
  await page.goto(`${servidor.url}/veiculos/consultar/${COM_HISTORIA.placa}`);
  await page.getByText('Veículo cadastrado').waitFor();
  await page.waitForTimeout(600);
  await page.screenshot({ path: `${pasta}ficha-claro.png` });
  await page.close();
}

async function fillForm(page: Page): Promise<void> {
  await chooseCarro(page);
  await page.getByPlaceholder('Informe uma placa').fill('HKQ3782');
  await page.getByLabel(/Cidade \(opcional/).fill('lavras');
  await page.getByRole('option', { name: 'Lavras - MG' }).click();
  await page.getByLabel(/Proprietário/).fill('beatriz');
  await page.getByRole('option', { name: /Beatriz/ }).click();
  await page.getByLabel(/Status/).selectOption('ATIVO');
  await page.getByRole('heading', { level: 1 }).click();
}

const sistema = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const servidor = await startServer({ cameras: CAMERAS_DEMO });
// Dates in fields are drawn in the language of the browser, where Debian's chromium-l10n is.
const browser = await chromium.launch({
  env: { ...process.env, LANGUAGE: 'pt_BR', LANG: 'pt_BR.UTF-8' },
  ...(existsSync(sistema) && { executablePath: sistema }),
  args: ['--no-sandbox', '--disable-background-networking'],
});
try {
  await fill(servidor);
  for (const [tema, colorScheme] of [
    ['claro', 'light'],
    ['escuro', 'dark'],
  ] as const) {
    const page = await browser.newPage({
      viewport: { width: 1440, height: 900 },
      colorScheme,
      locale: 'pt-BR',
    });
    await signIn(page, servidor.url, '/home');
    await page.waitForTimeout(6_000);
    await page.goto(`${servidor.url}/aovivo`);
    await page.getByText('4 de 4 no ar').waitFor();
    // After four seconds the scenes show cars.
    await page.waitForTimeout(4_000);
    await page.screenshot({ path: `${pasta}aovivo-${tema}.png` });
    await page.goto(`${servidor.url}/veiculos/cadastrar`);
    await fillForm(page);
    await page.waitForTimeout(400);
    await page.screenshot({ path: `${pasta}veiculo-${tema}.png` });
    await page.goto('about:blank');
    await page.close();
  }
  await showFicha(browser);
  await showVerdict(browser, 'RIO2A18', 'portaria-ativo');
  await showVerdict(browser, 'QXJ0D52', 'portaria-proibido');
} finally {
  await browser.close();
  await servidor.stop();
}
