import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { TestApp } from '../../../server/test/app.ts';
import { openPage, type Page } from '../../test/page.tsx';
import {
  breakDown,
  buildProibido,
  buildProprietario,
  buildVeiculo,
  hold,
} from '../../test/register.ts';
import type { Wire } from '../../test/wire.ts';

let page: Page;
afterEach(() => page.close());

const REGISTRAR = 'POST /db/ultimosveiculos';
const campo = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Placa' });
const cartao = (nome: string | RegExp) => screen.findByLabelText(nome);
const botao = (nome: string) => screen.getByRole('button', { name: nome });
const entrada = () => botao('Registrar entrada');
const saida = () => botao('Registrar saída');

async function abrir(prepare?: (server: TestApp, wire: Wire) => unknown) {
  page = await openPage('/portaria', { prepare });
  await waitFor(async () => expect(document.activeElement).toBe(await campo()));
  return campo();
}
/** From the list of live cards: what really was registered. */
async function passagens() {
  const { body } = await page.server.request({ method: 'GET', url: '/db/ultimosveiculos' });
  return (JSON.parse(body) as { placa: string; sentido: string }[]).map(
    ({ placa, sentido }) => `${placa} ${sentido}`,
  );
}
const semRede = (wire: Wire, ...calls: string[]) => {
  for (const call of calls) wire.answer(call, () => Promise.reject(new TypeError('failed')));
};
const lido = () => new Promise((resolve) => setTimeout(resolve, 450));

describe('the verdict', () => {
  test('Ativo: green, with vehicle and owner, at the seventh character', async () => {
    await abrir(async (server) => {
      await buildProprietario(server);
      await buildVeiculo(server, {
        placa: 'RIO2A18',
        status: 'ATIVO',
        proprietario_matricula: '001215',
      });
    });
    await page.user.keyboard('rio2a1');
    expect(page.wire.calls.filter((call) => call.includes('veredito'))).toEqual([]);
    await page.user.keyboard('8');
    const verde = await cartao('RIO2A18, HB20S 1.0 COMFORT, Ativo');
    expect(verde.dataset.tom).toBe('ativo');
    expect(within(verde).getByText('ATIVO')).toBeTruthy();
    expect(within(verde).getByText('HB20S 1.0 COMFORT · Prata')).toBeTruthy();
    expect(within(verde).getByText('Edson Carvalho')).toBeTruthy();
    expect(within(verde).queryByText(/Última passagem/)).toBeNull();
  });

  test.each([
    ['PROIBIDO', 'PROIBIDO'],
    ['INDEFINIDO', 'INDEFINIDO'],
    ['Visitante', 'VISITANTE'],
  ])('%s is red', async (status, palavra) => {
    await abrir((server) => buildVeiculo(server, { status }));
    await page.user.keyboard('QXJ0D52');
    expect(await screen.findByText(palavra)).toBeTruthy();
    const vermelho = await cartao(/^QXJ0D52/);
    expect(vermelho.dataset.tom).toBe('nao-ativo');
    expect(vermelho.getAttribute('role')).toBe(status === 'PROIBIDO' ? 'alert' : null);
  });

  test('a forbidden car says why, under the word; another forbidden one has nothing to say', async () => {
    await abrir(async (server) => {
      await buildProibido(server, 'Furou a cancela em 12/05');
      await buildVeiculo(server, { placa: 'RIO2A18' });
    });
    await page.user.keyboard('QXJ0D52');
    const vermelho = await cartao(/^QXJ0D52/);
    const linhas = [...vermelho.querySelectorAll('p')].map(({ textContent }) => textContent);
    expect(linhas.slice(0, 2)).toEqual(['PROIBIDO', 'Motivo: Furou a cancela em 12/05']);
    await page.user.keyboard('{Escape}RIO2A18');
    expect((await cartao(/^RIO2A18/)).textContent).not.toContain('Motivo');
  });

  test('a plate nobody registered is red, and may still come in', async () => {
    await abrir();
    await page.user.keyboard('ABC1D23');
    expect(await screen.findByText('NÃO CADASTRADO')).toBeTruthy();
    expect((await cartao(/^ABC1D23/)).dataset.tom).toBe('nao-ativo');
    await page.user.click(entrada());
    expect(await screen.findByText(/Última: ABC1D23 · entrada/)).toBeTruthy();
    expect(await passagens()).toEqual(['ABC1D23 entrada']);
  });

  test('the twin is the same car: green, both plates told', async () => {
    await abrir((server) => buildVeiculo(server, { placa: 'ABC1C34', status: 'ATIVO' }));
    await page.user.keyboard('ABC-1234');
    const verde = await cartao(/^ABC1234/);
    expect(verde.dataset.tom).toBe('ativo');
    expect(verde.textContent).toContain('Lida: ABC-1234');
    expect(verde.textContent).toContain('Cadastrada: ABC1C34');
  });

  test('a likeness is never green; choosing it asks again', async () => {
    await abrir((server) => buildVeiculo(server, { placa: 'RIO2A18', status: 'ATIVO' }));
    await page.user.keyboard('R1O2A18');
    const vermelho = await cartao(/^R1O2A18/);
    expect(vermelho.dataset.tom).toBe('nao-ativo');
    await page.user.click(within(vermelho).getByRole('button', { name: /Parecida: RIO2A18/ }));
    expect((await cartao(/^RIO2A18/)).dataset.tom).toBe('ativo');
    expect((await campo()).value).toBe('RIO2A18');
    expect(document.activeElement).toBe(await campo());
  });

  test('an answer that comes late for another plate is not shown', async () => {
    const alvo = await abrir((server) =>
      buildVeiculo(server, { placa: 'RIO2A18', status: 'ATIVO' }),
    );
    const tarde = hold(page.wire, 'GET /api/veredito/QXJ0D52', () => Response.json({}));
    await page.user.keyboard('QXJ0D52');
    await page.user.keyboard('{Escape}');
    expect(alvo.value).toBe('');
    await page.user.keyboard('RIO2A18');
    await cartao(/^RIO2A18/);
    tarde.release();
    await lido();
    expect(screen.queryByLabelText(/^QXJ0D52/)).toBeNull();
    expect((await cartao(/^RIO2A18/)).dataset.tom).toBe('ativo');
  });
});

describe('registering', () => {
  const ativo = (server: TestApp) => buildVeiculo(server, { placa: 'RIO2A18', status: 'ATIVO' });
  const ehPrimario = (button: HTMLElement) => button.className.includes('bg-primary');

  test('in, then out is the likelier; the field is free for the next', async () => {
    const alvo = await abrir(ativo);
    expect(entrada()).toHaveProperty('disabled', true);
    await page.user.keyboard('RIO2A18');
    await cartao(/^RIO2A18/);
    expect(ehPrimario(entrada())).toBe(true);
    expect(ehPrimario(saida())).toBe(false);
    await page.user.click(entrada());
    expect(await screen.findByText(/Última: RIO2A18 · entrada \d\d:\d\d/)).toBeTruthy();
    expect(alvo.value).toBe('');
    await waitFor(() => expect(document.activeElement).toBe(alvo));

    await page.user.keyboard('RIO2A18');
    expect(await screen.findByText(/Última passagem: entrada/)).toBeTruthy();
    expect(ehPrimario(saida())).toBe(true);
    await lido();
    await page.user.keyboard('{Enter}');
    expect(await screen.findByText(/Última: RIO2A18 · saída/)).toBeTruthy();
    expect(await passagens()).toEqual(['RIO2A18 saida', 'RIO2A18 entrada']);
  });

  test("a scanner's own Enter registers nothing", async () => {
    await abrir(ativo);
    await page.user.keyboard('RIO2A18{Enter}');
    await cartao(/^RIO2A18/);
    await page.user.keyboard('{Enter}');
    expect(await passagens()).toEqual([]);
  });

  test('PROIBIDO has no likelier direction: Enter does nothing, a button does', async () => {
    await abrir((server) => buildVeiculo(server));
    await page.user.keyboard('QXJ0D52');
    await cartao(/^QXJ0D52/);
    expect([ehPrimario(entrada()), ehPrimario(saida())]).toEqual([false, false]);
    await lido();
    await page.user.keyboard('{Enter}');
    expect(await passagens()).toEqual([]);
    await page.user.click(saida());
    await screen.findByText(/Última: QXJ0D52 · saída/);
    expect(await passagens()).toEqual(['QXJ0D52 saida']);
  });

  test('refused: said in place, nothing lost; another try is the same registration', async () => {
    const alvo = await abrir(ativo);
    const chaves = espiarChaves();
    await page.user.keyboard('RIO2A18');
    await cartao(/^RIO2A18/);
    breakDown(page.wire, REGISTRAR);
    await page.user.click(entrada());
    expect(await screen.findByText('Não foi possível registrar a passagem.')).toBeTruthy();
    expect(alvo.value).toBe('RIO2A18');
    page.wire.restore();
    await page.user.click(botao('Tentar novamente'));
    expect(await screen.findByText(/Última: RIO2A18 · entrada/)).toBeTruthy();
    expect(screen.queryByText('Não foi possível registrar a passagem.')).toBeNull();
    expect(await passagens()).toEqual(['RIO2A18 entrada']);
    expect(chaves()).toHaveLength(2);
    expect(new Set(chaves()).size).toBe(1);
  });
});

/** Key and body of each registration that left the page. */
function espiarChaves(): () => string[] {
  const vistas: string[] = [];
  const antes = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
    if (`${init.method} ${input}` === REGISTRAR) {
      vistas.push(`${new Headers(init.headers).get('idempotency-key')} ${String(init.body)}`);
    }
    return antes(input, init);
  });
  return () => vistas;
}

describe('without a server', () => {
  const VEREDITO = 'GET /api/veredito/RIO2A18';
  const cheio = async (server: TestApp) => {
    await buildVeiculo(server, { placa: 'RIO2A18', status: 'ATIVO' });
    await buildVeiculo(server);
  };
  const guardado = () =>
    waitFor(
      () => expect(page.wire.calls.some((call) => /^GET \/db\/veiculos/.test(call))).toBe(true),
      {
        timeout: 6_000,
      },
    ).then(lido);

  test('the kept register answers, marked with its hour; the queue is sent in order', async () => {
    await abrir(cheio);
    await guardado();
    semRede(page.wire, VEREDITO, 'GET /api/veredito/QXJ0D52', REGISTRAR, 'GET /healthz');
    await page.user.keyboard('RIO2A18');
    const verde = await cartao(/^RIO2A18/);
    expect(verde.dataset.tom).toBe('ativo');
    expect(within(verde).getByText(/^Sem conexão — cadastro de \d\d:\d\d$/)).toBeTruthy();
    await page.user.click(entrada());
    expect(await screen.findByText('1 a enviar')).toBeTruthy();
    expect((await campo()).value).toBe('');
    await page.user.keyboard('QXJ0D52');
    expect((await cartao(/^QXJ0D52/)).dataset.tom).toBe('nao-ativo');
    await page.user.click(saida());
    expect(await screen.findByText('2 a enviar')).toBeTruthy();
    expect(await passagens()).toEqual([]);

    page.wire.restore();
    await waitFor(() => expect(screen.queryByText(/a enviar/)).toBeNull(), { timeout: 12_000 });
    expect(await passagens()).toEqual(['QXJ0D52 saida', 'RIO2A18 entrada']);
  });

  test('no kept register: no verdict is made up, and the passage is not lost', async () => {
    await abrir((_server, wire) => semRede(wire, VEREDITO, 'GET /db/veiculos', REGISTRAR));
    await page.user.keyboard('RIO2A18');
    expect(await screen.findByText(/sem cadastro guardado/)).toBeTruthy();
    expect(screen.queryByLabelText(/^RIO2A18/)).toBeNull();
    await page.user.click(entrada());
    expect(await screen.findByText('1 a enviar')).toBeTruthy();
  });

  test('what is refused late stays until somebody has read it', async () => {
    await abrir((_server, wire) => semRede(wire, VEREDITO, 'GET /db/veiculos', REGISTRAR));
    await page.user.keyboard('RIO2A18');
    await screen.findByText(/sem cadastro guardado/);
    await page.user.click(entrada());
    await screen.findByText('1 a enviar');
    const mensagem = 'Instante: está no futuro.';
    page.wire.answer(REGISTRAR, () =>
      Response.json(
        { codigo: 'invalido', mensagem, error: mensagem, pedido: '1' },
        { status: 400 },
      ),
    );
    page.wire.answer('GET /healthz', () => Response.json({}));
    const aviso = await screen.findByText(/Não registrada: RIO2A18 · entrada/, undefined, {
      timeout: 12_000,
    });
    expect(aviso.textContent).toContain(mensagem);
    expect(screen.queryByText(/a enviar/)).toBeNull();
    await page.user.click(botao('Descartar'));
    expect(screen.queryByText(/Não registrada/)).toBeNull();
  });
});

describe('the field', () => {
  test('Limpar and Escape empty it and keep the cursor', async () => {
    const alvo = await abrir();
    await page.user.keyboard('ABC1D23');
    await screen.findByText('NÃO CADASTRADO');
    await page.user.click(botao('Limpar'));
    expect(alvo.value).toBe('');
    expect(screen.queryByText('NÃO CADASTRADO')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(alvo));
  });

  test('a scanner that types elsewhere writes into it, and is no shortcut', async () => {
    const alvo = await abrir();
    botao('Limpar').removeAttribute('disabled');
    botao('Limpar').focus();
    await page.user.keyboard('nab1c23');
    expect(alvo.value).toBe('NAB1C23');
    expect(window.location.pathname).toBe('/portaria');
  });

  test('a dialog gives the cursor back', async () => {
    const alvo = await abrir();
    await page.user.click(screen.getByRole('button', { name: /^Ajuda/ }));
    await screen.findByRole('dialog');
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(alvo));
  });

  test('the keys show letters, digits, both, digits; and give way to the device', async () => {
    await abrir();
    await page.user.click(botao('Teclado da tela'));
    const teclas = () =>
      within(screen.getByRole('group', { name: 'Teclado da tela' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
        .join('');
    expect(teclas()).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    for (const letra of 'RIO') await page.user.click(botao(letra));
    expect(teclas()).toBe('1234567890');
    await page.user.click(botao('2'));
    expect(teclas()).toBe('1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    await page.user.click(botao('A'));
    expect(teclas()).toBe('1234567890');
    expect((await campo()).value).toBe('RIO2A');
    await page.user.click(botao('Apagar'));
    expect((await campo()).value).toBe('RIO2');
    expect((await campo()).inputMode).toBe('none');
    await page.user.click(botao('Teclado do aparelho'));
    expect(screen.queryByRole('group', { name: 'Teclado da tela' })).toBeNull();
    expect((await campo()).inputMode).toBe('text');
  });
});
