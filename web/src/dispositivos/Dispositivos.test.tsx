import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { TestApp } from '../../../server/test/app.ts';
import { openPage, type Page } from '../../test/page.tsx';
import { breakDown } from '../../test/register.ts';

let page: Page;
afterEach(() => page.close());

const LISTA = '/configuracoes/dispositivos';
const COPIE = 'Copie agora: o token não será mostrado de novo.';
const campo = (nome: string | RegExp) => screen.findByLabelText<HTMLInputElement>(nome);
const botao = (nome: string | RegExp) => screen.findByRole('button', { name: nome });

type Feito = { dispositivo: { id: string; endereco: string }; token: string };
async function criar(server: TestApp, campos: object = {}): Promise<Feito> {
  const { body, statusCode } = await server.request({
    method: 'POST',
    url: '/api/dispositivos',
    payload: { nome: 'Entrada principal', dialeto: 'hikvision', ...campos },
  });
  if (statusCode !== 201) throw new Error(body);
  return JSON.parse(body);
}
const ler = (server: TestApp, token: string, placa = 'ABC1D23') =>
  server.request({
    method: 'POST',
    url: '/api/leituras/unipark',
    headers: { 'x-unipark-token': token },
    as: null,
    payload: { placa },
  });
/** The page at a device that exists before it opens. */
async function abrir(campos: object = {}, depois?: (server: TestApp, feito: Feito) => unknown) {
  let feito: Feito | undefined;
  page = await openPage('/home', {
    prepare: async (server) => {
      feito = await criar(server, campos);
      await depois?.(server, feito);
      window.history.replaceState(null, '', `${LISTA}/${feito.dispositivo.id}`);
    },
  });
  if (!feito) throw new Error('no device');
  return feito;
}

describe('a new device', () => {
  test('token and address are shown once; the list and a reload show neither', async () => {
    page = await openPage(LISTA);
    expect(await screen.findByText('Nenhum dispositivo cadastrado.')).toBeTruthy();
    await page.user.click(screen.getByRole('link', { name: 'Novo dispositivo' }));
    await page.user.type(await campo('Nome'), 'Entrada principal');
    await page.user.selectOptions(await campo('Fabricante ou programa'), 'Hikvision (ISAPI)');
    await page.user.type(await campo('IPs permitidos'), '10.0.0.0/24');
    await page.user.type(await campo('Palavras do sentido'), 'forward = entrada');
    await page.user.click(await botao('Cadastrar'));

    expect(await screen.findByText(COPIE)).toBeTruthy();
    const endereco = screen.getByText(/\/api\/leituras\/hikvision\//).textContent ?? '';
    const token = endereco.split('/').at(-1) ?? '';
    expect(token.length).toBeGreaterThan(40);
    expect(screen.getByText(token)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copiar Token' })).toBeTruthy();
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(token);
    expect(JSON.stringify(window.history.state)).not.toContain(token);

    await page.user.click(screen.getByRole('link', { name: 'Ver dispositivo' }));
    expect(await screen.findByText(/^Aguardando primeira leitura\. Cole/)).toBeTruthy();
    expect(screen.getByText(/\/api\/leituras\/hikvision\/\*\*\*$/)).toBeTruthy();
    expect(document.body.textContent).not.toContain(token);

    const { body } = await page.server.request({ method: 'GET', url: '/api/dispositivos' });
    expect(JSON.parse(body)).toMatchObject([
      { ips: ['10.0.0.0/24'], sentido: { padrao: null, palavras: { forward: 'entrada' } } },
    ]);
    expect(body).not.toContain(token);
  });

  test('blank name, bad range: said under the fields, nothing sent', async () => {
    page = await openPage(`${LISTA}/novo`);
    await page.user.type(await campo('IPs permitidos'), 'portão');
    await page.user.click(await botao('Cadastrar'));
    expect(await screen.findByText('Nome: preenchimento obrigatório.')).toBeTruthy();
    expect(screen.getByText(/^IPs permitidos: use endereços/)).toBeTruthy();
    await waitFor(async () => expect(document.activeElement).toBe(await campo('Nome')));
    expect(page.wire.calls).not.toContain('POST /api/dispositivos');
  });

  test('only Frigate has MQTT, and its password is never read back', async () => {
    page = await openPage(`${LISTA}/novo`);
    await page.user.type(await campo('Nome'), 'Frigate');
    expect(screen.queryByLabelText('Endereço MQTT')).toBeNull();
    await page.user.selectOptions(await campo('Fabricante ou programa'), 'Frigate');
    await page.user.type(await campo('Endereço MQTT'), 'mqtt://127.0.0.1:1');
    await page.user.type(await campo('Usuário MQTT'), 'unipark');
    await page.user.type(await campo('Senha MQTT'), 'segredo-do-mqtt');
    await page.user.click(await botao('Cadastrar'));
    await screen.findByText(COPIE);
    await page.user.click(screen.getByRole('link', { name: 'Ver dispositivo' }));
    expect(await screen.findByText('MQTT')).toBeTruthy();
    await page.user.click(screen.getByRole('link', { name: 'Editar' }));
    await new Promise((r) => setTimeout(r, 1500));
    expect((await campo('Senha MQTT')).value).toBe('');
    expect(screen.getByText('Em branco, a senha guardada continua.')).toBeTruthy();
    expect(document.body.innerHTML).not.toContain('segredo-do-mqtt');
  });
});

describe('a device', () => {
  test('its first reading ends the waiting', async () => {
    const { token } = await abrir({ dialeto: 'unipark' });
    expect(await screen.findByText(/^Aguardando primeira leitura\. Cole/)).toBeTruthy();
    expect((await ler(page.server, token)).statusCode).toBe(201);
    await waitFor(
      () => expect(screen.queryByText(/^Aguardando primeira leitura\. Cole/)).toBeNull(),
      {
        timeout: 15_000,
      },
    );
    expect(screen.getByText('1 leitura, 0 ignoradas, 0 recusadas')).toBeTruthy();
    expect(
      within(screen.getByRole('table', { name: 'Leituras por hora' })).getAllByRole('row'),
    ).toHaveLength(25);
  });

  test('a new token leaves the old one a day, and is shown once', async () => {
    const { token } = await abrir({ dialeto: 'unipark' });
    await page.user.click(await botao('Trocar token'));
    const dialogo = within(await screen.findByRole('dialog'));
    await page.user.click(dialogo.getByRole('button', { name: 'Trocar' }));
    await dialogo.findByText(COPIE);
    // A key pressed by habit must not lose what cannot be shown again.
    await page.user.keyboard('{Escape}');
    expect(dialogo.getByText(COPIE)).toBeTruthy();
    expect((await ler(page.server, token)).statusCode).toBe(201);
    await page.user.click(dialogo.getByRole('button', { name: 'Já copiei' }));
    expect(await screen.findByText(/^Aceito até/)).toBeTruthy();
    await page.user.click(await botao('Trocar token'));
    expect(within(await screen.findByRole('dialog')).queryByText(COPIE)).toBeNull();
  });

  test('revoked, the old token dies at once', async () => {
    const { token } = await abrir({ dialeto: 'unipark' });
    await page.user.click(await botao('Trocar token'));
    const dialogo = within(await screen.findByRole('dialog'));
    await page.user.click(dialogo.getByRole('button', { name: 'Revogar agora' }));
    await dialogo.findByText(COPIE);
    expect((await ler(page.server, token)).statusCode).toBe(401);
    expect(screen.queryByText(/^Aceito até/)).toBeNull();
  });

  test('switched off, on, changed and deleted', async () => {
    const { token } = await abrir({ dialeto: 'unipark' });
    await page.user.click(await botao('Desativar'));
    expect(await screen.findByText('Desativado')).toBeTruthy();
    expect((await ler(page.server, token)).statusCode).toBe(403);
    await page.user.click(await botao('Ativar'));
    await botao('Desativar');
    expect((await ler(page.server, token)).statusCode).toBe(201);

    await page.user.click(screen.getByRole('link', { name: 'Editar' }));
    const nome = await campo('Nome');
    await page.user.clear(nome);
    await page.user.type(nome, 'Portão dos fundos');
    await page.user.click(await botao('Salvar'));
    expect(await screen.findByRole('heading', { name: 'Portão dos fundos' })).toBeTruthy();

    await page.user.click(await botao('Excluir'));
    const pergunta = within(await screen.findByRole('alertdialog'));
    await page.user.click(pergunta.getByRole('button', { name: 'Excluir' }));
    expect(await screen.findByText('Nenhum dispositivo cadastrado.')).toBeTruthy();
    expect((await ler(page.server, token)).statusCode).toBe(401);
  });

  test('what could not be read is shown as plain text, and cleared', async () => {
    await abrir({}, (server, { token }) =>
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
    await page.user.click(await botao('Limpar'));
    const pergunta = within(await screen.findByRole('alertdialog'));
    await page.user.click(pergunta.getByRole('button', { name: 'Limpar' }));
    expect(await screen.findByText('Nenhuma mensagem recusada nos últimos 7 dias.')).toBeTruthy();
  });

  test('gone, or not to be had: said, with the way on', async () => {
    page = await openPage(`${LISTA}/nenhum`);
    expect(await screen.findByText('Dispositivo não encontrado.')).toBeTruthy();
    breakDown(page.wire, 'GET /api/dispositivos');
    await page.user.click(screen.getByRole('link', { name: 'Ver dispositivos' }));
    expect(await screen.findByText('Não foi possível carregar os dispositivos.')).toBeTruthy();
    expect(screen.queryByText('Nenhum dispositivo cadastrado.')).toBeNull();
  });
});
