import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { TestApp } from '../../../server/test/app.ts';
import { matchFrase } from '../../test/cartao.ts';
import { startTimers } from '../../test/clock.ts';
import { openPage, type TestPage } from '../../test/page.tsx';
import { breakDown } from '../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

const LISTA = '/configuracoes/dispositivos';
const COPIE = 'Copie agora: o token não será mostrado de novo.';
const findCampo = (nome: string | RegExp) => screen.findByLabelText<HTMLInputElement>(nome);
/** The part for what most devices leave as it is. */
const getAvancado = () => screen.getByText('Avançado').closest('details') as HTMLDetailsElement;
const openAvancado = () => page.user.click(screen.getByText('Avançado'));
const findButton = (nome: string | RegExp) => screen.findByRole('button', { name: nome });

type CreatedDispositivo = { dispositivo: { id: string; endereco: string }; token: string };
async function createDispositivo(
  server: TestApp,
  campos: object = {},
): Promise<CreatedDispositivo> {
  const { body, statusCode } = await server.request({
    method: 'POST',
    url: '/api/dispositivos',
    payload: { nome: 'Entrada principal', dialeto: 'hikvision', ...campos },
  });
  if (statusCode !== 201) throw new Error(body);
  return JSON.parse(body);
}
const postLeitura = (server: TestApp, token: string, placa = 'ABC1D23') =>
  server.request({
    method: 'POST',
    url: '/api/leituras/unipark',
    headers: { 'x-unipark-token': token },
    as: null,
    payload: { placa },
  });
async function open(
  campos: object = {},
  afterCreate?: (server: TestApp, feito: CreatedDispositivo) => unknown,
) {
  let feito: CreatedDispositivo | undefined;
  page = await openPage('/home', {
    prepare: async (server) => {
      feito = await createDispositivo(server, campos);
      await afterCreate?.(server, feito);
      window.history.replaceState(null, '', `${LISTA}/${feito.dispositivo.id}`);
    },
  });
  if (!feito) throw new Error('no device');
  return feito;
}

describe('a new device', () => {
  test('token and address are shown once; neither the list nor a reload shows them', async () => {
    page = await openPage(LISTA);
    expect(await screen.findByText('Nenhum dispositivo cadastrado.')).toBeTruthy();
    await page.user.click(screen.getByRole('link', { name: 'Novo dispositivo' }));
    await page.user.type(await findCampo('Nome'), 'Entrada principal');
    await page.user.selectOptions(await findCampo('Fabricante ou programa'), 'Hikvision (ISAPI)');
    await page.user.type(await findCampo('Câmera padrão'), 'Portaria');
    await page.user.selectOptions(await findCampo('Sentido'), 'Entrada');
    expect(getAvancado().open).toBe(false);
    await openAvancado();
    await page.user.type(await findCampo('IPs permitidos'), '10.0.0.0/24');
    await page.user.type(await findCampo('Termos de entrada e saída'), 'forward = entrada');
    await page.user.click(await findButton('Cadastrar'));

    expect(await screen.findByText(COPIE)).toBeTruthy();
    const endereco = screen.getByText(/\/api\/leituras\/hikvision\//).textContent ?? '';
    const token = endereco.split('/').at(-1) ?? '';
    expect(token.length).toBeGreaterThan(40);
    expect(screen.getByText(token)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copiar Token' })).toBeTruthy();
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(token);
    expect(JSON.stringify(window.history.state)).not.toContain(token);

    await page.user.click(screen.getByRole('link', { name: 'Retenção' }));
    await screen.findByRole('alertdialog', { name: 'Você já copiou?' });
    await page.user.click(await findButton('Continuar aqui'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await page.user.click(screen.getByRole('link', { name: 'Ver dispositivo' }));
    expect(await screen.findByText(/^Aguardando primeira leitura\. Cole/)).toBeTruthy();
    expect(screen.getByText(/\/api\/leituras\/hikvision\/\*\*\*$/)).toBeTruthy();
    expect(document.body.textContent).not.toContain(token);

    const { body } = await page.server.request({ method: 'GET', url: '/api/dispositivos' });
    expect(JSON.parse(body)).toMatchObject([
      {
        camera: 'Portaria',
        ips: ['10.0.0.0/24'],
        sentido: { padrao: 'entrada', palavras: { forward: 'entrada' } },
      },
    ]);
    expect(body).not.toContain(token);
  });

  test('one that is half filled in is not left without a question', async () => {
    page = await openPage(`${LISTA}/novo`);
    await page.user.type(await findCampo('Nome'), 'Entrada');
    await page.user.click(screen.getByRole('link', { name: 'Retenção' }));
    await screen.findByRole('alertdialog', { name: 'Sair sem salvar?' });
    await page.user.click(await findButton('Sair'));
    await screen.findByRole('link', { name: 'Retenção', current: 'page' });
  });

  test('asks for name, maker, camera and direction first', async () => {
    page = await openPage(`${LISTA}/novo`);
    await findCampo('Nome');
    const avancado = getAvancado();
    const fora = [...document.querySelectorAll('form :is(input, select, textarea)')]
      .filter((campo) => !avancado.contains(campo))
      .map((campo) => (campo as HTMLInputElement).name);
    expect(fora).toEqual(['nome', 'dialeto', 'camera', 'sentido.padrao']);
    expect(avancado.open).toBe(false);
  });

  test('a fault inside opens the advanced part, and the field has the focus', async () => {
    page = await openPage(`${LISTA}/novo`);
    await page.user.type(await findCampo('Nome'), 'Entrada');
    await openAvancado();
    await page.user.type(await findCampo('IPs permitidos'), 'portão');
    await openAvancado();
    expect(getAvancado().open).toBe(false);
    await page.user.click(await findButton('Cadastrar'));
    expect(await screen.findByText(/^IPs permitidos: use endereços/)).toBeTruthy();
    await waitFor(() => expect(getAvancado().open).toBe(true));
    await waitFor(async () =>
      expect(document.activeElement).toBe(await findCampo('IPs permitidos')),
    );
    expect(page.wire.calls).not.toContain('POST /api/dispositivos');
  });

  test('a fault outside leaves the advanced part closed', async () => {
    page = await openPage(`${LISTA}/novo`);
    await page.user.click(await findButton('Cadastrar'));
    expect(await screen.findByText('Nome: preenchimento obrigatório.')).toBeTruthy();
    expect(getAvancado().open).toBe(false);
  });

  test('a blank name and a wrong range show under their fields, and nothing is sent', async () => {
    page = await openPage(`${LISTA}/novo`);
    await page.user.type(await findCampo('IPs permitidos'), 'portão');
    await page.user.click(await findButton('Cadastrar'));
    expect(await screen.findByText('Nome: preenchimento obrigatório.')).toBeTruthy();
    expect(screen.getByText(/^IPs permitidos: use endereços/)).toBeTruthy();
    await waitFor(async () => expect(document.activeElement).toBe(await findCampo('Nome')));
    expect(page.wire.calls).not.toContain('POST /api/dispositivos');
  });

  test('only Frigate has MQTT, and its password is never sent back', async () => {
    page = await openPage(`${LISTA}/novo`);
    await page.user.type(await findCampo('Nome'), 'Frigate');
    expect(screen.queryByLabelText('Endereço MQTT')).toBeNull();
    await page.user.selectOptions(await findCampo('Fabricante ou programa'), 'Frigate');
    await page.user.type(await findCampo('Endereço MQTT'), 'mqtt://127.0.0.1:1');
    await page.user.type(await findCampo('Usuário MQTT'), 'unipark');
    await page.user.type(await findCampo('Senha MQTT'), 'segredo-do-mqtt');
    await page.user.click(await findButton('Cadastrar'));
    await screen.findByText(COPIE);
    await page.user.click(screen.getByRole('link', { name: 'Ver dispositivo' }));
    expect(await screen.findByText('MQTT')).toBeTruthy();
    await page.user.click(screen.getByRole('link', { name: 'Editar' }));
    await new Promise((r) => setTimeout(r, 1500));
    expect((await findCampo('Senha MQTT')).value).toBe('');
    expect(screen.getByText('Em branco, a senha guardada continua.')).toBeTruthy();
    expect(document.body.innerHTML).not.toContain('segredo-do-mqtt');
  });
});

describe('a device', () => {
  test('its test reading arrives, marked as a test, and it still waits for its own', async () => {
    await open({
      dialeto: 'hikvision',
      camera: 'Portaria',
      sentido: { padrao: 'saida', palavras: {} },
    });
    await page.user.click(await findButton('Enviar teste'));
    const chegou = /^Recebida em .*: placa TST0A00, câmera Portaria, sentido saída\./;
    expect(await screen.findByText(matchFrase(chegou))).toBeTruthy();
    expect(screen.getByText(/^Aguardando primeira leitura\. Cole/)).toBeTruthy();
    await page.user.click(screen.getByRole('link', { name: 'Ver em Ao Vivo' }));
    expect(await screen.findByText('TST0A00')).toBeTruthy();
    const lista = (await page.server.request({ url: '/db/ultimosveiculos' })).json();
    expect(lista).toMatchObject([{ placa: 'TST0A00', teste: true }]);
  });

  test('one that is off cannot send a test', async () => {
    await open({ ativo: false });
    expect(await findButton('Enviar teste')).toHaveProperty('disabled', true);
  });

  test('its first reading ends the waiting state', async () => {
    const jump = startTimers();
    const { token } = await open({ dialeto: 'unipark' });
    expect(await screen.findByText(/^Aguardando primeira leitura\. Cole/)).toBeTruthy();
    expect((await postLeitura(page.server, token)).statusCode).toBe(201);
    await jump(10_000);
    await waitFor(() =>
      expect(screen.queryByText(/^Aguardando primeira leitura\. Cole/)).toBeNull(),
    );
    expect(screen.getByText('1 leitura, 0 ignoradas, 0 recusadas')).toBeTruthy();
    expect(
      within(screen.getByRole('table', { name: 'Leituras por hora' })).getAllByRole('row'),
    ).toHaveLength(25);
  });

  test('a new token keeps the old one valid for a day, and is shown once', async () => {
    const { token } = await open({ dialeto: 'unipark' });
    await page.user.click(await findButton('Trocar token'));
    const dialogo = within(await screen.findByRole('dialog'));
    await page.user.click(dialogo.getByRole('button', { name: 'Trocar' }));
    await dialogo.findByText(COPIE);
    // Escape by habit must not close it: the token cannot be shown again.
    await page.user.keyboard('{Escape}');
    expect(dialogo.getByText(COPIE)).toBeTruthy();
    expect((await postLeitura(page.server, token)).statusCode).toBe(201);
    await page.user.click(dialogo.getByRole('button', { name: 'Já copiei' }));
    expect(await screen.findByText(/^Aceito até/)).toBeTruthy();
    await page.user.click(await findButton('Trocar token'));
    expect(within(await screen.findByRole('dialog')).queryByText(COPIE)).toBeNull();
  });

  test('a revoked token stops working at once', async () => {
    const { token } = await open({ dialeto: 'unipark' });
    await page.user.click(await findButton('Trocar token'));
    const dialogo = within(await screen.findByRole('dialog'));
    await page.user.click(dialogo.getByRole('button', { name: 'Revogar agora' }));
    await dialogo.findByText(COPIE);
    expect((await postLeitura(page.server, token)).statusCode).toBe(401);
    expect(screen.queryByText(/^Aceito até/)).toBeNull();
  });

  test('deleted by another person meanwhile it is not shown as working', async () => {
    const jump = startTimers();
    const { dispositivo } = await open({ dialeto: 'unipark' });
    expect(await findButton('Enviar teste')).toBeTruthy();
    await page.server.request({ method: 'DELETE', url: `/api/dispositivos/${dispositivo.id}` });
    await jump(10_000);
    expect(await screen.findByText('Dispositivo não encontrado.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Enviar teste' })).toBeNull();
  });

  test('is switched off and on, changed and deleted', async () => {
    const { token } = await open({ dialeto: 'unipark' });
    await page.user.click(await findButton('Desativar'));
    expect(await screen.findByText('Desativado')).toBeTruthy();
    expect((await postLeitura(page.server, token)).statusCode).toBe(403);
    await page.user.click(await findButton('Ativar'));
    await findButton('Desativar');
    expect((await postLeitura(page.server, token)).statusCode).toBe(201);

    await page.user.click(screen.getByRole('link', { name: 'Editar' }));
    const nome = await findCampo('Nome');
    await page.user.clear(nome);
    await page.user.type(nome, 'Portão dos fundos');
    await page.user.click(await findButton('Salvar'));
    expect(await screen.findByRole('heading', { name: 'Portão dos fundos' })).toBeTruthy();

    await page.user.click(await findButton('Excluir'));
    const pergunta = within(await screen.findByRole('alertdialog'));
    await page.user.click(pergunta.getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Nenhum dispositivo cadastrado.')).toBeTruthy();
    expect((await postLeitura(page.server, token)).statusCode).toBe(401);
  });

  test('after an edit by another person both versions are shown, and the chosen one stays', async () => {
    const { dispositivo } = await open({ dialeto: 'unipark' });
    const url = `/api/dispositivos/${dispositivo.id}`;
    await page.user.click(await screen.findByRole('link', { name: 'Editar' }));
    const nome = await findCampo('Nome');
    await page.user.clear(nome);
    await page.user.type(nome, 'Portão dos fundos');
    await page.server.request({ method: 'PUT', url, payload: { nome: 'Portão novo' } });
    await page.user.click(await findButton('Salvar'));
    const title = 'Este dispositivo foi alterado por outra pessoa';
    const conflito = within(await screen.findByRole('dialog', { name: title }));
    expect(conflito.getByText('Portão dos fundos')).toBeTruthy();
    expect(conflito.getByText('Portão novo')).toBeTruthy();
    await page.user.click(conflito.getByRole('button', { name: 'Usar a minha' }));
    expect(await screen.findByRole('heading', { name: 'Portão dos fundos' })).toBeTruthy();
    expect((await page.server.request({ url })).json().nome).toBe('Portão dos fundos');
  });

  test('a message that could not be read is shown as plain text and deleted', async () => {
    await open({}, (server, { token }) =>
      server.request({
        method: 'POST',
        url: `/api/leituras/hikvision/${token}`,
        as: null,
        headers: { 'content-type': 'application/xml' },
        payload: '<img src=x onerror="alert(1)"> nada',
      }),
    );
    expect(await screen.findByText(/<img src=x onerror="alert\(1\)"> nada/)).toBeTruthy();
    expect(document.querySelector('main img')).toBeNull();
    await page.user.click(await findButton('Limpar'));
    const pergunta = within(await screen.findByRole('alertdialog'));
    await page.user.click(pergunta.getByRole('button', { name: 'Limpar' }));
    expect(await screen.findByText('Nenhuma mensagem recusada.')).toBeTruthy();
  });

  test('a missing or failed device says so and shows what to do', async () => {
    page = await openPage(`${LISTA}/nenhum`);
    expect(await screen.findByText('Dispositivo não encontrado.')).toBeTruthy();
    breakDown(page.wire, 'GET /api/dispositivos');
    await page.user.click(screen.getByRole('link', { name: 'Ver dispositivos' }));
    expect(await screen.findByText('Não foi possível carregar os dispositivos.')).toBeTruthy();
    expect(screen.queryByText('Nenhum dispositivo cadastrado.')).toBeNull();
  });
});
