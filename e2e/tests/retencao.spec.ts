/** Configurações › Retenção: a shorter period, and the passage that it deletes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@playwright/test';
import { type Servidor, signIn, startServer } from '../servidor.ts';

const DIA_MS = 86_400_000;

let servidor: Servidor;
let dataDir: string;
test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'unipark-retencao-'));
  servidor = await startServer({ env: { DATA_DIR: dataDir } });
});
test.afterAll(async () => {
  await servidor.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Makes every passage older, while the server is stopped. */
async function ageAll(dias: number): Promise<void> {
  await servidor.kill();
  const banco = new DatabaseSync(join(dataDir, 'unipark.db'));
  const quando = new Date(Date.now() - dias * DIA_MS).toISOString();
  for (const tabela of ['passagens', 'leituras']) {
    banco.prepare(`update ${tabela} set recebido_em = ?`).run(quando);
  }
  banco.close();
  await servidor.restart();
}

test('a shorter period is saved after its consequence is shown, and the next cleaning applies it', async ({
  page,
}) => {
  const { api, url } = servidor;
  await api.post('/db/ultimosveiculos', { data: { placa: 'RIO2A18' } });
  await ageAll(20);
  await signIn(page, url);
  const abre = () => page.goto(`${url}/configuracoes/retencao`);
  await abre();
  await expect(page.getByText(/^Nada é apagado antes de/)).toBeVisible();
  await page.getByLabel('Passagens de veículos não cadastrados').fill('10');
  await page.getByRole('button', { name: 'Salvar' }).click();
  const pergunta = page.getByRole('alertdialog');
  await expect(pergunta).toContainText('a próxima limpeza apaga 1 passagem.');
  await pergunta.getByRole('button', { name: 'Salvar prazos' }).click();
  await expect(page.getByText('Ainda não houve limpeza.')).toBeVisible();

  // The housekeeping runs at a start, and every hour.
  await servidor.kill();
  await servidor.restart();
  await abre();
  await expect(page.getByText(/^Última limpeza: .* Apagou 1 passagem\.$/)).toBeVisible({
    timeout: 15_000,
  });
  await page.goto(`${url}/historico`);
  await expect(page.getByText('Nenhuma passagem')).toBeVisible();
});
