import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { nota } from '../../test/cartao.ts';
import { openPage, type Page, type PageOptions } from '../../test/page.tsx';
import { colega, passar } from '../../test/passagens.ts';
import { breakDown, buildProibido, buildVeiculo } from '../../test/register.ts';

let page: Page;
afterEach(() => page.close());

const open = async (prepare: PageOptions['prepare'] = (server) => buildVeiculo(server)) => {
  page = await openPage('/aovivo', { prepare });
  await screen.findByText(/^há \d/);
};
const faixas = () => screen.queryAllByRole('alert');
const faixa = () => screen.findByRole('alert');
const abertos = async () => (await page.server.request({ url: '/api/alertas' })).json();
const sino = async () => {
  await page.user.click(screen.getByRole('button', { name: /^Mensagens, \d+ por ler$/ }));
  return within(await screen.findByRole('dialog', { name: 'Mensagens desta sessão' }));
};

describe('a forbidden car', () => {
  test('raises a banner as it passes; Ciente lowers it', async () => {
    await open();
    expect(faixas()).toHaveLength(0);
    await passar(page.server, { camera: '1' });
    const alerta = within(await faixa());
    expect(alerta.getByText(/PROIBIDO/)).toBeTruthy();
    for (const texto of ['QXJ0D52', 'HB20S 1.0 COMFORT', 'Câmera 1'])
      expect(alerta.getByText(texto)).toBeTruthy();
    // No audio here: the banner says that nobody hears it.
    expect(alerta.getByText(/Som bloqueado/)).toBeTruthy();
    await page.user.click(alerta.getByRole('button', { name: 'Ciente QXJ0D52' }));
    await waitFor(() => expect(faixas()).toHaveLength(0));
    expect(await abertos()).toEqual([]);
    // The button went with its banner: the keyboard goes on from the heading.
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Ao Vivo' })),
    );
  });

  test('says why it is kept out, in the banner and in its passage; nobody else is told', async () => {
    await open((server) => buildProibido(server, 'Furou a cancela em 12/05'));
    await passar(page.server);
    const alerta = within(await faixa());
    expect(alerta.getByText('Motivo: Furou a cancela em 12/05')).toBeTruthy();
    await page.user.click(alerta.getByRole('button', { name: 'Ver passagem QXJ0D52' }));
    const detalhe = within(await screen.findByRole('dialog', { name: 'Passagem' }));
    expect(detalhe.getByText('Motivo').nextSibling?.textContent).toBe('Furou a cancela em 12/05');
    await page.user.keyboard('{Escape}');
    // A notification stands on a locked screen, and the bell on any.
    expect((await sino()).queryByText(/Furou/)).toBeNull();
  });

  test('follows the reason as it changes, and says nothing once there is none', async () => {
    await open((server) => buildProibido(server, 'Furou a cancela em 12/05'));
    await passar(page.server);
    await faixa();
    const url = '/db/veiculos/QXJ0D52';
    const dizer = (motivo: string | null) =>
      page.server.request({ method: 'PUT', url, payload: { motivo } });
    await dizer('Cartão vencido');
    expect(await screen.findByText('Motivo: Cartão vencido')).toBeTruthy();
    await dizer(null);
    await waitFor(() => expect(screen.queryByText(/Motivo/)).toBeNull());
    expect(faixas()).toHaveLength(1);
  });

  test('stands until the server has noted who took note', async () => {
    await open();
    const { id } = await passar(page.server);
    await faixa();
    breakDown(page.wire, `POST /api/passagens/${id}/ciente`);
    await page.user.click(screen.getByRole('button', { name: 'Ciente QXJ0D52' }));
    expect(await screen.findByText('Erro ao registrar ciente.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Ciente QXJ0D52' })).toBeTruthy();
    expect(await abertos()).toHaveLength(1);
  });

  test('is there when the page opens later, and its card is no second alert', async () => {
    await open(async (server) => {
      await buildVeiculo(server);
      await passar(server);
    });
    await faixa();
    expect(await screen.findByText('Proibido')).toBeTruthy();
    expect(faixas()).toHaveLength(1);
  });

  test('is in the bell, with the way to the passage', async () => {
    await open();
    await passar(page.server);
    await faixa();
    const mensagens = await sino();
    expect(mensagens.getByText('Proibido: QXJ0D52')).toBeTruthy();
    await page.user.click(mensagens.getByRole('button', { name: 'Ver passagem' }));
    const detalhe = await screen.findByRole('dialog', { name: 'Passagem' });
    expect(window.location.pathname).toBe('/historico');
    expect(await within(detalhe).findByText('Aguardando ciente')).toBeTruthy();
  });
});

test('another person said Ciente first: the banner goes, the bell says who', async () => {
  await open();
  const { id } = await passar(page.server);
  await faixa();
  const as = await colega(page.server);
  await page.server.request({ as, method: 'POST', url: `/api/passagens/${id}/ciente` });
  await waitFor(() => expect(faixas()).toHaveLength(0));
  expect((await sino()).getByText('Rita Alves deu ciente: QXJ0D52')).toBeTruthy();
});

test('a corrected reading lowers the banner, and the bell says so', async () => {
  await open();
  const { id } = await passar(page.server);
  await faixa();
  await page.server.request({
    method: 'PATCH',
    url: `/api/passagens/${id}`,
    payload: { placa: 'RIO2A18' },
  });
  await waitFor(() => expect(faixas()).toHaveLength(0));
  expect((await sino()).getByText('Leitura corrigida: QXJ0D52 → RIO2A18')).toBeTruthy();
});

test('a probable reading asks to look at the plate, and names the one it is like', async () => {
  await open();
  await passar(page.server, { placa: 'OXJ0D52' });
  const alerta = await faixa();
  expect(alerta.textContent).toContain('Leitura provável: confira a placa');
  expect(alerta.textContent).toContain('QXJ0D52 (Proibido)');
  expect(alerta.textContent).not.toContain('PROIBIDO');
  expect(await screen.findByText(nota('Provável: QXJ0D52 (Proibido)'))).toBeTruthy();
});

test('in Portaria one banner leaves the verdict its room, and the rest is counted', async () => {
  page = await openPage('/portaria', {
    prepare: async (server) => {
      for (const placa of ['AAA1A11', 'BBB2B22']) {
        await buildVeiculo(server, { placa });
        await passar(server, { placa });
      }
    },
  });
  expect(await screen.findByText('e mais 1')).toBeTruthy();
  expect(faixas().map(({ textContent }) => textContent?.includes('BBB2B22'))).toEqual([true]);
});

test('of many, the three newest are drawn and the rest counted', async () => {
  await open(async (server) => {
    for (const placa of ['AAA1A11', 'BBB2B22', 'CCC3C33', 'DDD4D44', 'EEE5E55']) {
      await buildVeiculo(server, { placa });
      await passar(server, { placa });
    }
  });
  expect(await screen.findByText('e mais 2')).toBeTruthy();
  expect(
    faixas().map((alerta) => /[A-E]{3}\d[A-E]\d\d/.exec(alerta.textContent ?? '')?.[0]),
  ).toEqual(['EEE5E55', 'DDD4D44', 'CCC3C33']);
});

describe('who is called', () => {
  const vibrate = vi.fn();
  const comVibracao: PageOptions['prepare'] = async (server) => {
    vibrate.mockClear();
    Object.assign(navigator, { vibrate });
    await buildVeiculo(server);
  };

  test('somebody, once, however often the alarm is heard of', async () => {
    await open(comVibracao);
    const { id } = await passar(page.server, { placa: 'QXJ0D52' });
    await faixa();
    await waitFor(() => expect(vibrate).toHaveBeenCalledTimes(1), { timeout: 6_000 });
    // The same pass, refined: its way is known now.
    await page.server.request({
      method: 'POST',
      url: '/db/ultimosveiculos',
      payload: { placa: 'QXJ0D52', sentido: 'entrada' },
    });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(vibrate).toHaveBeenCalledTimes(1);
    expect(localStorage.getItem('unipark.alertas')).toContain(`${id}@`);
  });

  test('nobody, for what happened more than five minutes ago', async () => {
    await open(async (server, wire) => {
      await comVibracao(server, wire);
      await passar(server);
      const antes = new Date(Date.now() - 6 * 60_000).toISOString();
      await server.db.updateTable('passagens').set({ alertado_em: antes }).execute();
    });
    await faixa();
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(vibrate).not.toHaveBeenCalled();
  });
});
