import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openPage, type TestPage, type TestPageOptions } from '../../../test/page.tsx';
import { postPassagem } from '../../../test/passagens.ts';
import { breakDown, buildProprietario, buildVeiculo } from '../../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

const open = async (placa: string, prepare?: TestPageOptions['prepare']) => {
  page = await openPage(`/historico/${placa}`, { prepare });
  await screen.findByRole('heading', { name: `Histórico de ${placa}` });
};
const getHistoria = () => within(screen.getByRole('region', { name: 'Passagens e alterações' }));

test('passages and changes, newest first, with person and fields', async () => {
  await open('RIO2A18', async (server) => {
    await buildVeiculo(server, { placa: 'RIO2A18', modelo: 'CRETA', status: 'ATIVO' });
    await postPassagem(server, { placa: 'RIO2A18', camera: '1', sentido: 'entrada' });
    const url = '/db/veiculos/RIO2A18';
    await server.request({ method: 'PUT', url, payload: { status: 'PROIBIDO' } });
  });
  await getHistoria().findByText('Veículo cadastrado');
  const itens = getHistoria()
    .getAllByRole('listitem')
    .map((item) => item.textContent?.slice(5));
  expect(itens).toHaveLength(3);
  expect(itens[0]).toBe('Cadastro alterado por Márcia CarvalhoStatus:ATIVO → PROIBIDO');
  expect(itens[1]).toContain('Entrada · Câmera 1Ativo');
  expect(itens[2]).toContain('Veículo cadastrado por Márcia Carvalho');
  expect(screen.getByRole('link', { name: 'Abrir cadastro' }).getAttribute('href')).toBe(
    '/veiculos/consultar/RIO2A18',
  );
  expect(document.title).toBe('Histórico de RIO2A18 · UNIPARK');
  await page.user.click(getHistoria().getByRole('button', { name: /Entrada · Câmera 1/ }));
  expect(await screen.findByRole('dialog', { name: 'Passagem' })).toBeTruthy();
});

test('changes of plate, owner and reason, each in its own words', async () => {
  await open('ABC1C34', async (server) => {
    await buildProprietario(server);
    await buildVeiculo(server, { placa: 'ABC1234', modelo: 'UNO', status: 'ATIVO' });
    const put = (payload: object) =>
      server.request({ method: 'PUT', url: '/db/veiculos/ABC1234', payload });
    await put({ proprietario_matricula: '001215', cidade: 'Lavras', estado: 'MG' });
    await put({ status: 'PROIBIDO', motivo: 'Furou a cancela' });
    await put({ status: 'ATIVO', proprietario_matricula: null });
    const url = '/api/veiculos/ABC1234/padrao';
    await server.request({ method: 'POST', url, payload: { padrao: 'mercosul' } });
  });
  await getHistoria().findByText('Veículo cadastrado');
  const quem = 'por Márcia Carvalho';
  const linhas = getHistoria()
    .getAllByRole('listitem')
    .map((item) => item.textContent?.slice(5));
  expect(linhas.slice(0, 4)).toEqual([
    `Placa atualizada para o padrão Mercosul ${quem}Placa:ABC-1234 → ABC1C34`,
    `Cadastro alterado ${quem}Com a placa ABC-1234Status:PROIBIDO → ATIVOProprietário:Edson Carvalho - 001215 → Sem proprietárioMotivo:Furou a cancela → Retirado`,
    `Cadastro alterado ${quem}Com a placa ABC-1234Status:ATIVO → PROIBIDOMotivo:Furou a cancela`,
    `Cadastro alterado ${quem}Com a placa ABC-1234Proprietário:Edson Carvalho - 001215Cidade:LavrasEstado:MG`,
  ]);
  expect(linhas[4]).toMatch(
    /^Veículo cadastrado por Márcia CarvalhoTipo:CarroMarca:HyundaiModelo:UNOPlaca:ABC-1234/,
  );
});

test('a former plate of a car links to the current one', async () => {
  await open('ABC1234', async (server) => {
    await buildVeiculo(server, { placa: 'ABC1C34', modelo: 'UNO MILLE 1.0' });
  });
  const cadastro = within(screen.getByRole('region', { name: 'Cadastro' }));
  const dita = await cadastro.findByText('Placa cadastrada');
  expect(dita.nextSibling?.textContent).toBe('ABC1C34');
  expect(cadastro.getByText('UNO MILLE 1.0')).toBeTruthy();
  expect(cadastro.queryByText('Esta placa não está cadastrada.')).toBeNull();
  expect(cadastro.getByRole('link', { name: 'Abrir cadastro' }).getAttribute('href')).toBe(
    '/veiculos/consultar/ABC1C34',
  );
});

test('loads more at its end', async () => {
  await open('XYZ9Z99', async (server) => {
    for (let hora = 1; hora <= 51; hora += 1) {
      const instante = new Date(Date.now() - (60 - hora) * 3_600_000).toISOString();
      await postPassagem(server, { placa: 'XYZ9Z99', instante });
    }
  });
  await screen.findByRole('button', { name: 'Mostrar mais' });
  expect(getHistoria().getAllByRole('listitem')).toHaveLength(50);
  await page.user.click(screen.getByRole('button', { name: 'Mostrar mais' }));
  expect(await screen.findByText('Esta placa não está cadastrada.')).toBeTruthy();
  await expect.poll(() => getHistoria().getAllByRole('listitem')).toHaveLength(51);
  expect(screen.queryByRole('button', { name: 'Mostrar mais' })).toBeNull();
});

test('a plate without a history says so', async () => {
  await open('XYZ9Z99');
  expect(await screen.findByText('Nenhum registro desta placa.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Cadastrar XYZ9Z99' })).toBeTruthy();
});

test.each(['RIO2A18', 'RIO2018'])(
  'a register that cannot be read under %s is neither empty nor waited for',
  async (falha) => {
    await open('RIO2A18', (_server, wire) => breakDown(wire, `GET /db/veiculos/${falha}`));
    const cadastro = within(screen.getByRole('region', { name: 'Cadastro' }));
    expect(await cadastro.findByText('Não foi possível carregar o cadastro.')).toBeTruthy();
    expect(cadastro.getByRole('button', { name: 'Tentar novamente' })).toBeTruthy();
    expect(cadastro.queryByText('Proprietário')).toBeNull();
  },
);

test('a failure is not shown as an empty history', async () => {
  await open('XYZ9Z99', (_server, wire) => breakDown(wire, 'GET /api/veiculos/XYZ9Z99/historico'));
  expect(await screen.findByText('Não foi possível carregar o histórico.')).toBeTruthy();
  expect(screen.queryByText('Nenhum registro desta placa.')).toBeNull();
});
