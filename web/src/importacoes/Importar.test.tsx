import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { createImportador } from '../../../server/test/importacoes.ts';
import { openPage, type TestPage } from '../../test/page.tsx';

let page: TestPage;
afterEach(() => page.close());

/** happy-dom has no file dialog: the field gets its file as after one. */
async function send(conteudo: BlobPart, nome = 'frota.csv'): Promise<void> {
  const campo = await screen.findByLabelText('Arquivo para importar');
  fireEvent.change(campo, { target: { files: [new File([conteudo], nome)] } });
}
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });

test('the kind, the limits and the template are there before a file is chosen', async () => {
  page = await openPage('/importar?tipo=proprietarios');
  expect(await screen.findByRole('heading', { name: 'Importar proprietários' })).toBeTruthy();
  expect(screen.getByText(/até 20 MB e 200\.000 linhas/)).toBeTruthy();
  expect(screen.getByText('Arquivo', { selector: '[aria-current=step]' })).toBeTruthy();
  await page.user.click(screen.getByRole('radio', { name: 'Veículos' }));
  expect(await screen.findByRole('heading', { name: 'Importar veículos' })).toBeTruthy();
});

test('a file that is too large is refused before it is sent', async () => {
  page = await openPage('/importar');
  await send(new Uint8Array(20 * 1024 * 1024 + 1));
  const alerta = await screen.findByRole('alert');
  expect(alerta.textContent).toContain('O arquivo tem mais de 20 MB.');
  expect(page.wire.calls.join()).not.toContain('POST /api/importacoes');
});

test('a file that is no table is refused with its reason, and another one can be chosen', async () => {
  page = await openPage('/importar');
  await send('%PDF-1.7');
  expect((await screen.findByRole('alert')).textContent).toContain('não é CSV nem XLSX');
  expect(await button('Escolher arquivo')).toBeTruthy();
  await page.user.click(screen.getByRole('radio', { name: 'Proprietários' }));
  expect(await screen.findByRole('heading', { name: 'Importar proprietários' })).toBeTruthy();
  await send('RA;Nome\n1;Ana\n', 'pessoas.csv');
  expect(await screen.findByText(/Confira o campo de cada coluna de pessoas\.csv/)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Importar proprietários' })).toBeTruthy();
});

test('without a required column there is no preview; a field belongs to one column', async () => {
  page = await openPage('/importar');
  await send('Chapa;Cor\nRIO2A18;Azul\n');
  expect(await screen.findByText('Falta a coluna de Placa.')).toBeTruthy();
  expect((await button('Ver prévia')).disabled).toBe(true);
  const chapa = screen.getByLabelText<HTMLSelectElement>('Campo da coluna A, Chapa');
  const cor = screen.getByLabelText<HTMLSelectElement>('Campo da coluna B, Cor');
  await page.user.selectOptions(chapa, 'cor');
  expect([chapa.value, cor.value]).toEqual(['cor', '']);
  await page.user.selectOptions(chapa, 'placa');
  await page.user.click(await button('Ver prévia'));
  expect(await button('Importar 1 linha')).toBeTruthy();
  await page.user.click(await button('Voltar'));
  expect(await screen.findByLabelText('Campo da coluna A, Chapa')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
});

test('nothing is written before the person imports; the result counts', async () => {
  page = await openPage('/importar');
  await send('Placa;Cor\nRIO2A18;Azul\nHKQ378;Preta\n');
  await page.user.click(await button('Ver prévia'));
  const importar = await button('Importar 1 linha');
  const existe = () => page.server.request({ url: '/db/veiculos/RIO2A18' });
  expect((await existe()).statusCode).toBe(404);
  await page.user.click(importar);
  expect(await screen.findByRole('heading', { name: 'Importação concluída' })).toBeTruthy();
  expect(screen.getByText('Novos').nextSibling?.textContent).toBe('1');
  expect(screen.getByText('Rejeitados').nextSibling?.textContent).toBe('1');
  expect((await existe()).statusCode).toBe(200);
});

test('an import that wrote nothing is discarded, and the next file is accepted', async () => {
  page = await openPage('/importar?tipo=proprietarios', {
    async prepare(server) {
      const importador = createImportador(server);
      for (let i = 0; i < 6; i += 1) await importador.read({ conteudo: 'Placa\nRIO2A18\n' });
    },
  });
  await send('RA;Nome\n1;Ana\n', 'pessoas.csv');
  expect(await screen.findByText(/abertas demais/)).toBeTruthy();
  const [ultima] = await screen.findAllByRole('link', { name: 'frota.csv' });
  if (ultima) await page.user.click(ultima);
  await page.user.click(await button('Descartar'));
  expect(await screen.findByRole('heading', { name: 'Importar veículos' })).toBeTruthy();
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'frota.csv' })).toHaveLength(5));
  await send('Placa\nRIO2A18\n', 'outra.csv');
  expect(await button('Ver prévia')).toBeTruthy();
});

test('a preview is discarded after a question: its corrected cells are lost', async () => {
  page = await openPage('/importar');
  await send('Placa;Cor\nRIO2A18;Azul\n');
  await page.user.click(await button('Ver prévia'));
  await button('Importar 1 linha');
  await page.user.click(await button('Descartar'));
  const dialogo = await screen.findByRole('alertdialog');
  expect(dialogo.textContent).toContain('As células corrigidas aqui são perdidas.');
  await page.user.click(within(dialogo).getByRole('button', { name: 'Cancelar' }));
  await page.user.click(await button('Voltar'));
  await page.user.click(await button('Descartar'));
  await page.user.click(await button('Descartar importação'));
  expect(await button('Escolher arquivo')).toBeTruthy();
  expect((await page.server.request({ url: '/api/importacoes' })).json()).toEqual([]);
});

test('a preview that failed says so beside its columns', async () => {
  const erro = 'Erro inesperado. Tente de novo; se continuar, avise a administração.';
  page = await openPage('/importar/1', {
    async prepare(server, wire) {
      const lida = await createImportador(server).read({ conteudo: 'Placa\nRIO2A18\n' });
      wire.answer('GET /api/importacoes/1', () => Response.json({ ...lida, erro }));
    },
  });
  expect((await screen.findByRole('alert')).textContent).toContain(erro);
  expect(await button('Ver prévia')).toBeTruthy();
});

test('an undoing that failed half-way can be undone, and is not continued', async () => {
  const resultado = { criadas: 2, alteradas: 0, recusadas: 0, iguais: 0, ignoradas: 0 };
  page = await openPage('/importar/1', {
    async prepare(server, wire) {
      const lida = await createImportador(server).preview({ conteudo: 'Placa\nRIO2A18\n' });
      const parada = { ...lida, fase: 'interrompida', resultado, desfeitas: 2 };
      wire.answer('GET /api/importacoes/1', () => Response.json(parada));
    },
  });
  expect(await screen.findByRole('heading', { name: 'Importação interrompida' })).toBeTruthy();
  expect(screen.getByText('Desfeitos').nextSibling?.textContent).toBe('2');
  expect(await button('Desfazer importação')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Continuar' })).toBeNull();
});

test('a corrected row does not take the next page of the rows with errors away', async () => {
  page = await openPage('/importar');
  const linhas = Array.from({ length: 51 }, (_, i) => `ERRADA${i};Azul\n`);
  await send(`Placa;Cor\n${linhas.join('')}`);
  await page.user.click(await button('Ver prévia'));
  await page.user.click(await screen.findByRole('button', { name: /^Com erro/ }));
  const campo = await screen.findByLabelText('Placa da linha 2');
  expect((await button('Próxima')).disabled).toBe(false);
  await page.user.clear(campo);
  await page.user.type(campo, 'RIO2A18{Enter}');
  expect(await screen.findByText('Corrigida')).toBeTruthy();
  await page.user.click(await button('Próxima'));
  expect(await screen.findByLabelText('Placa da linha 52')).toBeTruthy();
  expect(screen.getByText('51–51 de 51')).toBeTruthy();
});

test('an import that is not there is told, with a way to begin another one', async () => {
  page = await openPage('/importar/77');
  expect(await screen.findByText('Importação não encontrada.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Importar outro arquivo' })).toBeTruthy();
});

test('an import whose page was left says on another screen that it has ended', async () => {
  let lida: object = {};
  page = await openPage('/importar/1', {
    async prepare(server, wire) {
      await server.request({
        method: 'POST',
        url: '/api/importacoes?tipo=veiculos&nome=frota.csv',
        headers: { 'content-type': 'application/octet-stream' },
        payload: Buffer.from('Placa\nRIO2A18\n'),
      });
      lida = (await server.request({ url: '/api/importacoes/1' })).json();
      wire.answer('GET /api/importacoes/1', () => Response.json({ ...lida, fase: 'gravando' }));
    },
  });
  await page.user.click(await screen.findByRole('link', { name: 'Veículos' }));
  await screen.findByRole('heading', { level: 1, name: 'Veículos' });
  expect(sessionStorage.getItem('unipark.importacao')).toBe('1');
  const resultado = { criadas: 2, alteradas: 0, recusadas: 0, iguais: 0, ignoradas: 0 };
  page.wire.answer('GET /api/importacoes/1', () =>
    Response.json({ ...lida, fase: 'concluida', resultado }),
  );
  expect(
    await screen.findByText('Importação de frota.csv concluída: 2 linhas gravadas.'),
  ).toBeTruthy();
  expect(sessionStorage.getItem('unipark.importacao')).toBeNull();
});

describe('a synchronisation that waits', () => {
  const espera = 'Mudaria 3 de 4 veículos (75 %), acima do limite de 10 %.';
  let lida: object = {};
  const open = (path: string) =>
    openPage(path, {
      async prepare(server, wire) {
        const importador = createImportador(server);
        await importador.preview({ conteudo: 'Placa\nRIO2A18\n' });
        lida = { ...(await importador.get(1)), parte: 'veiculos', espera };
        wire.answer('GET /api/importacoes/1', () => Response.json(lida));
        wire.answer('GET /api/importacoes', () => Response.json([lida]));
      },
    });

  test('says why, and is written when an administrator approves it', async () => {
    page = await open('/importar/1');
    expect(await screen.findByText(`A sincronização aguarda aprovação. ${espera}`)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Importar/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^(Voltar|Descartar)$/ })).toBeNull();
    await page.user.click(await button('Aprovar'));
    const dialogo = await screen.findByRole('alertdialog');
    expect(dialogo.textContent).toContain(espera);
    page.wire.restore();
    await page.user.click(within(dialogo).getByRole('button', { name: 'Aprovar' }));
    expect(await screen.findByRole('heading', { name: 'Importação concluída' })).toBeTruthy();
  });

  test('is refused, with its reason on show', async () => {
    page = await open('/importar/1');
    const recusar = await button('Recusar');
    const fim = { ...lida, fase: 'recusada', erro: 'Recusada por uma pessoa.', espera: null };
    page.wire.answer('GET /api/importacoes/1', () => Response.json(fim));
    await page.user.click(recusar);
    expect((await screen.findByRole('alert')).textContent).toContain('Recusada por uma pessoa.');
    expect(page.wire.calls.join()).toContain('DELETE /api/importacoes/1');
  });

  test('is the one of the recent imports that asks for a decision', async () => {
    page = await open('/importar');
    expect(await screen.findByText('Aguarda aprovação')).toBeTruthy();
    expect(screen.getByText('Sincronização')).toBeTruthy();
  });
});
