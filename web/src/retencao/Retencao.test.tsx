import { screen, waitFor, within } from '@testing-library/react';
import type { Retencao } from '@unipark/contract/retencao';
import { afterEach, expect, test } from 'vitest';
import { openPage, type TestPage } from '../../test/page.tsx';

let page: TestPage;
afterEach(() => page.close());

const ENDERECO = '/configuracoes/retencao';
const PRAZO = 'Passagens de veículos não cadastrados';

const readPrazos = async (): Promise<Retencao['prazos']> =>
  (await page.server.request({ url: '/api/retencao' })).json<Retencao>().prazos;

/** A passage of a vehicle that is not registered, which arrived some days ago. */
async function sendOld(server: TestPage['server'], dias: number): Promise<void> {
  const payload = { placa: 'VEL1A00' };
  await server.request({ method: 'POST', url: '/db/ultimosveiculos', payload });
  const recebido_em = new Date(Date.now() - dias * 86_400_000).toISOString();
  await server.db.updateTable('passagens').set({ recebido_em }).execute();
}

async function fill(rotulo: string, texto: string): Promise<void> {
  const campo = await screen.findByLabelText<HTMLInputElement>(rotulo);
  await page.user.clear(campo);
  await page.user.type(campo, texto);
}
const save = () => page.user.click(screen.getByRole('button', { name: 'Salvar' }));

test('periods that delete something are saved after a question that says how much', async () => {
  page = await openPage(ENDERECO, { prepare: (server) => sendOld(server, 20) });
  await fill(PRAZO, '10');
  await save();
  const pergunta = within(await screen.findByRole('alertdialog'));
  expect(pergunta.getByText(/Com estes prazos, a próxima limpeza apaga 1 passagem\./)).toBeTruthy();
  expect((await readPrazos()).nao_cadastradas_dias).toBe(30);
  await page.user.click(pergunta.getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect((await readPrazos()).nao_cadastradas_dias).toBe(30);
  await save();
  await page.user.click(await screen.findByRole('button', { name: 'Salvar prazos' }));
  expect(await screen.findByText('Prazos atualizados.')).toBeTruthy();
  expect((await readPrazos()).nao_cadastradas_dias).toBe(10);
});

test('what another administrator saves meanwhile is not taken back', async () => {
  page = await openPage(ENDERECO);
  await fill('Fotos das passagens', '60');
  const payload = { ...(await readPrazos()), mensagens_dias: 400 };
  await page.server.request({ method: 'PUT', url: '/api/retencao', payload });
  await save();
  expect(await screen.findByText('Prazos atualizados.')).toBeTruthy();
  expect(await readPrazos()).toMatchObject({ mensagens_dias: 400, fotos_dias: 60 });
});

test('periods that delete nothing are saved at once; one out of range is refused', async () => {
  page = await openPage(ENDERECO);
  expect(await screen.findByText(/^Nada é apagado antes de/)).toBeTruthy();
  await fill('Fotos das passagens', '4000');
  await save();
  expect(await screen.findByText('Fotos das passagens: use de 1 a 3.650 dias.')).toBeTruthy();
  expect((await readPrazos()).fotos_dias).toBe(30);
  await fill('Fotos das passagens', '60');
  await page.user.click(screen.getByRole('checkbox', { name: /^Guardar para sempre/ }));
  expect(screen.queryByLabelText('Passagens')).toBeNull();
  await save();
  expect(await screen.findByText('Prazos atualizados.')).toBeTruthy();
  expect(await readPrazos()).toMatchObject({ passagens_dias: null, fotos_dias: 60 });
  expect(await screen.findByText('Ainda não houve limpeza.')).toBeTruthy();
});

test.each([
  [null, /^A última limpeza não terminou\. O servidor tenta de novo a cada hora\.$/],
  [
    { passagens: 2, fotos: 0, auditoria: 0, em: '2026-11-23T05:00:00.000Z' },
    /tenta de novo a cada hora\. A última que terminou: .* Apagou 2 passagens\.$/,
  ],
])(
  'a cleaning that failed is told beside the last one that was done: %j',
  async (ultima, frase) => {
    page = await openPage(ENDERECO, {
      async prepare(server, wire) {
        const estado = (await server.request({ url: '/api/retencao' })).json<Retencao>();
        const agora = { ...estado, desde: null, falhou: true, ultima };
        wire.answer('GET /api/retencao', () => Response.json(agora));
      },
    });
    expect(await screen.findByText(frase)).toBeTruthy();
  },
);

test('a period of the environment is shown and not edited', async () => {
  page = await openPage(ENDERECO, { env: { RETENTION_FOTOS_DIAS: '15' } });
  const campo = await screen.findByLabelText<HTMLInputElement>('Fotos das passagens');
  expect([campo.value, campo.readOnly]).toEqual(['15', true]);
  expect(screen.getByText('Definido no servidor por RETENTION_FOTOS_DIAS.')).toBeTruthy();
});

test('the page of privacy says the periods in use', async () => {
  page = await openPage('/privacidade', { env: { RETENTION_PASSAGENS_DIAS: 'sempre' } });
  expect(
    await screen.findByText(
      /Passagens de veículos cadastrados não são apagadas, .* em 30 dias.*auditoria.* em 1\.825 dias/,
    ),
  ).toBeTruthy();
});
