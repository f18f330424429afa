import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type HttpCamera, startHttpCamera, withDigest } from '../../../test/httpCamera.ts';
import { createUpstream } from './upstream.ts';

let camera: HttpCamera;
beforeAll(async () => {
  camera = await startHttpCamera({
    '/foto.jpg': withDigest('u', 'certa', (_request, response) => response.end('foto')),
    '/aberta.jpg': (_request, response) => response.end('foto'),
  });
});
afterAll(() => camera.close());
beforeEach(() => {
  camera.pedidos.length = 0;
});

const addressOf = (caminho: string) => new URL(caminho, camera.origem);

it('after a refused password the camera is asked again only after a minute', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const upstream = createUpstream({ usuario: 'u', senha: 'errada' }, 2_000);
    const ask = () => upstream.get(addressOf('/foto.jpg'), 100);
    await expect(ask()).rejects.toMatchObject({ motivo: 'auth_failed' });
    // The challenge and its answer.
    expect(camera.pedidos).toHaveLength(2);
    vi.advanceTimersByTime(59_000);
    await expect(ask()).rejects.toMatchObject({ motivo: 'auth_failed' });
    expect(camera.pedidos).toHaveLength(2);
    vi.advanceTimersByTime(2_000);
    await expect(ask()).rejects.toMatchObject({ motivo: 'auth_failed' });
    expect(camera.pedidos).toHaveLength(4);
  } finally {
    vi.useRealTimers();
  }
});

it('a camera that asks for a password nobody gave is asked each time', async () => {
  const upstream = createUpstream(null, 2_000);
  for (let vez = 1; vez <= 2; vez += 1) {
    await expect(upstream.get(addressOf('/foto.jpg'), 100)).rejects.toMatchObject({
      motivo: 'auth_failed',
    });
    expect(camera.pedidos).toHaveLength(vez);
  }
});

it('the address of a name is kept until a request fails', async () => {
  const lookup = vi.fn(async () => ({ address: '127.0.0.1', family: 4 }));
  const upstream = createUpstream(null, 2_000, lookup);
  const host = camera.origem.replace('127.0.0.1', 'camera.test');
  const ask = (caminho: string) => upstream.get(new URL(caminho, host), 100);
  await ask('/aberta.jpg');
  await ask('/aberta.jpg');
  expect(lookup).toHaveBeenCalledTimes(1);
  await expect(ask('/falta.jpg')).rejects.toMatchObject({ motivo: 'not_found' });
  await ask('/aberta.jpg');
  expect(lookup).toHaveBeenCalledTimes(2);
});
