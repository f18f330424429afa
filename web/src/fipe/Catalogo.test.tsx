import { createRequire } from 'node:module';
import { screen, waitFor, within } from '@testing-library/react';
import type { SituacaoCatalogo } from '@unipark/contract/fipe';
import { afterEach, expect, test } from 'vitest';
import type { ProvedorFipeDeTeste } from '../../../server/test/provedorFipe.ts';
import { openPage, type Page } from '../../test/page.tsx';

const { startProvedorFipe } = createRequire(import.meta.url)(
  '../../../server/test/provedorFipe.ts',
) as typeof import('../../../server/test/provedorFipe.ts');

const ENDERECO = '/configuracoes/catalogo';
const PERGUNTA = 'GET /api/catalogo';

let page: Page;
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

/** The page in front of a server that says this of its catalogue. */
const abrirCom = (mudancas: Partial<SituacaoCatalogo>) =>
  openPage(ENDERECO, {
    prepare: (_server, wire) =>
      wire.answer(PERGUNTA, () => Response.json({ ...situacao, ...mudancas })),
  });

const fato = (nome: string) => screen.getByText(nome).nextElementSibling?.textContent;
const linhas = () =>
  within(screen.getByRole('table', { name: 'Ocorrências do catálogo' }))
    .getAllByRole('row')
    .slice(1)
    .map((linha) => linha.textContent);

test('without providers: the table that came along, and that nothing leaves the server', async () => {
  page = await openPage(ENDERECO, { seeded: true });
  expect(await screen.findByRole('heading', { name: 'Tabela em uso' })).toBeTruthy();
  expect(document.title).toBe('Catálogo · UNIPARK');
  expect(screen.getByRole('link', { name: 'Catálogo' }).getAttribute('aria-current')).toBe('page');
  expect(screen.queryByText('Mês')).toBeNull();
  expect(fato('Origem')).toBe('Catálogo instalado com o UNIPARK');
  expect(fato('Em uso desde')).toMatch(/^\d\d\/\d\d\/\d{4} - \d\d:\d\d$/);
  expect(fato('Modelos')).toMatch(/^1\.\d{3}$/);
  expect(
    screen.getByText(
      'Nenhum provedor configurado: nada sai do servidor. Os cadastros usam o catálogo instalado; onde faltar, digite.',
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

test('a refresh: begun, paused where it is, gone on with, in use', async () => {
  provedor = await startProvedorFipe({ marcas: 2, modelos: 2 });
  const env = provedor.env('parallelum');
  page = await openPage(ENDERECO, { seeded: true, env });
  const { user } = page;
  const botao = await screen.findByRole('button', { name: 'Atualizar agora' });
  expect(screen.getByText('1. Parallelum')).toBeTruthy();
  expect(screen.getByText('Ainda não consultado')).toBeTruthy();
  expect(screen.queryByRole('progressbar')).toBeNull();

  await user.click(botao);
  expect(await screen.findByText('Atualização em andamento.')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Andamento do catálogo' })).toBeTruthy();
  // The same button, so that who pressed it is not lost.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pausar' }));

  await user.click(screen.getByRole('button', { name: 'Pausar' }));
  expect(await screen.findByText('Parado: continua de onde parou.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Continuar' }));
  expect(fato('Origem')).toBe('Catálogo instalado com o UNIPARK');

  await user.click(screen.getByRole('button', { name: 'Continuar' }));
  await waitFor(() => expect(fato('Origem')).toBe('Atualização pela internet'), {
    timeout: 20_000,
  });
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(fato('Marcas')).toBe('6');
  expect(screen.getByText('Em ordem')).toBeTruthy();
  expect(screen.getByText(/^Respondeu em /)).toBeTruthy();
}, 30_000);

test('a provider that answers a page: it rests, and the reason is told', async () => {
  provedor = await startProvedorFipe();
  provedor.fault('html200');
  page = await openPage(ENDERECO, { seeded: true, env: provedor.env('parallelum') });
  await page.user.click(await screen.findByRole('button', { name: 'Atualizar agora' }));
  expect(await screen.findByText('Descansando')).toBeTruthy();
  expect(screen.getByText(/^Falhou em \d\d\/\d\d\/\d{4} - \d\d:\d\d: ./)).toBeTruthy();
  await waitFor(() => {
    expect(linhas().join('\n')).toMatch(/Parallelum/);
    expect(linhas().join('\n')).toMatch(/Atualização.*A atualização parou e continua depois\./);
  });
  expect(fato('Origem')).toBe('Catálogo instalado com o UNIPARK');
}, 20_000);

test('the server refuses in its own words', async () => {
  page = await abrirCom({});
  const recusa = { codigo: 'em-andamento', mensagem: 'Já há uma atualização em andamento.' };
  page.wire.answer('POST /api/catalogo/atualizacao', () =>
    Response.json({ ...recusa, error: recusa.mensagem, pedido: 'p-1' }, { status: 409 }),
  );
  await page.user.click(await screen.findByRole('button', { name: 'Atualizar agora' }));
  expect(await screen.findByText(recusa.mensagem)).toBeTruthy();
});

test('what did not load says why, with its number, and is asked for again', async () => {
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

test('a bar tells how far it is, asked about every 2 s only while somebody looks', async () => {
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
  const perguntas = () => page.wire.calls.filter((call) => call === PERGUNTA).length;

  feitos = 120;
  agora = { andamento: { ...andamento, feitos } };
  await waitFor(() => expect(barra.getAttribute('aria-valuenow')).toBe('50'));
  expect(perguntas()).toBe(2);

  const visibilidade = (estado: string) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: estado });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  visibilidade('hidden');
  const vistas = perguntas();
  await new Promise((passou) => setTimeout(passou, 2_500));
  expect(perguntas()).toBe(vistas);

  agora = {};
  visibilidade('visible');
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  const ultimas = perguntas();
  await new Promise((passou) => setTimeout(passou, 2_500));
  expect(perguntas()).toBe(ultimas);
}, 20_000);

test('where nobody can tell how much there is, no share is claimed', async () => {
  page = await abrirCom({ andamento: { ...andamento, trabalho: 'arquivo', total: null } });
  const barra = await screen.findByRole('progressbar');
  expect(barra.getAttribute('aria-valuenow')).toBeNull();
  expect(barra.getAttribute('aria-valuetext')).toBe('60 até agora');
  expect(screen.getByText('Importação de arquivo em andamento.')).toBeTruthy();
});
