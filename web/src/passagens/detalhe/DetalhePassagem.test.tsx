import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { matchFrase, matchNota, matchPlaca } from '../../../test/cartao.ts';
import { openPage, type TestPage, type TestPageOptions } from '../../../test/page.tsx';
import { JPEG, postPassagem } from '../../../test/passagens.ts';
import { breakDown, buildVeiculo } from '../../../test/register.ts';

let page: TestPage;
afterEach(() => page.close());

const prepareMisread: TestPageOptions['prepare'] = async (server) => {
  await buildVeiculo(server, { placa: 'RIO2A18', modelo: 'CRETA', status: 'ATIVO' });
  await postPassagem(server, { placa: 'RIO2A19', imagem: JPEG });
};
const open = async (prepare: TestPageOptions['prepare'] = prepareMisread) => {
  page = await openPage('/historico?passagem=1', { prepare });
  return within(await screen.findByRole('dialog', { name: 'Passagem' }));
};
const getPassagem = async () => (await page.server.request({ url: '/api/passagens/1' })).json();
const correctPlaca = (placa: string) =>
  page.server.request({ method: 'PATCH', url: '/api/passagens/1', payload: { placa } });

describe('a misread plate', () => {
  test('is corrected by confirming the similar plate; the reading stays', async () => {
    const detalhe = await open();
    expect(detalhe.getByText('Um caractere diferente')).toBeTruthy();
    await page.user.click(detalhe.getByRole('button', { name: 'Confirmar RIO2A18' }));
    expect(await screen.findByText(matchFrase('Leitura corrigida: RIO2A18'))).toBeTruthy();
    expect(await detalhe.findByText('Leitura original')).toBeTruthy();
    expect(detalhe.getByText(matchPlaca('RIO2A19'))).toBeTruthy();
    expect(
      detalhe.getByText(
        ', o sétimo caractere difere: número 9 na leitura original, número 8 na placa',
      ),
    ).toBeTruthy();
    expect(detalhe.getByText(/^Márcia Carvalho · /)).toBeTruthy();
    expect(detalhe.getByText('Ativo')).toBeTruthy();
    expect(detalhe.queryByText('Placas parecidas no cadastro')).toBeNull();
    expect(await getPassagem()).toMatchObject({ placa: 'RIO2A18', placa_lida: 'RIO2A19' });
  });

  test('is corrected by typing the plate of the picture', async () => {
    const detalhe = await open();
    await page.user.click(detalhe.getByRole('button', { name: 'Corrigir placa' }));
    const campo = detalhe.getByLabelText('Placa correta');
    expect(campo).toHaveProperty('value', 'RIO2A19');
    expect(detalhe.getByRole('button', { name: 'Corrigir' })).toHaveProperty('disabled', true);
    await page.user.clear(campo);
    await page.user.type(campo, 'xyz 9z99');
    await page.user.click(detalhe.getByRole('button', { name: 'Corrigir' }));
    expect(await screen.findByText(matchFrase('Leitura corrigida: XYZ9Z99'))).toBeTruthy();
    await waitFor(() => expect(detalhe.queryByLabelText('Placa correta')).toBeNull());
    expect(document.activeElement?.textContent).toBe('Corrigir placa');
    expect(detalhe.getByRole('link', { name: 'Cadastrar XYZ9Z99' })).toBeTruthy();
  });

  test('after a correction by another person both are shown, and mine can be kept', async () => {
    const detalhe = await open();
    await correctPlaca('ABC1D23');
    await page.user.click(detalhe.getByRole('button', { name: 'Confirmar RIO2A18' }));
    const conflito = within(
      await screen.findByRole('dialog', { name: 'Esta passagem foi alterada por outra pessoa' }),
    );
    expect(conflito.getByText('ABC1D23')).toBeTruthy();
    expect((await getPassagem()).placa).toBe('ABC1D23');
    await page.user.click(conflito.getByRole('button', { name: 'Usar a minha' }));
    expect(await screen.findByText(matchFrase('Leitura corrigida: RIO2A18'))).toBeTruthy();
    expect((await getPassagem()).placa).toBe('RIO2A18');
  });

  test('after a correction by another person both are shown, and theirs can be kept', async () => {
    const detalhe = await open();
    await correctPlaca('ABC1D23');
    await page.user.click(detalhe.getByRole('button', { name: 'Confirmar RIO2A18' }));
    await page.user.click(await screen.findByRole('button', { name: 'Usar a atual' }));
    const depois = within(await screen.findByRole('dialog', { name: 'Passagem' }));
    expect(await depois.findByRole('link', { name: 'Cadastrar ABC1D23' })).toBeTruthy();
    expect((await getPassagem()).placa).toBe('ABC1D23');
  });

  test('a correction that comes while the form is open is not overwritten; Escape leads back to the text', async () => {
    const detalhe = await open();
    await page.user.click(detalhe.getByRole('button', { name: 'Corrigir placa' }));
    await page.user.clear(detalhe.getByLabelText('Placa correta'));
    await page.user.type(detalhe.getByLabelText('Placa correta'), 'xyz9z99');
    await correctPlaca('ABC1D23');
    const { queryClient } = await import('../../lib/wire/query.ts');
    await act(() => queryClient.invalidateQueries());
    expect(await detalhe.findByRole('link', { name: 'Cadastrar ABC1D23' })).toBeTruthy();
    await page.user.click(detalhe.getByRole('button', { name: 'Corrigir' }));
    await screen.findByRole('dialog', { name: 'Esta passagem foi alterada por outra pessoa' });
    expect((await getPassagem()).placa).toBe('ABC1D23');
    await page.user.keyboard('{Escape}');
    expect(await screen.findByLabelText('Placa correta')).toHaveProperty('value', 'XYZ9Z99');
  });
});

test('a vehicle that could not be read is not one without owner and colour', async () => {
  const detalhe = await open(async (server, wire) => {
    await buildVeiculo(server, { placa: 'RIO2A18', status: 'ATIVO' });
    await postPassagem(server, { placa: 'RIO2A18' });
    breakDown(wire, 'GET /db/veiculos/RIO2A18');
  });
  expect(await detalhe.findAllByText('Não foi possível carregar.')).toHaveLength(3);
});

test('shows its picture, and a press enlarges it', async () => {
  const detalhe = await open();
  expect(await detalhe.findByAltText('Cena da passagem de RIO2A19')).toBeTruthy();
  await page.user.click(detalhe.getByRole('button', { name: 'Ampliar a imagem' }));
  expect(detalhe.getByRole('button', { name: 'Reduzir a imagem' })).toBeTruthy();
});

test('shows the five passages before it, those of its twin plate included, and of no other car', async () => {
  const detalhe = await open(async (server) => {
    await postPassagem(server, { placa: 'ABC1C34', camera: '1' });
    await postPassagem(server, { placa: 'ABC1234', camera: '2' });
    await postPassagem(server, { placa: 'XYZ9Z99', camera: '3' });
  });
  const outras = within(await detalhe.findByRole('region', { name: 'Últimas passagens' }));
  expect(outras.getAllByRole('listitem')).toHaveLength(1);
  expect(outras.getByText('Câmera 2')).toBeTruthy();
});

describe('from Ao Vivo', () => {
  const openFromAoVivo = async (prepare: TestPageOptions['prepare'], cartao: RegExp) => {
    page = await openPage('/aovivo', { prepare });
    await page.user.click(await screen.findByRole('button', { name: cartao }));
    return within(await screen.findByRole('dialog', { name: 'Passagem' }));
  };

  test('a correction in the sheet turns the card green below it', async () => {
    const detalhe = await openFromAoVivo(prepareMisread, /RIO2A19/);
    const diferenca = ', o sétimo caractere difere: número 8 no cadastro, número 9 na leitura';
    expect(screen.getByText(matchNota(`Parecida: RIO2A18${diferenca} (Ativo)`))).toBeTruthy();
    expect(detalhe.getByText(diferenca)).toBeTruthy();
    await page.user.click(detalhe.getByRole('button', { name: 'Confirmar RIO2A18' }));
    expect(await detalhe.findByText('Leitura original')).toBeTruthy();
    await waitFor(() => expect(screen.getByText('corrigida')).toBeTruthy());
    expect(screen.queryByText(matchNota(`Parecida: RIO2A18${diferenca} (Ativo)`))).toBeNull();
    expect(document.querySelector('.cartao')?.getAttribute('data-tom')).toBe('ativo');
  });

  test('an alarm can be answered in the sheet too', async () => {
    const detalhe = await openFromAoVivo(async (server) => {
      await buildVeiculo(server);
      await postPassagem(server);
    }, /QXJ0D52.*Proibido/);
    await page.user.click(detalhe.getByRole('button', { name: 'Ciente' }));
    expect(await detalhe.findByText(/^Ciente de Márcia Carvalho · /)).toBeTruthy();
    expect(detalhe.queryByRole('button', { name: 'Ciente' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Alertas abertos', hidden: true })).toBeNull();
  });

  test('a twin plate shows both plates', async () => {
    const detalhe = await openFromAoVivo(async (server) => {
      await buildVeiculo(server, { placa: 'ABC1234', status: 'ATIVO' });
      await postPassagem(server, { placa: 'ABC1C34' });
    }, /ABC1C34/);
    expect(screen.getByText(matchNota('Cadastro: ABC1234'))).toBeTruthy();
    expect(detalhe.getByText('Placa cadastrada')).toBeTruthy();
  });
});

test('an administrator keeps it beyond its period, with a reason, and ends that', async () => {
  const detalhe = await open();
  await page.user.click(await detalhe.findByRole('button', { name: 'Reter passagem' }));
  await page.user.click(detalhe.getByRole('button', { name: 'Reter' }));
  expect(await detalhe.findByText('Reter até: informe um dia.')).toBeTruthy();
  fireEvent.change(detalhe.getByLabelText('Reter até'), { target: { value: '2099-12-31' } });
  await page.user.click(detalhe.getByRole('button', { name: 'Reter' }));
  expect(await detalhe.findByText('Reter até: use até 10 anos.')).toBeTruthy();
  const dia = `${new Date().getFullYear() + 1}-12-31`;
  fireEvent.change(detalhe.getByLabelText('Reter até'), { target: { value: dia } });
  await page.user.type(detalhe.getByLabelText('Motivo'), 'Colisão');
  await page.user.click(detalhe.getByRole('button', { name: 'Reter' }));
  expect(await screen.findByText('Passagem retida.')).toBeTruthy();
  expect(await detalhe.findByText(/^31\/12\/\d{4} · Colisão$/)).toBeTruthy();
  expect((await getPassagem()).retida).toEqual({ ate: dia, motivo: 'Colisão' });
  await page.user.click(detalhe.getByRole('button', { name: 'Alterar retenção' }));
  await page.user.click(detalhe.getByRole('button', { name: 'Encerrar retenção' }));
  await waitFor(async () => expect((await getPassagem()).retida).toBeNull());
  expect(await detalhe.findByRole('button', { name: 'Reter passagem' })).toBeTruthy();
});

test('a PROIBIDO without an alarm says why', async () => {
  const detalhe = await open(async (server) => {
    await buildVeiculo(server, { placa: 'RIO2A18', modelo: 'CRETA', status: 'PROIBIDO' });
    await postPassagem(server, { placa: 'RIO2A18', teste: true });
  });
  expect(await detalhe.findByText('Sem alerta: leitura de teste.')).toBeTruthy();
});
