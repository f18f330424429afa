import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openPage, type TestPage } from '../../../test/page.tsx';

let page: TestPage;
afterEach(() => page.close());

const SEM_STATUS = 'Sem status, será salvo como INDEFINIDO, em vermelho na portaria.';
const MOTIVO = 'Motivo (opcional)';

const open = async () => {
  page = await openPage('/veiculos/cadastrar');
  await page.user.type(await screen.findByLabelText('Placa'), 'abc1d23');
};
const getStatus = () => screen.getByLabelText('Status');
const confirm = async () => {
  await page.user.click(screen.getByRole('button', { name: 'Salvar Veículo' }));
  return screen.findByRole('dialog', { name: 'Confirme os dados' });
};
const save = async (dialogo: HTMLElement) => {
  await page.user.click(within(dialogo).getByRole('button', { name: 'Confirmar' }));
  await screen.findByText('Veículo cadastrado com sucesso!');
};

test('an empty status: beside the select and in the confirmation, what it will be', async () => {
  await open();
  const aviso = screen.getByText(SEM_STATUS);
  expect(getStatus().getAttribute('aria-describedby')).toBe(aviso.id);
  const dialogo = await confirm();
  expect(within(dialogo).getByText(SEM_STATUS)).toBeTruthy();
  await save(dialogo);
  const { status } = (await page.server.request({ url: '/db/veiculos/ABC1D23' })).json();
  expect(status).toBe('INDEFINIDO');
});

test('a chosen status says nothing beside it', async () => {
  await open();
  await page.user.selectOptions(getStatus(), 'ATIVO');
  expect(screen.queryByText(SEM_STATUS)).toBeNull();
  expect(getStatus().getAttribute('aria-describedby')).toBeNull();
  expect(screen.queryByLabelText(MOTIVO)).toBeNull();
});

test('PROIBIDO asks for the reason after it, which is confirmed and stored', async () => {
  await open();
  expect(screen.queryByLabelText(MOTIVO)).toBeNull();
  await page.user.selectOptions(getStatus(), 'PROIBIDO');
  getStatus().focus();
  await page.user.tab();
  expect(screen.getByLabelText(MOTIVO)).toBe(document.activeElement);
  await page.user.keyboard('Furou a cancela');
  const dialogo = await confirm();
  expect(within(dialogo).getByText('Motivo: Furou a cancela')).toBeTruthy();
  await save(dialogo);
  const ficha = await page.server.request({ url: '/api/veiculos/ABC1D23/ficha' });
  expect(ficha.json()).toMatchObject({
    veiculo: { status: 'PROIBIDO' },
    motivo: 'Furou a cancela',
  });
  expect(screen.queryByLabelText(MOTIVO)).toBeNull();
});

test('a reason that is too long is refused under its field', async () => {
  await open();
  await page.user.selectOptions(getStatus(), 'PROIBIDO');
  await page.user.click(screen.getByLabelText(MOTIVO));
  await page.user.paste('x'.repeat(201));
  await page.user.click(screen.getByRole('button', { name: 'Salvar Veículo' }));
  expect(await screen.findByText('Motivo: use no máximo 200 caracteres.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});
