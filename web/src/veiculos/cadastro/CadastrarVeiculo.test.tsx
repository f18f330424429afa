import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { openPage, type TestPage, type TestPageOptions } from '../../../test/page.tsx';
import { breakDown, buildProprietario, buildVeiculo, hold } from '../../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

const TITULO = 'Adicione um veículo através das opções abaixo:';
const open = async (options: TestPageOptions = {}, busca = '') => {
  page = await openPage(`/veiculos/cadastrar${busca}`, { seeded: true, ...options });
  await screen.findByRole('heading', { name: TITULO });
  await screen.findByLabelText('Placa');
};
const getCampo = (rotulo: string) => screen.getByLabelText(rotulo);
const clickButton = (name: string) => page.user.click(screen.getByRole('button', { name }));
const getSaveButton = () => screen.getByRole('button', { name: 'Salvar Veículo' });
const isEnabled = (rotulo: string) => !(getCampo(rotulo) as HTMLInputElement).disabled;

async function chooseOption(rotulo: string, texto: string, opcao: string | RegExp) {
  await page.user.type(getCampo(rotulo), texto);
  await page.user.click(await screen.findByRole('option', { name: opcao }));
}

describe('a letter chooses', () => {
  const isChosen = (nome: string | RegExp) =>
    (screen.getByRole('radio', { name: nome }) as HTMLInputElement).checked;

  test('a type and a colour, and the next one with the same letter, with or without accents', async () => {
    await open({ seeded: false });
    screen.getByRole('radio', { name: /Carro/ }).focus();
    await page.user.keyboard('m');
    expect(isChosen(/Moto/)).toBe(true);
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: /Moto/ }));
    await page.user.keyboard('c');
    expect(isChosen(/Caminhão/)).toBe(true);
    await page.user.keyboard('C');
    expect(isChosen(/Carro/)).toBe(true);
    screen.getByRole('radio', { name: 'Amarela' }).focus();
    for (const [tecla, cor] of [
      ['b', 'Bege'],
      ['b', 'Branca'],
      ['b', 'Bege'],
      ['g', 'Grená'],
      ['x', 'Grená'],
    ] as const) {
      await page.user.keyboard(tecla);
      expect(isChosen(cor)).toBe(true);
    }
  });

  test('two letters in one go choose Prata, also from Preta, and three of them Preta', async () => {
    await open({ seeded: false });
    screen.getByRole('radio', { name: 'Amarela' }).focus();
    for (const [teclas, cor] of [
      ['pr', 'Prata'],
      ['pre', 'Preta'],
      ['pr', 'Prata'],
    ] as const) {
      // A pause between the words.
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      await page.user.keyboard(teclas);
      expect(isChosen(cor)).toBe(true);
      expect(document.activeElement).toBe(screen.getByRole('radio', { name: cor }));
    }
  });

  test('a digit moves nothing on cards and colours, and is text in a list', async () => {
    await open();
    for (const nome of [/Carro/, 'Azul']) {
      const radio = screen.getByRole('radio', { name: nome });
      radio.focus();
      await page.user.keyboard('123456789');
      expect(document.activeElement).toBe(radio);
    }
    expect(document.querySelectorAll(':checked:is([type=radio])')).toHaveLength(0);
    await page.user.click(screen.getByRole('radio', { name: /Carro/ }));
    await page.user.click(getCampo('Marca'));
    await page.user.keyboard('123456789');
    expect(document.activeElement).toBe(getCampo('Marca'));
    expect(getCampo('Marca')).toHaveProperty('value', '123456789');
  });

  test('a letter with Ctrl chooses nothing', async () => {
    await open({ seeded: false });
    screen.getByRole('radio', { name: /Carro/ }).focus();
    await page.user.keyboard('{Control>}m{/Control}');
    expect(isChosen(/Moto/)).toBe(false);
  });
});

test('Tab chooses the typed option or the one reached by keys; a list that was only opened changes nothing', async () => {
  await open();
  await page.user.click(screen.getByRole('radio', { name: /Carro/ }));
  await page.user.click(getCampo('Marca'));
  await screen.findByRole('listbox');
  await waitFor(() => expect(document.querySelector('[role=listbox] [role=option]')).toBeTruthy());
  await page.user.tab();
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(isEnabled('Modelo')).toBe(false);
  await page.user.click(getCampo('Marca'));
  await page.user.keyboard('{ArrowDown}{Tab}');
  expect(isEnabled('Modelo')).toBe(true);
  expect(getCampo('Modelo')).toBe(document.activeElement);
});

test('make, model and year depend on the choices before them', async () => {
  await open();
  for (const rotulo of ['Marca', 'Modelo', 'Ano']) expect(isEnabled(rotulo)).toBe(false);
  await page.user.click(screen.getByRole('radio', { name: /Carro/ }));
  await chooseOption('Marca', 'fiat', 'Fiat');
  expect(isEnabled('Ano')).toBe(false);
  await chooseOption('Modelo', 'Modelo que ninguém conhece', 'Usar "Modelo que ninguém conhece"');
  await chooseOption('Ano', '1987', 'Usar "1987"');
  await page.user.click(screen.getByRole('radio', { name: /Moto/ }));
  expect(screen.queryByText('Fiat')).toBeNull();
  expect(screen.getByText('Marca, modelo e ano foram limpos.')).toBeTruthy();
  expect(isEnabled('Modelo')).toBe(false);
});

test('the cleared fields are announced in the right gender', async () => {
  await open();
  await page.user.click(screen.getByRole('radio', { name: /Carro/ }));
  await chooseOption('Marca', 'fiat', 'Fiat');
  await page.user.click(screen.getByRole('radio', { name: /Moto/ }));
  expect(screen.getByText('Marca foi limpa.')).toBeTruthy();
});

test('a failed lookup shows no message: the list is empty, and typed text is accepted', async () => {
  await open({ prepare: (_server, wire) => breakDown(wire, 'POST /fipe/1') });
  await page.user.click(screen.getByRole('radio', { name: /Carro/ }));
  await chooseOption('Marca', 'Gurgel', 'Usar "Gurgel"');
  expect(screen.getAllByText('Gurgel')).not.toHaveLength(0);
  expect(screen.queryByText(/^Erro/)).toBeNull();
});

test('the whole registration: choose, confirm, saved, empty again', async () => {
  await open({ prepare: (server) => buildProprietario(server) });
  await page.user.click(screen.getByRole('radio', { name: /Carro/ }));
  await chooseOption('Marca', 'fiat', 'Fiat');
  await chooseOption('Modelo', 'Uno velho', 'Usar "Uno velho"');
  await page.user.click(screen.getByRole('radio', { name: 'Vermelha' }));
  await page.user.type(getCampo('Placa'), 'hkq-3782');
  await chooseOption('Cidade (opcional, apenas para visual):', 'lavras', 'Lavras - MG');
  await chooseOption('Proprietário', 'edson', /Edson Carvalho/);
  await page.user.selectOptions(getCampo('Status'), 'ATIVO');
  await page.user.click(getSaveButton());

  const dialogo = await screen.findByRole('dialog', { name: 'Confirme os dados' });
  const linhas = [...dialogo.querySelectorAll('dl > div')].slice(0, 10);
  expect(linhas.map((linha) => linha.textContent)).toEqual([
    'TipoCarro',
    'MarcaFiat',
    'ModeloUno velho',
    'AnoNão informado',
    'PlacaHKQ-3782',
    'CorVermelha',
    'StatusATIVO',
    'Matrícula do Proprietário001215Edson Carvalho',
    'CidadeLavras',
    'EstadoMG',
  ]);
  expect(page.wire.calls).not.toContain('POST /db/veiculos');
  await page.user.click(within(dialogo).getByRole('button', { name: 'Confirmar' }));

  expect(await screen.findByText('Veículo cadastrado com sucesso!')).toBeTruthy();
  expect((await page.server.request({ url: '/db/veiculos/HKQ3782' })).json()).toMatchObject({
    tipo: '1',
    marca: 'Fiat',
    modelo: 'Uno velho',
    ano: null,
    cor: 'Vermelha',
    status: 'ATIVO',
    proprietario_matricula: '001215',
    cidade: 'Lavras',
    estado: 'MG',
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(getCampo('Placa')).toHaveProperty('value', '');
  expect(getCampo('Status')).toHaveProperty('value', '');
  const marcados = screen
    .getAllByRole('radio')
    .filter((radio) => (radio as HTMLInputElement).checked);
  expect(marcados).toEqual([]);
  expect(getSaveButton()).toHaveProperty('disabled', true);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: /Carro/ })),
  );
  expect(screen.getByText('1 cadastrado nesta sessão')).toBeTruthy();
});

test('Salvar e imprimir is for an ATIVO vehicle: it is saved, and its label is ready to print', async () => {
  await open({ seeded: false });
  const frase = 'Para imprimir o adesivo, escolha o status ATIVO.';
  const getBotao = () => screen.getByRole('button', { name: 'Salvar e imprimir' });
  expect(screen.queryByText(frase)).toBeNull();
  await page.user.type(getCampo('Placa'), 'abc1d23');
  expect(await screen.findByText(frase)).toBeTruthy();
  expect(getBotao()).toHaveProperty('disabled', true);
  await page.user.selectOptions(getCampo('Status'), 'ATIVO');
  expect(screen.queryByText(frase)).toBeNull();
  getSaveButton().focus();
  await page.user.tab();
  expect(getBotao()).toBe(document.activeElement);
  await page.user.keyboard('{Enter}');
  const dialogo = await screen.findByRole('dialog', { name: 'Confirme os dados' });
  await page.user.click(within(dialogo).getByRole('button', { name: 'Confirmar e imprimir' }));
  expect(await screen.findByRole('heading', { name: 'Adesivos' })).toBeTruthy();
  expect(await screen.findByRole('article', { name: 'Adesivo ABC1D23' })).toBeTruthy();
  expect(window.location.search).toBe('?placas=ABC1D23');
  const imprimir = screen.getByRole('button', { name: 'Imprimir' });
  await waitFor(() => expect(imprimir).toBe(document.activeElement));
  expect(sessionStorage.getItem('unipark.rascunho.veiculo')).toBeNull();
});

test('Cancelar returns to the unchanged form', async () => {
  await open({ seeded: false });
  await page.user.type(getCampo('Placa'), 'abc1d23');
  await page.user.click(getSaveButton());
  await screen.findByRole('dialog', { name: 'Confirme os dados' });
  await clickButton('Cancelar');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(getCampo('Placa')).toHaveProperty('value', 'ABC1D23');
  expect(page.wire.calls).not.toContain('POST /db/veiculos');
});

test('while it is saved the confirmation stays open', async () => {
  await open({ seeded: false });
  await page.user.type(getCampo('Placa'), 'abc1d23');
  await page.user.click(getSaveButton());
  await screen.findByRole('dialog');
  const espera = hold(page.wire, 'POST /db/veiculos', () => new Response('{}', { status: 503 }));
  await clickButton('Confirmar');
  await page.user.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Confirme os dados' })).toBeTruthy();
  espera.release();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a plate registered meanwhile: toast, sentence and link, and the form stays', async () => {
  await open({ seeded: false });
  await page.user.click(screen.getByRole('radio', { name: /Carro/ }));
  await page.user.type(getCampo('Placa'), 'abc1d23');
  await page.user.click(getSaveButton());
  await screen.findByRole('dialog');
  await buildVeiculo(page.server, { placa: 'ABC1D23' });
  await clickButton('Confirmar');
  expect(await screen.findByText('Erro ao cadastrar veículo.')).toBeTruthy();
  expect(screen.getByText(/Placa já cadastrada\./)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver veículo' })).toBeTruthy();
  expect(getCampo('Placa')).toHaveProperty('value', 'ABC1D23');
  expect(screen.getByRole('radio', { name: /Carro/ })).toHaveProperty('checked', true);
});

test('a conflict about another field is shown in its own words', async () => {
  const mensagem = 'Esta chave já foi usada com outros dados.';
  await open({
    seeded: false,
    prepare: (_server, wire) =>
      wire.answer('POST /db/veiculos', () =>
        Response.json({ codigo: 'chave-reutilizada', mensagem }, { status: 409 }),
      ),
  });
  await page.user.type(getCampo('Placa'), 'abc1d23');
  await page.user.click(getSaveButton());
  await screen.findByRole('dialog');
  await clickButton('Confirmar');
  expect(await screen.findByText(/Esta chave já foi usada.*os dados continuam/)).toBeTruthy();
  expect(screen.queryByText(/Placa já cadastrada\./)).toBeNull();
});

describe('a value that the contract or the server refuses', () => {
  const longa = 'x'.repeat(101);

  test('is reported under its field before the confirmation, until it is corrected', async () => {
    await open();
    await page.user.type(getCampo('Placa'), 'abc1d23');
    await page.user.click(screen.getByRole('radio', { name: /Carro/ }));
    await page.user.click(getCampo('Marca'));
    await page.user.paste(longa);
    await page.user.click(await screen.findByRole('option', { name: `Usar "${longa}"` }));
    await page.user.click(getSaveButton());
    const frase = await screen.findByText('Marca: use no máximo 100 caracteres.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(getCampo('Marca').getAttribute('aria-invalid')).toBe('true');
    expect(getCampo('Marca').getAttribute('aria-errormessage')).toBe(frase.id);
    await waitFor(() => expect(getCampo('Marca')).toBe(document.activeElement));
    await chooseOption('Marca', 'fiat', 'Fiat');
    expect(screen.queryByText('Marca: use no máximo 100 caracteres.')).toBeNull();
    await page.user.click(getSaveButton());
    expect(await screen.findByRole('dialog', { name: 'Confirme os dados' })).toBeTruthy();
  });

  test('every field shows the sentence of the server', async () => {
    const nomes = ['tipo', 'marca', 'modelo', 'ano', 'cor', 'placa', 'cidade', 'status'];
    const campos = Object.fromEntries(nomes.map((nome) => [nome, `Recusado: ${nome}.`]));
    const corpo = { codigo: 'dados-invalidos', mensagem: 'Confira os campos indicados.', campos };
    await open({
      seeded: false,
      prepare: (_server, wire) =>
        wire.answer('POST /db/veiculos', () => Response.json(corpo, { status: 400 })),
    });
    await page.user.type(getCampo('Placa'), 'abc1234');
    await page.user.click(getSaveButton());
    await screen.findByRole('dialog');
    await clickButton('Confirmar');
    for (const nome of nomes) expect(await screen.findByText(`Recusado: ${nome}.`)).toBeTruthy();
    const tipo = screen.getByRole('radio', { name: /Carro/ });
    await waitFor(() => expect(tipo).toBe(document.activeElement));
    await page.user.selectOptions(getCampo('Status'), 'ATIVO');
    expect(screen.queryByText('Recusado: status.')).toBeNull();
    expect(screen.getByText('Recusado: cor.')).toBeTruthy();
  });
});

test('a server that stops while sending is reported, and the form stays', async () => {
  await open({
    seeded: false,
    prepare: (_server, wire) =>
      wire.answer('POST /db/veiculos', () => Promise.reject(new TypeError('failed'))),
  });
  await page.user.type(getCampo('Placa'), 'abc1d23');
  await page.user.click(getSaveButton());
  await screen.findByRole('dialog');
  await clickButton('Confirmar');
  expect(await screen.findByText('Erro ao cadastrar veículo.')).toBeTruthy();
  expect(screen.getByText(/Sem conexão com o servidor\..*os dados continuam/)).toBeTruthy();
  expect(getCampo('Placa')).toHaveProperty('value', 'ABC1D23');
  page.wire.restore();
  await page.user.click(getSaveButton());
  await screen.findByRole('dialog');
  await clickButton('Confirmar');
  expect(await screen.findByText('Veículo cadastrado com sucesso!')).toBeTruthy();
});

test.each([
  ['GET /db/cidades/busca', /^Cidade/, 'Erro ao buscar cidades'],
  ['GET /db/proprietarios/busca', 'Proprietário', 'Erro ao buscar proprietários'],
])('a failure of %s is shown', async (chamada, rotulo, frase) => {
  await open({ seeded: false, prepare: (_server, wire) => breakDown(wire, chamada) });
  await page.user.type(getCampo('Placa'), 'abc1234');
  await page.user.type(screen.getByLabelText(rotulo), 'l');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(page.wire.calls.some((call) => call.startsWith(chamada))).toBe(false);
  await page.user.type(screen.getByLabelText(rotulo), 'a');
  expect(await screen.findByText(frase)).toBeTruthy();
});

test('?placa= and ?proprietario= fill in their fields', async () => {
  await open(
    { prepare: (server) => buildProprietario(server) },
    '?placa=abc1d23&proprietario=001215',
  );
  expect(getCampo('Placa')).toHaveProperty('value', 'ABC1D23');
  expect(await screen.findByText('Edson Carvalho · 001215')).toBeTruthy();
});

test('an unknown owner in the address is requested again, and the form stays', async () => {
  await open({ seeded: false }, '?proprietario=999');
  await page.user.type(getCampo('Placa'), 'abc1');
  const { queryClient } = await import('../../lib/wire/query.ts');
  const espera = hold(
    page.wire,
    'GET /db/proprietarios/999',
    () => new Response('{}', { status: 500 }),
  );
  const refeita = queryClient.invalidateQueries({ queryKey: ['proprietarios'] });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(getCampo('Placa')).toHaveProperty('value', 'ABC1');
  espera.release();
  await refeita;
  expect(getCampo('Placa')).toHaveProperty('value', 'ABC1');
});

test('a form for another plate leaves the draft until something is typed in it', async () => {
  const readPlaca = () =>
    JSON.parse(sessionStorage.getItem('unipark.rascunho.veiculo') ?? '{}').placa;
  await open(
    {
      seeded: false,
      prepare: () =>
        sessionStorage.setItem('unipark.rascunho.veiculo', JSON.stringify({ placa: 'ABC1D23' })),
    },
    '?placa=xyz2b34',
  );
  expect(getCampo('Placa')).toHaveProperty('value', 'XYZ2B34');
  expect(readPlaca()).toBe('ABC1D23');
  await page.user.type(getCampo('Placa'), '{Backspace}');
  expect(readPlaca()).toBe('XYZ2B3');
});

test('leaving with changes asks; the draft is kept', async () => {
  await open({ seeded: false });
  await page.user.type(getCampo('Placa'), 'abc1');
  const [caminho] = screen.getAllByRole('link', { name: 'Veículos' });
  await page.user.click(caminho!);
  await screen.findByRole('alertdialog', { name: 'Sair sem salvar?' });
  await clickButton('Continuar aqui');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(getCampo('Placa')).toHaveProperty('value', 'ABC1');
  await page.user.click(caminho!);
  await screen.findByRole('alertdialog');
  await clickButton('Sair');
  await screen.findByRole('heading', { name: 'Veículos' });
  await page.user.click(screen.getByRole('link', { name: /Novo Veículo/ }));
  await screen.findByRole('heading', { name: TITULO });
  expect(await screen.findByLabelText('Placa')).toHaveProperty('value', 'ABC1');
  await clickButton('Começar de novo');
  expect(getCampo('Placa')).toHaveProperty('value', '');
});

describe('Ctrl+Enter', () => {
  const listCreations = () => page.wire.calls.filter((call) => call === 'POST /db/veiculos');
  const teclas = '{Control>}{Enter}{/Control}';

  test('opens the question in the form, and confirms in the dialog with one request', async () => {
    await open({ seeded: false });
    await page.user.type(getCampo('Placa'), `abc1d23${teclas}`);
    await screen.findByRole('dialog', { name: 'Confirme os dados' });
    expect(listCreations()).toEqual([]);
    await page.user.keyboard(teclas);
    expect(await screen.findByText('Veículo cadastrado com sucesso!')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(listCreations()).toHaveLength(1);
    expect(screen.queryByText('×2')).toBeNull();
  });

  test('pressed twice or held, it sends once', async () => {
    await open({ seeded: false });
    await page.user.type(getCampo('Placa'), 'abc1d23');
    const tecla = { key: 'Enter', ctrlKey: true };
    fireEvent.keyDown(getCampo('Placa'), tecla);
    const confirmar = within(await screen.findByRole('dialog')).getByRole('button', {
      name: 'Confirmar',
    });
    fireEvent.keyDown(confirmar, { ...tecla, repeat: true });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(listCreations()).toEqual([]);
    fireEvent.keyDown(confirmar, tecla);
    fireEvent.keyDown(confirmar, tecla);
    fireEvent.click(confirmar);
    expect(await screen.findByText('Veículo cadastrado com sucesso!')).toBeTruthy();
    expect(listCreations()).toHaveLength(1);
  });
});

test('after the plate the Tab order has the owner, the status, the last day, the link to a new owner', async () => {
  await open({ seeded: false });
  await page.user.type(getCampo('Placa'), 'abc1d23');
  await page.user.tab();
  expect(getCampo('Proprietário')).toBe(document.activeElement);
  await page.user.tab();
  expect(getCampo('Status')).toBe(document.activeElement);
  await page.user.tab();
  expect(screen.getByLabelText(/Válido até/)).toBe(document.activeElement);
  for (const nome of ['Fim do semestre', 'Fim do próximo']) {
    await page.user.tab();
    expect(screen.getByRole('button', { name: nome })).toBe(document.activeElement);
  }
  await page.user.tab();
  const link = screen.getByRole('link', { name: 'Cadastrar novo proprietário' });
  expect(link).toBe(document.activeElement);
});

test('a plate and its twin are requested once each', async () => {
  await open({ seeded: false });
  await page.user.type(getCampo('Placa'), 'abc1c34');
  const listPedidos = () =>
    page.wire.calls.filter((call) => /^GET .db.veiculos./.test(call)).sort();
  const umDeCada = ['GET /db/veiculos/ABC1234', 'GET /db/veiculos/ABC1C34'];
  await waitFor(() => expect(listPedidos()).toEqual(umDeCada));
  await page.user.type(getCampo('Placa'), '{Backspace}4');
  window.dispatchEvent(new Event('visibilitychange'));
  document.dispatchEvent(new Event('visibilitychange'));
  await page.user.click(getSaveButton());
  await screen.findByRole('dialog');
  await clickButton('Confirmar');
  expect(await screen.findByText('Veículo cadastrado com sucesso!')).toBeTruthy();
  expect(listPedidos()).toEqual(umDeCada);
  // Registered meanwhile: the earlier answer is not used.
  await page.user.type(getCampo('Placa'), 'abc1c34');
  expect(await screen.findByText(/Placa já cadastrada\./)).toBeTruthy();
});

test('a name without a space wraps inside the summary, at most two lines', async () => {
  const nome = 'x'.repeat(200);
  await open({ prepare: (server) => buildProprietario(server, { nome }) }, '?proprietario=001215');
  const valor = (await screen.findAllByText(nome)).find((parte) => parte.tagName === 'DD');
  expect(valor?.className).toContain('wrap-anywhere');
  expect(valor?.className).toContain('line-clamp-2');
});

test('the strip with the plate keeps its distance from the heading', async () => {
  await open({ seeded: false });
  const faixa = document.querySelector('form .sticky');
  expect(faixa).toBeTruthy();
  expect(faixa?.className).not.toMatch(/(^|\s)-mt-/);
});
