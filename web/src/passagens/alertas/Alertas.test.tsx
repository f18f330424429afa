import { join } from 'node:path';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  bearerHeaders,
  buildDispositivo,
  sendMensagem,
} from '../../../../server/test/dispositivo.ts';
import { openOther } from '../../../../server/test/outro.ts';
import { matchFrase, matchNota } from '../../../test/cartao.ts';
import { openPage, type TestPage, type TestPageOptions } from '../../../test/page.tsx';
import { postPassagem, signUpColega } from '../../../test/passagens.ts';
import { breakDown, buildProibido, buildVeiculo } from '../../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

const open = async (prepare: TestPageOptions['prepare'] = (server) => buildVeiculo(server)) => {
  page = await openPage('/aovivo', { prepare });
  await screen.findByText(/^há \d/);
};
const listFaixas = () => screen.queryAllByRole('alert');
const findFaixa = () => screen.findByRole('alert');
const listAbertos = async () => (await page.server.request({ url: '/api/alertas' })).json();
const openBell = async () => {
  await page.user.click(screen.getByRole('button', { name: /^Mensagens, \d+ por ler$/ }));
  const mensagens = within(await screen.findByRole('dialog', { name: 'Mensagens desta sessão' }));
  await mensagens.findAllByRole('listitem');
  return mensagens;
};

describe('a forbidden car that the server’s disk does not take', () => {
  test('shows its banner and says that it is not stored; Ciente closes it', async () => {
    await open((server) => buildProibido(server, 'Roubado'));
    const { token } = await buildDispositivo(page.server);
    const other = openOther(join(page.server.dataDir, 'unipark.db'));
    other.lock();
    try {
      const payload = { placa: 'QXJ0D52', camera: '1' };
      const reading = await sendMensagem(
        page.server,
        '/api/leituras/unipark',
        payload,
        bearerHeaders(token),
      );
      expect(reading.statusCode).toBe(503);
      const alerta = within(await findFaixa());
      expect(alerta.getByText(/Não gravada no servidor/)).toBeTruthy();
      await page.user.click(screen.getByRole('button', { name: 'Ciente QXJ0D52' }));
      await waitFor(() => expect(listFaixas()).toHaveLength(0));
    } finally {
      other.letGo();
      other.close();
    }
  });
});

describe('a forbidden car', () => {
  test('shows a banner when it passes; Ciente closes it', async () => {
    await open();
    expect(listFaixas()).toHaveLength(0);
    await postPassagem(page.server, { camera: '1' });
    const alerta = within(await findFaixa());
    expect(alerta.getByText(/PROIBIDO/)).toBeTruthy();
    expect(alerta.getByText('QXJ0D52')).toBeTruthy();
    expect(alerta.getByText(/HB20S 1\.0 COMFORT · .*Câmera 1/)).toBeTruthy();
    // This environment has no audio: the banner says that the sound is blocked.
    expect(alerta.getByText(/Som bloqueado/)).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'Ciente QXJ0D52' }));
    await waitFor(() => expect(listFaixas()).toHaveLength(0));
    expect(await listAbertos()).toEqual([]);
    // The button has disappeared with its banner: the heading gets the focus.
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Ao Vivo' })),
    );
  });

  test('shows its reason in the banner and in its passage alone', async () => {
    await open((server) => buildProibido(server, 'Furou a cancela em 12/05'));
    await postPassagem(page.server);
    const alerta = within(await findFaixa());
    expect(alerta.getByText('Motivo: Furou a cancela em 12/05')).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: 'Ver passagem QXJ0D52' }));
    const detalhe = within(await screen.findByRole('dialog', { name: 'Passagem' }));
    expect(detalhe.getByText('Motivo').nextSibling?.textContent).toBe('Furou a cancela em 12/05');
    await page.user.keyboard('{Escape}');
    // A notification is visible on a locked screen, and the bell on every screen.
    expect((await openBell()).queryByText(/Furou/)).toBeNull();
  });

  test('shows a changed reason, and no line when the reason is removed', async () => {
    await open((server) => buildProibido(server, 'Furou a cancela em 12/05'));
    await postPassagem(page.server);
    await findFaixa();
    const url = '/db/veiculos/QXJ0D52';
    const setMotivo = (motivo: string | null) =>
      page.server.request({ method: 'PUT', url, payload: { motivo } });
    await setMotivo('Cartão vencido');
    expect(await screen.findByText('Motivo: Cartão vencido')).toBeTruthy();
    await setMotivo(null);
    await waitFor(() => expect(screen.queryByText(/Motivo/)).toBeNull());
    expect(listFaixas()).toHaveLength(1);
  });

  test('keeps its banner until the server has stored the Ciente', async () => {
    await open();
    const { id } = await postPassagem(page.server);
    await findFaixa();
    breakDown(page.wire, `POST /api/passagens/${id}/ciente`);
    await page.user.click(screen.getByRole('button', { name: 'Ciente QXJ0D52' }));
    expect(await screen.findByText('Erro ao registrar ciente.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Ciente QXJ0D52' })).toBeTruthy();
    expect(await listAbertos()).toHaveLength(1);
  });

  test('has its banner when the page opens later, and its card is not a second alert', async () => {
    await open(async (server) => {
      await buildVeiculo(server);
      await postPassagem(server);
    });
    await findFaixa();
    expect(await screen.findByText('Proibido')).toBeTruthy();
    expect(listFaixas()).toHaveLength(1);
  });

  test('is in the bell, with a link to the passage', async () => {
    await open();
    await postPassagem(page.server);
    await findFaixa();
    const mensagens = await openBell();
    expect(mensagens.getByText(matchFrase('Proibido: QXJ0D52'))).toBeTruthy();
    await page.user.click(mensagens.getByRole('button', { name: 'Ver passagem' }));
    const detalhe = await screen.findByRole('dialog', { name: 'Passagem' });
    expect(window.location.pathname).toBe('/historico');
    expect(await within(detalhe).findByText('Aguardando ciente')).toBeTruthy();
  });
});

test('after another person’s Ciente the banner closes, and the bell names the person', async () => {
  await open();
  const { id } = await postPassagem(page.server);
  await findFaixa();
  const as = await signUpColega(page.server);
  await page.server.request({ as, method: 'POST', url: `/api/passagens/${id}/ciente` });
  await waitFor(() => expect(listFaixas()).toHaveLength(0));
  expect((await openBell()).getByText(matchFrase('Rita Alves deu ciente: QXJ0D52'))).toBeTruthy();
});

test('a corrected reading closes the banner, and the bell says so', async () => {
  await open();
  const { id } = await postPassagem(page.server);
  await findFaixa();
  await page.server.request({
    method: 'PATCH',
    url: `/api/passagens/${id}`,
    payload: { placa: 'RIO2A18' },
  });
  await waitFor(() => expect(listFaixas()).toHaveLength(0));
  expect(
    (await openBell()).getByText(matchFrase('Leitura corrigida: QXJ0D52 → RIO2A18')),
  ).toBeTruthy();
});

test('a probable reading asks to check the plate, and names the similar one', async () => {
  await open();
  await postPassagem(page.server, { placa: 'OXJ0D52' });
  const alerta = await findFaixa();
  expect(alerta.textContent).toContain('Confira a placa');
  expect(alerta.textContent).toContain(
    'parecida com QXJ0D52, o primeiro caractere difere: letra Q no cadastro, letra O na leitura, proibido',
  );
  expect(alerta.textContent).not.toContain('PROIBIDO');
  expect(
    await screen.findByText(
      matchNota(
        'Provável: QXJ0D52, o primeiro caractere difere: letra Q no cadastro, letra O na leitura (Proibido)',
      ),
    ),
  ).toBeTruthy();
});

/** Forbidden cars that pass one after the other. */
const passAll = async (server: TestPage['server'], placas: readonly string[]) => {
  for (const placa of placas) {
    await buildVeiculo(server, { placa });
    await postPassagem(server, { placa });
  }
};
const readPlaca = () => /[A-E]{3}\d[A-E]\d\d/.exec(listFaixas()[0]?.textContent ?? '')?.[0];

describe('several alarms', () => {
  const openWith = async (placas: readonly string[], path = '/aovivo') => {
    page = await openPage(path, { prepare: (server) => passAll(server, placas) });
    await screen.findByText(`1 de ${placas.length}`);
  };

  test.each(['/aovivo', '/portaria'])(
    'on %s one is shown, the newest; the others are a press away',
    async (path) => {
      await openWith(['AAA1A11', 'BBB2B22', 'CCC3C33'], path);
      expect(listFaixas()).toHaveLength(1);
      expect(readPlaca()).toBe('CCC3C33');
      const older = screen.getByRole('button', { name: 'Alerta mais antigo' });
      await page.user.click(older);
      await page.user.click(older);
      expect(screen.getByText('3 de 3')).toBeTruthy();
      expect(readPlaca()).toBe('AAA1A11');
      expect(older.getAttribute('aria-disabled')).toBe('true');
      await page.user.click(older);
      expect(readPlaca()).toBe('AAA1A11');
      await page.user.click(screen.getByRole('button', { name: 'Alerta mais novo' }));
      expect(readPlaca()).toBe('BBB2B22');
    },
  );

  test('a new one is shown, but does not replace one that the person chose', async () => {
    await openWith(['AAA1A11', 'BBB2B22']);
    await passAll(page.server, ['CCC3C33']);
    expect(await screen.findByText('1 de 3')).toBeTruthy();
    expect(readPlaca()).toBe('CCC3C33');
    await page.user.click(screen.getByRole('button', { name: 'Alerta mais antigo' }));
    expect(readPlaca()).toBe('BBB2B22');
    await passAll(page.server, ['DDD4D44']);
    expect(await screen.findByText('3 de 4')).toBeTruthy();
    expect(readPlaca()).toBe('BBB2B22');
  });

  test('Ciente shows the next; a second press at once does not answer it unread', async () => {
    await openWith(['AAA1A11', 'BBB2B22']);
    await page.user.click(screen.getByRole('button', { name: 'Ciente BBB2B22' }));
    const next = await screen.findByRole('button', { name: 'Ciente AAA1A11' });
    await page.user.click(next);
    expect(await listAbertos()).toHaveLength(1);
    expect(screen.queryByText('1 de 1')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Ciente de todos' })).toBeNull();
    await waitFor(async () => {
      await page.user.click(screen.getByRole('button', { name: 'Ciente AAA1A11' }));
      expect(await listAbertos()).toHaveLength(0);
    });
    await waitFor(() => expect(listFaixas()).toHaveLength(0));
    expect(screen.getByText('Nenhum alerta aberto')).toBeTruthy();
  });

  test('Ciente de todos asks, then closes all that were open when it asked', async () => {
    await openWith(['AAA1A11', 'BBB2B22']);
    await page.user.click(screen.getByRole('button', { name: 'Ciente de todos' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/Os 2 alertas abertos serão encerrados/)).toBeTruthy();
    await passAll(page.server, ['CCC3C33']);
    await screen.findByText('1 de 3');
    await page.user.click(question.getByRole('button', { name: 'Ciente de todos' }));
    await waitFor(async () =>
      expect((await listAbertos()).map(({ placa }: { placa: string }) => placa)).toEqual([
        'CCC3C33',
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(readPlaca()).toBe('CCC3C33');
  });

  test('Ciente de todos also closes one that the register raised later on an older passage', async () => {
    page = await openPage('/aovivo', {
      prepare: async (server) => {
        await passAll(server, ['AAA1A11', 'BBB2B22']);
        await server.db
          .updateTable('passagens')
          .set({ alertado_em: new Date(Date.now() + 1_000).toISOString() })
          .where('placa', '=', 'AAA1A11')
          .execute();
      },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Ciente de todos' }));
    const question = within(await screen.findByRole('alertdialog'));
    await page.user.click(question.getByRole('button', { name: 'Ciente de todos' }));
    await waitFor(async () => expect(await listAbertos()).toEqual([]));
  });
});

describe('the key of Ciente', () => {
  test('answers the shown alarm, and belongs to no field and to no sequence', async () => {
    page = await openPage('/veiculos/consultar', {
      prepare: (server) => passAll(server, ['AAA1A11']),
    });
    expect(await screen.findByRole('alert', {}, { timeout: 10_000 })).toBeTruthy();
    await page.user.type(screen.getByRole('searchbox'), 'c');
    screen.getByRole('heading', { level: 1 }).focus();
    expect(await listAbertos()).toHaveLength(1);
    await page.user.keyboard('c');
    await waitFor(() => expect(listFaixas()).toHaveLength(0));
    expect(await listAbertos()).toEqual([]);
    await passAll(page.server, ['BBB2B22']);
    await findFaixa();
    await page.user.keyboard('gc');
    expect(await screen.findByRole('heading', { name: 'Configurações' })).toBeTruthy();
    expect(await listAbertos()).toHaveLength(1);
  });

  test('does nothing after the one-letter keys are switched off', async () => {
    await open(async (server) => {
      localStorage.setItem('unipark.atalhos', 'desligados');
      await passAll(server, ['AAA1A11']);
    });
    await findFaixa();
    await page.user.keyboard('c');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await listAbertos()).toHaveLength(1);
  });
});

test('on another screen the alarm comes after the screen, with the bell and the owner', async () => {
  page = await openPage('/perfil', {
    prepare: async (server) => {
      const dono = { matricula: '000874', nome: 'Sônia Abreu' };
      await server.request({ method: 'POST', url: '/db/proprietarios', payload: dono });
      await buildVeiculo(server, { cor: 'Prata', proprietario_matricula: '000874' });
      await postPassagem(server);
    },
  });
  expect(await screen.findByRole('heading', { name: 'Perfil' })).toBeTruthy();
  expect(listFaixas()).toHaveLength(0);
  const alerta = within(await screen.findByRole('alert', {}, { timeout: 10_000 }));
  expect(alerta.getByText(/· Prata · Sônia Abreu ·/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Mensagens, 1 por ler' })).toBeTruthy();
  expect(screen.queryByText('Nenhum alerta aberto')).toBeNull();
});

test('a registration that begins at an alarm closes its passage', async () => {
  page = await openPage('/perfil', {
    prepare: async (server) => {
      const ajustes = (await server.request({ url: '/api/alertas/ajustes' })).json();
      const payload = { ...ajustes, nao_cadastrado: true };
      await server.request({ method: 'PUT', url: '/api/alertas/ajustes', payload });
      await postPassagem(server, { placa: 'NOV1A23' });
    },
  });
  await page.user.click(await screen.findByRole('button', { name: /^Ver passagem/ }));
  await page.user.click(await screen.findByRole('link', { name: 'Cadastrar NOV1A23' }));
  expect(await screen.findByLabelText('Placa')).toHaveProperty('value', 'NOV1A23');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

describe('the call for a person', () => {
  const vibrate = vi.fn();
  const prepareVibration: TestPageOptions['prepare'] = async (server) => {
    vibrate.mockClear();
    Object.assign(navigator, { vibrate });
    await buildVeiculo(server);
  };

  test('comes once for each alarm, also when events repeat', async () => {
    await open(prepareVibration);
    await postPassagem(page.server, { placa: 'QXJ0D52' });
    await findFaixa();
    await waitFor(() => expect(vibrate).toHaveBeenCalledTimes(1), { timeout: 6_000 });
    // The same passage, refined: its direction is known now.
    await page.server.request({
      method: 'POST',
      url: '/db/ultimosveiculos',
      payload: { placa: 'QXJ0D52', sentido: 'entrada' },
    });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(vibrate).toHaveBeenCalledTimes(1);
    expect(localStorage.getItem('unipark.alertas')).toContain('QXJ0D52@');
  });

  test('does not come for an alarm older than five minutes', async () => {
    await open(async (server, wire) => {
      await prepareVibration(server, wire);
      await postPassagem(server);
      const antes = new Date(Date.now() - 6 * 60_000).toISOString();
      await server.db.updateTable('passagens').set({ alertado_em: antes }).execute();
    });
    await findFaixa();
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(vibrate).not.toHaveBeenCalled();
  });
});
