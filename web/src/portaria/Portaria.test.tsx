import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { TestApp } from '../../../server/test/app.ts';
import { matchFrase } from '../../test/cartao.ts';
import { openPage, type TestPage } from '../../test/page.tsx';
import {
  breakDown,
  buildProibido,
  buildProprietario,
  buildVeiculo,
  hold,
} from '../../test/register.ts';
import type { Wire } from '../../test/wire.ts';

let page: TestPage;
afterEach(() => page.close());

const REGISTRAR = 'POST /db/ultimosveiculos';
const findCampo = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Placa' });
const findCartao = (nome: string | RegExp) => screen.findByLabelText(nome);
const getButton = (nome: string) => screen.getByRole('button', { name: nome });
const getEntrada = () => getButton('Registrar entrada');
const getSaida = () => getButton('Registrar saída');

async function open(prepare?: (server: TestApp, wire: Wire) => unknown) {
  page = await openPage('/portaria', { prepare });
  await waitFor(async () => expect(document.activeElement).toBe(await findCampo()));
  return findCampo();
}
/** What was really registered, from the list of live cards. */
async function listPassagens() {
  const { body } = await page.server.request({ method: 'GET', url: '/db/ultimosveiculos' });
  return (JSON.parse(body) as { placa: string; sentido: string }[]).map(
    ({ placa, sentido }) => `${placa} ${sentido}`,
  );
}
const failNetwork = (wire: Wire, ...calls: string[]) => {
  for (const call of calls) wire.answer(call, () => Promise.reject(new TypeError('failed')));
};
const waitUntilRead = () => new Promise((resolve) => setTimeout(resolve, 450));

describe('the verdict', () => {
  test('Ativo: green, with vehicle and owner, after the seventh character', async () => {
    await open(async (server) => {
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
    const verde = await findCartao('RIO2A18, HB20S 1.0 COMFORT, Ativo');
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
    await open((server) => buildVeiculo(server, { status }));
    await page.user.keyboard('QXJ0D52');
    expect(await screen.findByText(palavra)).toBeTruthy();
    const vermelho = await findCartao(/^QXJ0D52/);
    expect(vermelho.dataset.tom).toBe('nao-ativo');
    expect(vermelho.getAttribute('role')).toBe(status === 'PROIBIDO' ? 'alert' : null);
  });

  test('a forbidden car shows its reason under the word; one without a reason shows none', async () => {
    await open(async (server) => {
      await buildProibido(server, 'Furou a cancela em 12/05');
      await buildVeiculo(server, { placa: 'RIO2A18' });
    });
    await page.user.keyboard('QXJ0D52');
    const vermelho = await findCartao(/^QXJ0D52/);
    const linhas = [...vermelho.querySelectorAll('p')].map(({ textContent }) => textContent);
    expect(linhas.slice(0, 2)).toEqual(['PROIBIDO', 'Motivo: Furou a cancela em 12/05']);
    await page.user.keyboard('{Escape}RIO2A18');
    expect((await findCartao(/^RIO2A18/)).textContent).not.toContain('Motivo');
  });

  test('an unregistered plate is red, and may still enter', async () => {
    await open();
    await page.user.keyboard('ABC1D23');
    expect(await screen.findByText('NÃO CADASTRADO')).toBeTruthy();
    expect((await findCartao(/^ABC1D23/)).dataset.tom).toBe('nao-ativo');
    await page.user.click(getEntrada());
    expect(await screen.findByText(matchFrase(/Última: ABC1D23 · entrada/))).toBeTruthy();
    expect(await listPassagens()).toEqual(['ABC1D23 entrada']);
  });

  test('the twin is the same car: green, with both plates', async () => {
    await open((server) => buildVeiculo(server, { placa: 'ABC1C34', status: 'ATIVO' }));
    await page.user.keyboard('ABC-1234');
    const verde = await findCartao(/^ABC1234/);
    expect(verde.dataset.tom).toBe('ativo');
    expect(verde.textContent).toContain('Lida: ABC-1234');
    expect(verde.textContent).toContain('Cadastrada: ABC1C34');
  });

  test('a similar plate is never green; choosing it asks again', async () => {
    await open((server) => buildVeiculo(server, { placa: 'RIO2A18', status: 'ATIVO' }));
    await page.user.keyboard('R1O2A18');
    const vermelho = await findCartao(/^R1O2A18/);
    expect(vermelho.dataset.tom).toBe('nao-ativo');
    await page.user.click(
      within(vermelho).getByRole('button', {
        name: /^Parecida: R ?I ?O2A18 ?, o segundo caractere difere/,
      }),
    );
    expect((await findCartao(/^RIO2A18/)).dataset.tom).toBe('ativo');
    expect((await findCampo()).value).toBe('RIO2A18');
    expect(document.activeElement).toBe(await findCampo());
  });

  test('a late answer for another plate is not shown', async () => {
    const alvo = await open((server) =>
      buildVeiculo(server, { placa: 'RIO2A18', status: 'ATIVO' }),
    );
    const tarde = hold(page.wire, 'GET /api/veredito/QXJ0D52', () => Response.json({}));
    await page.user.keyboard('QXJ0D52');
    await page.user.keyboard('{Escape}');
    expect(alvo.value).toBe('');
    await page.user.keyboard('RIO2A18');
    await findCartao(/^RIO2A18/);
    tarde.release();
    await waitUntilRead();
    expect(screen.queryByLabelText(/^QXJ0D52/)).toBeNull();
    expect((await findCartao(/^RIO2A18/)).dataset.tom).toBe('ativo');
  });
});

describe('registering', () => {
  const buildAtivo = (server: TestApp) =>
    buildVeiculo(server, { placa: 'RIO2A18', status: 'ATIVO' });
  const isPrimary = (button: HTMLElement) => button.className.includes('bg-primary');

  test('the likelier direction is in, then out; the field is empty for the next', async () => {
    const alvo = await open(buildAtivo);
    expect(getEntrada()).toHaveProperty('disabled', true);
    await page.user.keyboard('RIO2A18');
    await findCartao(/^RIO2A18/);
    expect(isPrimary(getEntrada())).toBe(true);
    expect(isPrimary(getSaida())).toBe(false);
    await page.user.click(getEntrada());
    expect(await screen.findByText(matchFrase(/Última: RIO2A18 · entrada \d\d:\d\d/))).toBeTruthy();
    expect(alvo.value).toBe('');
    await waitFor(() => expect(document.activeElement).toBe(alvo));

    await page.user.keyboard('RIO2A18');
    expect(await screen.findByText(/Última passagem: entrada/)).toBeTruthy();
    expect(isPrimary(getSaida())).toBe(true);
    await waitUntilRead();
    await page.user.keyboard('{Enter}');
    expect(await screen.findByText(matchFrase(/Última: RIO2A18 · saída/))).toBeTruthy();
    expect(await listPassagens()).toEqual(['RIO2A18 saida', 'RIO2A18 entrada']);
  });

  test('the Enter of a scanner registers nothing', async () => {
    await open(buildAtivo);
    await page.user.keyboard('RIO2A18{Enter}');
    await findCartao(/^RIO2A18/);
    await page.user.keyboard('{Enter}');
    expect(await listPassagens()).toEqual([]);
  });

  test('an answer that comes while the next plate is typed leaves it', async () => {
    const alvo = await open(async (server) => {
      await buildAtivo(server);
    });
    await page.user.keyboard('RIO2A18');
    await findCartao(/^RIO2A18/);
    const falha = Promise.withResolvers<Response>();
    page.wire.answer(REGISTRAR, () => falha.promise);
    await page.user.click(getEntrada());
    await page.user.click(alvo);
    await page.user.keyboard('{Escape}QXJ');
    falha.reject(new TypeError('failed'));
    expect(await screen.findByText(matchFrase(/Última: RIO2A18 · entrada/))).toBeTruthy();
    expect(alvo.value).toBe('QXJ');
  });

  test('PROIBIDO has no likelier direction: Enter does nothing, a button asks once', async () => {
    await open((server) => buildVeiculo(server));
    await page.user.keyboard('QXJ0D52');
    await findCartao(/^QXJ0D52/);
    expect([isPrimary(getEntrada()), isPrimary(getSaida())]).toEqual([false, false]);
    await waitUntilRead();
    await page.user.keyboard('{Enter}');
    expect(await listPassagens()).toEqual([]);
    await page.user.click(getSaida());
    await confirmProibido('Cancelar');
    expect(await listPassagens()).toEqual([]);
    await page.user.click(getSaida());
    await confirmProibido('Registrar saída');
    await screen.findByText(matchFrase(/Última: QXJ0D52 · saída/));
    expect(await listPassagens()).toEqual(['QXJ0D52 saida']);
  });

  test('a PROIBIDO registered here is no alarm here; one of a camera is', async () => {
    await open((server) => buildVeiculo(server));
    await page.user.keyboard('QXJ0D52');
    await findCartao(/^QXJ0D52/);
    await page.user.click(getSaida());
    await confirmProibido('Registrar saída');
    await screen.findByText(matchFrase(/Última: QXJ0D52 · saída/));
    await waitUntilRead();
    expect(screen.queryByRole('button', { name: 'Ciente QXJ0D52' })).toBeNull();
    const { body } = await page.server.request({ method: 'GET', url: '/db/ultimosveiculos' });
    expect(JSON.parse(body)).toMatchObject([{ conferida: true, alerta: { tipo: 'proibido' } }]);
  });

  test('an unknown plate invites to nothing, and leads to its registration', async () => {
    await open();
    await page.user.keyboard('ABC1D23');
    await findCartao(/^ABC1D23/);
    expect([isPrimary(getEntrada()), isPrimary(getSaida())]).toEqual([false, false]);
    const link = screen.getByRole('link', { name: 'Cadastrar ABC1D23' });
    expect(link.getAttribute('href')).toBe('/veiculos/cadastrar?placa=ABC1D23');
  });

  test('Desfazer deletes the passage on the server', async () => {
    await open(buildAtivo);
    await page.user.keyboard('RIO2A18');
    await findCartao(/^RIO2A18/);
    await page.user.click(getEntrada());
    const linha = await screen.findByText(/^entrada \d\d:\d\d$/);
    expect(linha.parentElement?.textContent).toMatch(/^RIO2A18entrada/);
    expect(await listPassagens()).toEqual(['RIO2A18 entrada']);
    await page.user.click(getButton('Desfazer'));
    expect(await screen.findByText('entrada desfeita')).toBeTruthy();
    expect(await listPassagens()).toEqual([]);
    expect(screen.queryByRole('button', { name: 'Desfazer' })).toBeNull();
    expect(screen.queryByText('Últimos registros')).toBeNull();
    // The next registration takes its place, with its own Desfazer.
    await page.user.keyboard('RIO2A18');
    await findCartao(/^RIO2A18/);
    await page.user.click(getEntrada());
    expect(await screen.findByText(/^entrada \d\d:\d\d$/)).toBeTruthy();
    expect(screen.queryByText('entrada desfeita')).toBeNull();
    await page.user.click(getButton('Desfazer'));
    expect(await screen.findByText('entrada desfeita')).toBeTruthy();
    expect(await listPassagens()).toEqual([]);
  });

  test('a refusal is shown in place and keeps the plate; another try is the same registration', async () => {
    const alvo = await open(buildAtivo);
    const listChaves = spyOnChaves();
    await page.user.keyboard('RIO2A18');
    await findCartao(/^RIO2A18/);
    breakDown(page.wire, REGISTRAR);
    await page.user.click(getEntrada());
    expect(await screen.findByText('Não foi possível registrar a passagem.')).toBeTruthy();
    expect(alvo.value).toBe('RIO2A18');
    page.wire.restore();
    await page.user.click(getButton('Tentar novamente'));
    expect(await screen.findByText(matchFrase(/Última: RIO2A18 · entrada/))).toBeTruthy();
    expect(screen.queryByText('Não foi possível registrar a passagem.')).toBeNull();
    expect(await listPassagens()).toEqual(['RIO2A18 entrada']);
    expect(listChaves()).toHaveLength(2);
    expect(new Set(listChaves()).size).toBe(1);
  });
});

/** Answers the question before a forbidden vehicle is registered. */
async function confirmProibido(botao: string) {
  const pergunta = await screen.findByRole('alertdialog');
  expect(pergunta.textContent).toContain('de veículo proibido?');
  await page.user.click(within(pergunta).getByRole('button', { name: botao }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
}

describe('a part of a plate', () => {
  const fillRegister = async (server: TestApp) => {
    for (const placa of ['AAC3512', 'BAC3D19', 'RIO2A18']) {
      await buildVeiculo(server, { placa, status: 'ATIVO', modelo: 'GOL' });
    }
  };
  const listCandidatas = async () =>
    within(await screen.findByRole('region', { name: 'Placas cadastradas' }))
      .queryAllByRole('button')
      .map(({ textContent }) => textContent);

  test('finds it from the middle, at the server; a tap asks for its verdict', async () => {
    // Without a stored register.
    const alvo = await open(async (server, wire) => {
      await fillRegister(server);
      breakDown(wire, 'GET /db/veiculos');
    });
    await page.user.keyboard('351');
    await waitFor(async () => expect(await listCandidatas()).toEqual(['AAC3512GOLAtivo']));
    await page.user.keyboard('{Escape}AC3');
    await waitFor(async () => expect(await listCandidatas()).toHaveLength(2));
    expect(screen.queryByText('Nenhuma placa cadastrada com')).toBeNull();
    await page.user.click(screen.getByRole('button', { name: /^BAC3D19/ }));
    expect(alvo.value).toBe('BAC3D19');
    expect((await findCartao(/^BAC3D19/)).dataset.tom).toBe('ativo');
  });

  test('is not said to be unknown before an answer, nor after a failure', async () => {
    let answer = () => {};
    await open(async (server, wire) => {
      await fillRegister(server);
      breakDown(wire, 'GET /db/veiculos');
      const { release } = hold(wire, 'GET /db/veiculos/busca', () =>
        Response.json({ codigo: 'erro', mensagem: 'Erro.', error: 'Erro.' }, { status: 500 }),
      );
      answer = release;
    });
    await page.user.keyboard('ZZZ');
    expect(await screen.findByText('Consultando…')).toBeTruthy();
    expect(screen.queryByText(/Nenhuma placa cadastrada com/)).toBeNull();
    answer();
    expect(await screen.findByText(/^Não foi possível consultar\./)).toBeTruthy();
    expect(screen.queryByText(/Nenhuma placa cadastrada com/)).toBeNull();
  });

  test('a model with the same letters is no plate', async () => {
    await open(fillRegister);
    await page.user.keyboard('GOL');
    expect(await screen.findByText(/Nenhuma placa cadastrada com/)).toBeTruthy();
    await waitUntilRead();
    expect(await listCandidatas()).toEqual([]);
  });
});

/** Key and body of each sent registration. */
function spyOnChaves(): () => string[] {
  const vistas: string[] = [];
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
    if (`${init.method} ${input}` === REGISTRAR) {
      vistas.push(`${new Headers(init.headers).get('idempotency-key')} ${String(init.body)}`);
    }
    return realFetch(input, init);
  });
  return () => vistas;
}

describe('without a server', () => {
  const VEREDITO = 'GET /api/veredito/RIO2A18';
  const fillRegister = async (server: TestApp) => {
    await buildVeiculo(server, { placa: 'RIO2A18', status: 'ATIVO' });
    await buildVeiculo(server);
  };
  const waitUntilKept = () =>
    waitFor(
      () => expect(page.wire.calls.some((call) => /^GET \/db\/veiculos/.test(call))).toBe(true),
      {
        timeout: 6_000,
      },
    ).then(waitUntilRead);
  const sayOnline = () => window.dispatchEvent(new Event('online'));
  /** The browser says it, and nothing waits for the next look at the server. */
  const restoreNetwork = () => {
    page.wire.restore();
    sayOnline();
  };

  test('the stored register answers, marked with its hour; the queue is sent in order', async () => {
    await open(fillRegister);
    await waitUntilKept();
    failNetwork(page.wire, VEREDITO, 'GET /api/veredito/QXJ0D52', REGISTRAR, 'GET /healthz');
    await page.user.keyboard('RIO2A18');
    const verde = await findCartao(/^RIO2A18/);
    expect(verde.dataset.tom).toBe('ativo');
    expect(within(verde).getByText(/^Cadastro das \d\d:\d\d$/)).toBeTruthy();
    expect(screen.queryByText('Conectado', { selector: '.portaria *' })).toBeNull();
    await page.user.click(getEntrada());
    expect(await screen.findByText('1 a enviar')).toBeTruthy();
    expect((await findCampo()).value).toBe('');
    await page.user.keyboard('QXJ0D52');
    expect((await findCartao(/^QXJ0D52/)).dataset.tom).toBe('nao-ativo');
    await page.user.click(getSaida());
    await confirmProibido('Registrar saída');
    expect(await screen.findByText('2 a enviar')).toBeTruthy();
    expect(await listPassagens()).toEqual([]);

    restoreNetwork();
    await waitFor(() => expect(screen.queryByText(/a enviar/)).toBeNull(), { timeout: 12_000 });
    expect(await listPassagens()).toEqual(['QXJ0D52 saida', 'RIO2A18 entrada']);
  });

  test.each([
    ['of the proxy in front', 'fora-do-ar', {}],
    ['of a server without its database', 'banco-fora-do-ar', { 'x-unipark-versao': '1' }],
  ])(
    'an answer %s is none: the stored register answers, the passage is queued',
    async (_, codigo, headers) => {
      await open(fillRegister);
      await waitUntilKept();
      const mensagem = 'O UNIPARK está voltando.';
      const reply = () =>
        Response.json({ codigo, mensagem, error: mensagem }, { status: 503, headers });
      for (const call of [VEREDITO, REGISTRAR, 'GET /healthz']) page.wire.answer(call, reply);
      await page.user.keyboard('RIO2A18');
      const verde = await findCartao(/^RIO2A18/);
      expect(within(verde).getByText(/^Cadastro das \d\d:\d\d$/)).toBeTruthy();
      await page.user.click(getEntrada());
      expect(await screen.findByText('1 a enviar')).toBeTruthy();
      expect(screen.queryByText(mensagem)).toBeNull();
      page.wire.restore();
      await waitFor(() => expect(screen.queryByText(/a enviar/)).toBeNull(), { timeout: 12_000 });
      expect(await listPassagens()).toEqual(['RIO2A18 entrada']);
    },
  );

  test('a part of a plate is found in the stored register; Desfazer takes an entry from the queue', async () => {
    await open(fillRegister);
    await waitUntilKept();
    failNetwork(page.wire, VEREDITO, 'GET /db/veiculos/busca', REGISTRAR, 'GET /healthz');
    await page.user.keyboard('2A18');
    await page.user.click(await screen.findByRole('button', { name: /^RIO2A18/ }));
    await findCartao(/^RIO2A18/);
    await page.user.click(getEntrada());
    expect(await screen.findByText('1 a enviar')).toBeTruthy();
    // The first one was sent without an answer, this one waits from the start.
    await page.user.keyboard('RIO2A18');
    await findCartao(/^RIO2A18/);
    await page.user.click(getSaida());
    expect(await screen.findByText('2 a enviar')).toBeTruthy();
    await page.user.click(getButton('Desfazer'));
    expect(await screen.findByText('1 a enviar')).toBeTruthy();
    restoreNetwork();
    await waitFor(() => expect(screen.queryByText(/a enviar/)).toBeNull(), { timeout: 12_000 });
    expect(await listPassagens()).toEqual(['RIO2A18 entrada']);
  });

  test('an entry that the server may have is undone there too', async () => {
    await open(fillRegister);
    await waitUntilKept();
    failNetwork(page.wire, REGISTRAR, 'GET /healthz');
    await page.user.keyboard('RIO2A18');
    await findCartao(/^RIO2A18/);
    await page.user.click(getEntrada());
    expect(await screen.findByText('1 a enviar')).toBeTruthy();
    await page.user.click(getButton('Desfazer'));
    restoreNetwork();
    await waitFor(() => expect(screen.queryByText(/a enviar/)).toBeNull(), { timeout: 12_000 });
    expect(await listPassagens()).toEqual([]);
  });

  test('without a stored register there is no verdict, and the passage is queued', async () => {
    await open((_server, wire) => failNetwork(wire, VEREDITO, 'GET /db/veiculos', REGISTRAR));
    await page.user.keyboard('RIO2A18');
    expect(await screen.findByText(/^Sem cadastro guardado/)).toBeTruthy();
    expect(screen.queryByLabelText(/^RIO2A18/)).toBeNull();
    await page.user.click(getEntrada());
    expect(await screen.findByText('1 a enviar')).toBeTruthy();
  });

  test('a late refusal stays until a person closes it', async () => {
    await open((_server, wire) => failNetwork(wire, VEREDITO, 'GET /db/veiculos', REGISTRAR));
    await page.user.keyboard('RIO2A18');
    await screen.findByText(/^Sem cadastro guardado/);
    await page.user.click(getEntrada());
    await screen.findByText('1 a enviar');
    const mensagem = 'Instante: está no futuro.';
    page.wire.answer(REGISTRAR, () =>
      Response.json(
        { codigo: 'invalido', mensagem, error: mensagem, pedido: '1' },
        { status: 400 },
      ),
    );
    page.wire.answer('GET /healthz', () => Response.json({}));
    sayOnline();
    const aviso = await screen.findByText(
      matchFrase(/Não registrada: RIO2A18 · entrada/),
      undefined,
      {
        timeout: 12_000,
      },
    );
    expect(aviso.textContent).toContain(mensagem);
    expect(screen.queryByText(/a enviar/)).toBeNull();
    await page.user.click(getButton('Descartar'));
    // Nothing says any more that it was registered.
    expect(document.body.textContent).not.toMatch(/RIO\s*2A18/);
  });
});

describe('the field', () => {
  test('Limpar and Escape empty it and keep the focus', async () => {
    const alvo = await open();
    await page.user.keyboard('ABC1D23');
    await screen.findByText('NÃO CADASTRADO');
    await page.user.click(getButton('Limpar'));
    expect(alvo.value).toBe('');
    expect(screen.queryByText('NÃO CADASTRADO')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(alvo));
  });

  test('a scanner that types elsewhere writes into it and triggers no shortcut', async () => {
    const alvo = await open();
    getButton('Limpar').removeAttribute('disabled');
    getButton('Limpar').focus();
    await page.user.keyboard('nab1c23');
    expect(alvo.value).toBe('NAB1C23');
    expect(window.location.pathname).toBe('/portaria');
  });

  test('gets the focus back after a dialog', async () => {
    const alvo = await open();
    await page.user.click(screen.getByRole('button', { name: /^Ajuda/ }));
    await screen.findByRole('dialog');
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(alvo));
  });

  test('the keys show letters, digits, both, digits; and can be replaced by the device’s keyboard', async () => {
    await open();
    await page.user.click(getButton('Teclado da tela'));
    const readTeclas = () =>
      within(screen.getByRole('group', { name: 'Teclado da tela' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
        .join('');
    expect(readTeclas()).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ123');
    await page.user.click(getButton('123'));
    expect(readTeclas()).toBe('1234567890');
    await page.user.click(getButton('3'));
    expect(readTeclas()).toBe('1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    await page.user.click(getButton('Apagar'));
    for (const letra of 'RIO') await page.user.click(getButton(letra));
    expect(readTeclas()).toBe('1234567890');
    await page.user.click(getButton('2'));
    expect(readTeclas()).toBe('1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    await page.user.click(getButton('A'));
    expect(readTeclas()).toBe('1234567890');
    expect((await findCampo()).value).toBe('RIO2A');
    await page.user.click(getButton('Apagar'));
    expect((await findCampo()).value).toBe('RIO2');
    expect((await findCampo()).inputMode).toBe('none');
    await page.user.click(getButton('Teclado do aparelho'));
    expect(screen.queryByRole('group', { name: 'Teclado da tela' })).toBeNull();
    expect((await findCampo()).inputMode).toBe('text');
  });
});
