import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { insertConta } from '../../../server/test/usuarios.ts';
import { CONTA, openPage, type TestPage, type TestPageOptions } from '../../test/page.tsx';
import { breakDown, buildProprietario, buildVeiculo } from '../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

const prepare: TestPageOptions['prepare'] = async (server) => {
  await buildProprietario(server);
  await buildVeiculo(server, { placa: 'RIO2A18', status: 'ATIVO' });
  const payload = { status: 'PROIBIDO', motivo: 'Vaga de outro' };
  await server.request({ method: 'PUT', url: '/db/veiculos/RIO2A18', payload });
};
const open = async (busca = '', options: TestPageOptions = { prepare }) => {
  page = await openPage(`/configuracoes/auditoria${busca}`, options);
  await screen.findByRole('heading', { level: 2, name: 'Auditoria' });
};
const listAtos = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

describe('the list', () => {
  test('says who did what to which record, and the first change', async () => {
    await open('?entidade=veiculo');
    await screen.findByText('2 atos');
    expect(listAtos()).toEqual(['Editou', 'Cadastrou']);
    const edicao = within(
      screen.getByRole('rowheader', { name: 'Editou' }).closest('tr') as HTMLElement,
    );
    expect(edicao.getByText(CONTA.name)).toBeTruthy();
    expect(edicao.getByText('RIO2A18').className).toContain('font-plate');
    expect(edicao.getByText(/^Status: ATIVO → PROIBIDO/)).toBeTruthy();
    expect(document.title).toBe('Auditoria · UNIPARK');
  });

  test('is searched by an exact plate, and filtered by act and person', async () => {
    await open();
    await page.user.type(await screen.findByRole('searchbox'), 'rio-2a18');
    await page.user.click(screen.getByRole('button', { name: 'Buscar' }));
    expect(await screen.findByText('2 atos')).toBeTruthy();
    await page.user.selectOptions(screen.getByLabelText('Ação'), 'Cadastrou');
    expect(await screen.findByText('1 ato')).toBeTruthy();
    await screen.findByRole('option', { name: CONTA.name });
    await page.user.selectOptions(screen.getByLabelText('Usuário'), CONTA.name);
    await waitFor(() => expect(window.location.search).toContain('quem='));
    await waitFor(() => expect(listAtos()).toEqual(['Cadastrou']));
    await page.user.selectOptions(screen.getByLabelText('Registro'), 'Convite');
    expect(await screen.findByText('Nenhum ato encontrado.')).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'Limpar busca' }));
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  test('is filtered by any account, and by the server itself', async () => {
    await open('', {
      prepare: async (server) => {
        for (let i = 0; i < 250; i += 1) await insertConta(server, { nome: `Pessoa ${i}` });
      },
    });
    const filtro = within(await screen.findByLabelText('Usuário'));
    for (const name of ['Servidor, pela agenda', 'Operação, no servidor', 'Pessoa 249'])
      expect(await filtro.findByRole('option', { name })).toBeTruthy();
  });

  test('a row opens the whole act', async () => {
    await open('?entidade=veiculo&acao=editar');
    await page.user.click(await screen.findByRole('rowheader', { name: 'Editou' }));
    const dialogo = within(await screen.findByRole('dialog', { name: 'Ato auditado' }));
    expect(dialogo.getByText('127.0.0.1')).toBeTruthy();
    expect(dialogo.getByText('ATIVO → PROIBIDO')).toBeTruthy();
    expect(dialogo.getByText('Vaga de outro')).toBeTruthy();
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('a failure is shown with the way to try again', async () => {
    await open('', { prepare: (_server, wire) => breakDown(wire, 'GET /api/auditoria') });
    expect(await screen.findByText('Não foi possível carregar a lista.')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Tentar novamente' })).toBeTruthy();
  });
});

describe('the check', () => {
  const check = async () => {
    await page.user.click(await screen.findByRole('button', { name: 'Conferir integridade' }));
  };

  test('says that every row is in its place', async () => {
    await open();
    expect(await screen.findByText(/^Cada registro é ligado ao anterior/)).toBeTruthy();
    await check();
    expect(await screen.findByText(/^Íntegra na conferência de .*: \d+ registros\.$/)).toBeTruthy();
  });

  test('that failed says so, and hides no break that was found before', async () => {
    const ultima = { linhas: 3, quebra: 'fim', em: '2026-11-23T05:00:00.000Z' };
    await open('', {
      prepare: (_server, wire) =>
        wire.answer('GET /api/auditoria/conferencia', () =>
          Response.json({ conferindo: null, ultima, falhou: true }),
        ),
    });
    const frase = 'A última conferência não terminou. Confira de novo.';
    expect(await screen.findByText(frase)).toBeTruthy();
    expect((await screen.findByRole('alert')).textContent).toContain('faltam registros no fim');
  });

  test('says loudly that the chain is broken, and what to do', async () => {
    await open();
    await page.server.db.updateTable('auditoria_cabeca').set({ hash: 'outro' }).execute();
    await check();
    const aviso = await screen.findByText(/Guarde as cópias de segurança e avise a TI/);
    expect(aviso.closest('[role="alert"]')).toBeTruthy();
  });
});
