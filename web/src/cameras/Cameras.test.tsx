import { screen, waitFor, within } from '@testing-library/react';
import type { Camera } from '@unipark/contract/camera';
import { afterEach, expect, test } from 'vitest';
import { openPage, type TestPage } from '../../test/page.tsx';
import { postPassagem } from '../../test/passagens.ts';
import { breakDown } from '../../test/register.ts';
import type { Wire } from '../../test/wire.ts';

let page: TestPage;
afterEach(() => page.close());

const LISTA = 'GET /api/cameras';
/** Cameras of the operator's file, with still pictures: this environment has no video. */
const configure = (wire: Wire, ...cameras: Partial<Camera>[]) =>
  wire.answer(LISTA, () =>
    Response.json(
      cameras.map((camera) => ({
        nome: `Câmera ${camera.id}`,
        tipo: 'snapshot',
        modo: 'imagem',
        estado: 'conectando',
        motivo: null,
        desde: '2026-11-20T17:32:00Z',
        codec: null,
        largura: null,
        altura: null,
        ...camera,
      })),
    ),
  );
const picture = (wire: Wire, id: string) =>
  wire.answer(`GET /api/cameras/${id}/snapshot.jpg`, () => new Response('jpeg'));

const findLugar = async (nome: string) =>
  within((await screen.findByRole('heading', { name: nome })).closest('li') as HTMLElement);

test('without configured cameras four places say so and link to the instructions', async () => {
  page = await openPage('/aovivo');
  expect(await screen.findAllByText('Câmera não configurada.')).toHaveLength(4);
  expect(screen.getAllByText('Veja “Ligar suas câmeras” no guia.')).toHaveLength(4);
  expect(screen.getByText('0 de 4 no ar')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Ampliar|Tentar novamente/ })).toBeNull();
});

test('a camera keeps its last reading when other cameras fill the five cards', async () => {
  page = await openPage('/aovivo', {
    prepare: async (server, wire) => {
      configure(wire, { id: '1' }, { id: '2' });
      picture(wire, '1');
      picture(wire, '2');
      await postPassagem(server, { placa: 'RIO2A18', camera: 'Câmera 1' });
      for (const numero of [1, 2, 3, 4, 5])
        await postPassagem(server, { placa: `ABC1D2${numero}`, camera: '2' });
    },
  });
  expect(await (await findLugar('Câmera 2')).findByText('ABC1D25')).toBeTruthy();
  expect(await (await findLugar('Câmera 1')).findByText('RIO2A18')).toBeTruthy();
});

test('a picture each second, with the reading under it', async () => {
  page = await openPage('/aovivo', {
    prepare: async (server, wire) => {
      configure(wire, { id: '1' }, { id: '2', tipo: 'demo', modo: 'video' });
      picture(wire, '1');
      picture(wire, '2');
      const payload = { placa: 'RIO2A18', camera: '1', sentido: 'entrada' };
      await server.request({ method: 'POST', url: '/db/ultimosveiculos', payload });
    },
  });
  const um = await findLugar('Câmera 1');
  expect(await um.findByText('Ao vivo')).toBeTruthy();
  expect(await um.findByText('RIO2A18')).toBeTruthy();
  expect(um.getByText('Entrada')).toBeTruthy();
  expect(um.queryByText('DEMONSTRAÇÃO')).toBeNull();
  // Without MediaSource a video camera shows pictures and says so.
  const dois = await findLugar('Câmera 2');
  expect((await dois.findAllByText(/^Imagem a cada 1 s/)).length).toBeGreaterThan(0);
  expect(dois.getByText('DEMONSTRAÇÃO')).toBeTruthy();
  expect(dois.getByText('Câmera 2, sem leitura')).toBeTruthy();
  expect(await screen.findByText('2 de 4 no ar')).toBeTruthy();
  const asked = () =>
    page.wire.calls.filter((call) => call === 'GET /api/cameras/1/snapshot.jpg').length;
  await waitFor(() => expect(asked()).toBeGreaterThan(2), { timeout: 6_000 });
});

test('without a picture the tile shows why, since when, the next try, and a button', async () => {
  page = await openPage('/aovivo', { prepare: (_server, wire) => configure(wire, { id: '1' }) });
  // The server has no such camera.
  const um = await findLugar('Câmera 1');
  expect(await um.findByText('Câmera não configurada.')).toBeTruthy();
  expect(um.getByText('Sem sinal')).toBeTruthy();
  expect(await um.findByText(/^desde \d\d:\d\d$|^desde \d\d:\d\d · /)).toBeTruthy();
  picture(page.wire, '1');
  await page.user.click(um.getByRole('button', { name: 'Tentar novamente: Câmera 1' }));
  expect(await um.findByText('Ao vivo')).toBeTruthy();
});

test('a list that fails is reported, and a button reloads it', async () => {
  page = await openPage('/aovivo', { prepare: (_server, wire) => breakDown(wire, LISTA) });
  expect(await screen.findAllByText('Não foi possível carregar as câmeras.')).toHaveLength(4);
  configure(page.wire, { id: '3' });
  picture(page.wire, '3');
  const [tentar] = screen.getAllByRole('button', { name: /^Tentar novamente: / });
  await page.user.click(tentar as HTMLElement);
  expect(await (await findLugar('Câmera 3')).findByText('Ao vivo')).toBeTruthy();
  expect(screen.getAllByText('Câmera não configurada.')).toHaveLength(3);
});

test('a key enlarges a camera, the others become inert, Esc returns', async () => {
  page = await openPage('/aovivo', {
    prepare: (_server, wire) => {
      configure(wire, { id: '1' }, { id: '2' });
      picture(wire, '1');
      picture(wire, '2');
    },
  });
  await screen.findByRole('button', { name: 'Ampliar Câmera 1' });
  await page.user.keyboard('2');
  const reduzir = await screen.findByRole('button', { name: 'Reduzir Câmera 2' });
  expect(document.activeElement).toBe(reduzir);
  expect(document.querySelectorAll('.cameras > [inert]')).toHaveLength(3);
  // A place without a camera cannot be enlarged.
  await page.user.keyboard('4');
  expect(screen.getByRole('button', { name: 'Reduzir Câmera 2' })).toBeTruthy();
  await page.user.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: 'Ampliar Câmera 2' })).toBeTruthy();
  expect(document.querySelectorAll('.cameras > [inert]')).toHaveLength(0);
});
