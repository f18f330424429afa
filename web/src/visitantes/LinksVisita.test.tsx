/** A link for visitors: made and cancelled by staff, filled in by a person without an account. */
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { openPage, type TestPage } from '../../test/page.tsx';

let page: TestPage;
afterEach(() => page.close());

const HORA_MS = 3_600_000;
const buildLink = async (server: TestPage['server']) => {
  const [de, ate] = [0, 5].map((horas) => new Date(Date.now() + horas * HORA_MS).toISOString());
  const resposta = await server.request({
    method: 'POST',
    url: '/api/visitantes/links',
    payload: { anfitriao: 'João Silva', destino: 'Bloco B', de, ate, usos_maximo: 1 },
  });
  const { id, link } = resposta.json<{ id: string; link: string }>();
  return { id, hash: new URL(link).hash };
};

test('staff make a link, see its address once, and cancel it', async () => {
  page = await openPage('/visitantes');
  await page.user.click(await screen.findByRole('link', { name: 'Links de visita' }));
  expect(await screen.findByText('Nenhum link aberto.')).toBeTruthy();
  await page.user.click(screen.getByRole('button', { name: 'Novo link' }));
  const dialogo = within(await screen.findByRole('dialog', { name: 'Novo link de visita' }));
  await page.user.click(dialogo.getByRole('button', { name: 'Criar link' }));
  expect(await dialogo.findByText('Quem recebe: preenchimento obrigatório.')).toBeTruthy();
  await page.user.type(dialogo.getByLabelText('Quem recebe'), 'João Silva');
  await page.user.type(dialogo.getByLabelText('Destino'), 'Bloco B');
  await page.user.clear(dialogo.getByLabelText('Quantos visitantes'));
  await page.user.type(dialogo.getByLabelText('Quantos visitantes'), '51');
  await page.user.click(dialogo.getByRole('button', { name: 'Criar link' }));
  expect(await dialogo.findByText('Quantos visitantes: de 1 a 50.')).toBeTruthy();
  await page.user.clear(dialogo.getByLabelText('Quantos visitantes'));
  await page.user.type(dialogo.getByLabelText('Quantos visitantes'), '3');
  await page.user.click(dialogo.getByRole('button', { name: 'Criar link' }));
  expect(await dialogo.findByText(/\/visita#token=[\w-]{43}$/)).toBeTruthy();
  expect(dialogo.getByRole('button', { name: 'Copiar Link' })).toBeTruthy();
  expect(dialogo.getByRole('img', { name: 'Código QR que abre o link' })).toBeTruthy();
  await page.user.keyboard('{Escape}');
  await page.user.click(dialogo.getByRole('button', { name: 'Já copiei' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('0 de 3')).toBeTruthy();

  await page.user.click(
    screen.getByRole('button', { name: 'Cancelar o link de João Silva, Bloco B' }),
  );
  const pergunta = await screen.findByRole('alertdialog', { name: 'Cancelar o link' });
  await page.user.click(within(pergunta).getByRole('button', { name: 'Cancelar o link' }));
  expect(await screen.findByText('Link cancelado')).toBeTruthy();
  expect(await screen.findByText('Nenhum link aberto.')).toBeTruthy();
});

describe('a visitor', () => {
  const open = async (after?: (server: TestPage['server'], id: string) => Promise<unknown>) => {
    page = await openPage('/', {
      signedIn: false,
      prepare: async (server) => {
        const { id, hash } = await buildLink(server);
        await after?.(server, id);
        window.history.replaceState(null, '', `/visita${hash}`);
      },
    });
  };

  test('fills in name and plate, and the pass is in the list of staff', async () => {
    await open();
    expect(await screen.findByRole('heading', { name: 'Sua visita' })).toBeTruthy();
    expect(await screen.findByText('João Silva')).toBeTruthy();
    expect(window.location.hash).toBe('');
    expect(await screen.findByText(/passe é apagado 90 dias depois da visita;/)).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'Confirmar visita' }));
    expect(await screen.findByText('Seu nome: preenchimento obrigatório.')).toBeTruthy();
    await page.user.type(screen.getByLabelText('Seu nome'), 'Ana Lima');
    await page.user.type(screen.getByLabelText('Placa do veículo'), 'rio-2a18');
    await page.user.click(screen.getByRole('button', { name: 'Confirmar visita' }));
    expect(await screen.findByText(/^Placa inválida\./)).toBeTruthy();
    await page.user.clear(screen.getByLabelText('Placa do veículo'));
    await page.user.type(screen.getByLabelText('Placa do veículo'), 'rio2a18');
    await page.user.click(screen.getByRole('button', { name: 'Confirmar visita' }));
    expect(await screen.findByRole('heading', { name: 'Visita confirmada' })).toBeTruthy();
    expect(screen.getByText('RIO2A18')).toBeTruthy();
    const passes = (await page.server.request({ url: '/api/visitantes' })).json();
    expect(passes).toMatchObject([{ nome: 'Ana Lima', placa: 'RIO2A18', destino: 'Bloco B' }]);
  });

  test('a cancelled link says so, and has no form', async () => {
    await open((server, id) =>
      server.request({ method: 'POST', url: `/api/visitantes/links/${id}/cancelar` }),
    );
    expect(
      await screen.findByText('Este link foi cancelado. Fale com quem convidou você.'),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Confirmar visita' })).toBeNull();
    expect(screen.queryByText('João Silva')).toBeNull();
  });

  test('without the token the page asks for the link again', async () => {
    page = await openPage('/visita', { signedIn: false });
    expect(await screen.findByText('Abra de novo o link que você recebeu.')).toBeTruthy();
    expect(page.wire.calls.filter((call) => call.includes('/api/visita'))).toEqual([]);
  });
});
