import { createRequire } from 'node:module';
import { screen, waitFor, within } from '@testing-library/react';
import type { SituacaoCatalogo } from '@unipark/contract/fipe';
import { afterEach, expect, test } from 'vitest';
import type { ProvedorFipeDeTeste } from '../../../server/test/provedorFipe.ts';
import { startTimers } from '../../test/clock.ts';
import { openPage, type TestPage } from '../../test/page.tsx';

const { startProvedorFipe } = createRequire(import.meta.url)(
  '../../../server/test/provedorFipe.ts',
) as typeof import('../../../server/test/provedorFipe.ts');

const ENDERECO = '/configuracoes/catalogo';
const PERGUNTA = 'GET /api/catalogo';

let page: TestPage;
let provedor: ProvedorFipeDeTeste | undefined;
afterEach(async () => {
  await page.close();
  await provedor?.stop();
  provedor = undefined;
});

const situacao: SituacaoCatalogo = {
  origem: 'atualizacao',
  referencia: '2026-11',
  desde: '2026-11-03T09:00:00.000Z',
  marcas: 86,
  modelos: 1_234,
  anos: 10_500,
  provedores: [{ nome: 'parallelum', descansando: false, ultimoSucesso: null, ultimaFalha: null }],
  proxima: '2026-12-01T03:00:00.000Z',
  andamento: null,
  ocorrencias: [],
};
const andamento = {
  trabalho: 'modelos' as const,
  referencia: '2026-12',
  feitos: 60,
  total: 240,
  desde: '2026-12-01T03:00:00.000Z',
  parado: false,
};

const openWith = (mudancas: Partial<SituacaoCatalogo>) =>
  openPage(ENDERECO, {
    prepare: (_server, wire) =>
      wire.answer(PERGUNTA, () => Response.json({ ...situacao, ...mudancas })),
  });

const readFato = (nome: string) => screen.getByText(nome).nextElementSibling?.textContent;
const listLinhas = () =>
  within(screen.getByRole('table', { name: 'Ocorrências do catálogo' }))
    .getAllByRole('row')
    .slice(1)
    .map((linha) => linha.textContent);

test('without providers it shows the installed table and says that no request leaves the server', async () => {
  page = await openPage(ENDERECO, { seeded: true });
  expect(await screen.findByRole('heading', { name: 'Tabela em uso' })).toBeTruthy();
  expect(document.title).toBe('Catálogo · UNIPARK');
  expect(screen.getByRole('link', { name: 'Catálogo' }).getAttribute('aria-current')).toBe('page');
  expect(screen.queryByText('Mês')).toBeNull();
  expect(readFato('Origem')).toBe('Catálogo instalado com o UNIPARK');
  expect(readFato('Em uso desde')).toMatch(/^\d\d\/\d\d\/\d{4} - \d\d:\d\d$/);
  expect(readFato('Modelos')).toMatch(/^1\.\d{3}$/);
  expect(
    screen.getByText(
      'Nenhum provedor configurado: nada sai do servidor. Os cadastros usam o catálogo instalado; se faltar algum, digite.',
    ),
  ).toBeTruthy();
  expect(screen.getByText(/defina FIPE_PROVEDORES/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Atualizar agora' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Provedores' })).toBeNull();
  expect(screen.getByText('Nenhuma ocorrência.')).toBeTruthy();
});

test('an empty catalogue says what to do', async () => {
  page = await openPage(ENDERECO);
  expect(await screen.findByText('O catálogo está vazio.')).toBeTruthy();
  expect(screen.queryByText('Em uso desde')).toBeNull();
});

test('a refresh is started, paused, continued and put in use', async () => {
  provedor = await startProvedorFipe({ marcas: 2, modelos: 2 });
  const env = provedor.env('parallelum');
  page = await openPage(ENDERECO, { seeded: true, env });
  // A table of less than half the size is refused, and this provider has two makes of each type.
  await page.server.db.deleteFrom('fipe_modelos').execute();
  await page.server.db.deleteFrom('fipe_marcas').execute();
  const { user } = page;
  const botao = await screen.findByRole('button', { name: 'Atualizar agora' });
  expect(screen.getByText('1. Parallelum')).toBeTruthy();
  expect(screen.getByText('Ainda não consultado')).toBeTruthy();
  expect(screen.queryByRole('progressbar')).toBeNull();

  await user.click(botao);
  expect(await screen.findByText('Atualização em andamento.')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Andamento do catálogo' })).toBeTruthy();
  // The same element, so that the focus stays.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pausar' }));

  await user.click(screen.getByRole('button', { name: 'Pausar' }));
  expect(await screen.findByText('Parado: continua de onde parou.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Continuar' }));
  expect(readFato('Origem')).toBe('Catálogo instalado com o UNIPARK');

  await user.click(screen.getByRole('button', { name: 'Continuar' }));
  await waitFor(() => expect(readFato('Origem')).toBe('Atualização pela internet'), {
    timeout: 20_000,
  });
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(readFato('Marcas')).toBe('6');
  expect(screen.getByText('Em ordem')).toBeTruthy();
  expect(screen.getByText(/^Respondeu em /)).toBeTruthy();
}, 30_000);

test('a provider that answers a page is paused, with the reason', async () => {
  provedor = await startProvedorFipe();
  provedor.fault('html200');
  page = await openPage(ENDERECO, { seeded: true, env: provedor.env('parallelum') });
  await page.user.click(await screen.findByRole('button', { name: 'Atualizar agora' }));
  expect(await screen.findByText('Pausado')).toBeTruthy();
  expect(screen.getByText(/^Falhou em \d\d\/\d\d\/\d{4} - \d\d:\d\d: ./)).toBeTruthy();
  await waitFor(() => {
    expect(listLinhas().join('\n')).toMatch(/Parallelum/);
    expect(listLinhas().join('\n')).toMatch(/Atualização.*A atualização parou e continua depois\./);
  });
  expect(readFato('Origem')).toBe('Catálogo instalado com o UNIPARK');
}, 20_000);

test('the server’s refusal is shown in its own words', async () => {
  page = await openWith({});
  const recusa = { codigo: 'em-andamento', mensagem: 'Já há uma atualização em andamento.' };
  page.wire.answer('POST /api/catalogo/atualizacao', () =>
    Response.json({ ...recusa, error: recusa.mensagem, pedido: 'p-1' }, { status: 409 }),
  );
  await page.user.click(await screen.findByRole('button', { name: 'Atualizar agora' }));
  expect(await screen.findByText(recusa.mensagem)).toBeTruthy();
});

test('a failed load shows the reason and its number, and can be tried again', async () => {
  page = await openPage(ENDERECO, {
    seeded: true,
    prepare: (_server, wire) =>
      wire.answer(PERGUNTA, () =>
        Response.json(
          { codigo: 'interno', mensagem: 'Erro inesperado.', error: '', pedido: 'req-7' },
          { status: 500 },
        ),
      ),
  });
  expect(await screen.findByText('Não foi possível carregar.')).toBeTruthy();
  expect(screen.getByText(/req-7/)).toBeTruthy();
  page.wire.restore();
  await page.user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByRole('heading', { name: 'Tabela em uso' })).toBeTruthy();
});

test('the progress is requested about every 2 s, only while the page is visible', async () => {
  const jump = startTimers();
  let feitos = 60;
  let agora: Partial<SituacaoCatalogo> = { andamento };
  page = await openPage(ENDERECO, {
    prepare: (_server, wire) =>
      wire.answer(PERGUNTA, () => Response.json({ ...situacao, ...agora })),
  });
  const barra = await screen.findByRole('progressbar', { name: 'Andamento do catálogo' });
  expect(barra.getAttribute('aria-valuenow')).toBe('25');
  expect(barra.getAttribute('aria-valuetext')).toBe('25% · 60 de 240');
  expect(screen.getByText(/^Tabela de dezembro de 2026\./)).toBeTruthy();
  const countPerguntas = () => page.wire.calls.filter((call) => call === PERGUNTA).length;

  feitos = 120;
  agora = { andamento: { ...andamento, feitos } };
  await jump(2_000);
  await waitFor(() => expect(barra.getAttribute('aria-valuenow')).toBe('50'));
  expect(countPerguntas()).toBe(2);

  const setVisibility = (estado: string) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: estado });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  setVisibility('hidden');
  const vistas = countPerguntas();
  await jump(2_500);
  expect(countPerguntas()).toBe(vistas);

  agora = {};
  setVisibility('visible');
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  const ultimas = countPerguntas();
  await jump(2_500);
  expect(countPerguntas()).toBe(ultimas);
});

test('with an unknown total the bar shows no share', async () => {
  page = await openWith({ andamento: { ...andamento, trabalho: 'arquivo', total: null } });
  const barra = await screen.findByRole('progressbar');
  expect(barra.getAttribute('aria-valuenow')).toBeNull();
  expect(barra.getAttribute('aria-valuetext')).toBe('60 até agora');
  expect(screen.getByText('Importação de arquivo em andamento.')).toBeTruthy();
});
