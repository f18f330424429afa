import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openPage, type TestPage } from '../../test/page.tsx';

let page: TestPage;
afterEach(() => page.close());

const openCopias = async (): Promise<void> => {
  page = await openPage('/configuracoes/copias');
  await screen.findByText('Nenhuma cópia ainda.');
};
const COPIA = {
  ...{ nome: '2026-11-23T11-00-00-000Z', criada_em: '2026-11-23T11:00:00.000Z', versao: '1.0.0' },
  ...{ conferida_em: '2026-11-23T11:00:05.000Z', bytes: 5_000_000, com_segredo: false },
  linhas: { veiculos: 0, proprietarios: 0, contas: 1, passagens: 0 },
};
const press = async (name: string | RegExp) =>
  page.user.click(await screen.findByRole('button', { name }));

test('a backup is made, verified again, and the question about the secret is asked once', async () => {
  await openCopias();
  await press('Guardar em outro lugar');
  const levar = await screen.findByRole('switch', { name: 'Incluir o segredo da instalação' });
  expect((levar as HTMLInputElement).checked).toBe(false);
  expect(screen.queryByText(/^As cópias devem levar/)).toBeNull();
  await press('Fazer cópia agora');
  const conteudo = await screen.findByText('0 veículos, 0 proprietários, 0 passagens');
  const linha = conteudo.closest('tr') as HTMLElement;
  expect(within(linha).getByText('Não')).toBeTruthy();
  const conferir = within(linha).getByRole<HTMLButtonElement>('button', {
    name: /^Conferir cópia de/,
  });
  await waitFor(() => expect(conferir.disabled).toBe(false));
  await page.user.click(conferir);
  await waitFor(() => expect(page.wire.calls.join()).toContain('/conferir'));
  await waitFor(() => expect(conferir.disabled).toBe(false));
});

test('a switch changes its own setting, not what another administrator changed since', async () => {
  await openCopias();
  await press('Incluir nas cópias');
  const cadaHora = await screen.findByRole('switch', { name: 'Fazer uma cópia por hora' });
  const payload = { com_segredo: false };
  await page.server.request({ method: 'PUT', url: '/api/copias/ajustes', payload });
  await page.user.click(cadaHora);
  const levar = await screen.findByRole<HTMLInputElement>('switch', {
    name: 'Incluir o segredo da instalação',
  });
  await waitFor(() => expect(levar.checked).toBe(false));
  const situacao = await page.server.request({ url: '/api/copias' });
  expect(situacao.json()).toMatchObject({ automaticas: false, com_segredo: false });
});

test('a restoration shows what is lost and asks for the word; a refusal is told', async () => {
  await openCopias();
  await press('Fazer cópia agora');
  await screen.findByText('0 veículos, 0 proprietários, 0 passagens');
  await page.server.request({
    method: 'POST',
    url: '/db/proprietarios',
    payload: { matricula: '1', nome: 'Ana Souza' },
  });
  const abrir = screen.getByRole<HTMLButtonElement>('button', { name: /^Restaurar cópia de/ });
  // The copy is listed a moment before its work ends.
  await waitFor(() => expect(abrir.disabled).toBe(false));
  await page.user.click(abrir);
  const dialogo = await screen.findByRole('dialog', { name: 'Restaurar cópia' });
  const donos = await within(dialogo).findByRole('row', { name: 'Proprietários 1 0' });
  expect(donos).toBeTruthy();
  const restaurar = within(dialogo).getByRole('button', { name: 'Restaurar' });
  await page.user.click(restaurar);
  expect(await within(dialogo).findByText('Para confirmar, digite RESTAURAR.')).toBeTruthy();
  expect(page.wire.calls.join()).not.toContain('/restaurar');
  await page.user.type(within(dialogo).getByRole('textbox'), 'restaurar');
  await page.user.click(restaurar);
  expect(await screen.findByText(/^Este servidor não pode reiniciar sozinho/)).toBeTruthy();
});

test('what failed last is told; with PostgreSQL no backup is restored from here', async () => {
  const situacao = {
    ...{
      pasta: '/srv/copias',
      destino: null,
      externas: [],
      automaticas: true,
      com_segredo: false,
      andamento: null,
    },
    ...{ falha: { quando: '2026-11-23T12:00:00Z', motivo: 'O disco da pasta encheu.' } },
    ...{ atrasada: true, restaura: true, bytes_livres: 5_000_000_000, copias: [COPIA] },
  };
  page = await openPage('/configuracoes/copias', {
    prepare: (_server, wire) => wire.answer('GET /api/copias', () => Response.json(situacao)),
  });
  expect(await screen.findByText('23/11/2026 - 09:00: O disco da pasta encheu.')).toBeTruthy();
  expect(screen.getByText('Não há cópia de segurança das últimas horas.')).toBeTruthy();
  expect(await screen.findByRole('button', { name: /^Conferir cópia de/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Restaurar cópia de/ })).toBeTruthy();
  page.close();
  page = await openPage('/configuracoes/copias', {
    prepare: (_server, wire) =>
      wire.answer('GET /api/copias', () => Response.json({ ...situacao, restaura: false })),
  });
  expect(await screen.findByText(/pare todos os servidores e execute neste/)).toBeTruthy();
  expect(await screen.findByRole('button', { name: /^Conferir cópia de/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Restaurar cópia de/ })).toBeNull();
});

test('a place outside shows its newest copy, what failed there, and what it does not allow', async () => {
  const fora = { destino: '/mnt/fora', criada_em: null, enviando: true, apaga: null, falha: null };
  const s3 = {
    ...{ destino: 's3://copias/campus', criada_em: '2026-11-23T12:00:00Z', enviando: false },
    ...{ apaga: false, falha: { quando: '2026-11-23T13:00:00Z', motivo: 'Não há espaço.' } },
  };
  const situacao = {
    ...{ pasta: '/srv/copias', destino: null, externas: [s3, fora], automaticas: true },
    ...{ com_segredo: false, andamento: null, falha: null, atrasada: false, restaura: true },
    ...{ bytes_livres: 5_000_000_000, copias: [] },
  };
  page = await openPage('/configuracoes/copias', {
    prepare: (_server, wire) => wire.answer('GET /api/copias', () => Response.json(situacao)),
  });
  expect(
    await screen.findByText(
      'Cópia externa cifrada em s3://copias/campus: a última é de 23/11/2026 - 09:00. O servidor não pode apagar lá: o prazo é o do bucket.',
    ),
  ).toBeTruthy();
  expect(
    screen.getByText('Cópia externa cifrada em /mnt/fora: ainda nenhuma. Enviando…'),
  ).toBeTruthy();
  expect(
    screen.getByText('23/11/2026 - 10:00: Não há espaço. O envio é tentado de novo.'),
  ).toBeTruthy();
  // What advises another machine is for installations without one.
  expect(screen.queryByText(/Leve-as também para outra máquina/)).toBeNull();
});
