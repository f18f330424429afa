import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { until } from '../../../../server/test/espera.ts';
import { ApiError } from './errors.ts';
import { queryClient, serverSentence } from './query.ts';

const { announce } = vi.hoisted(() => ({ announce: vi.fn() }));
vi.mock('../screen/notices.ts', () => ({ announce }));

const fault = (status: number, mensagem: string) => new ApiError({ status, codigo: 'x', mensagem });

beforeEach(() => {
  announce.mockClear();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  queryClient.clear();
});

const mutate = (mutationFn: () => Promise<unknown>, meta: Record<string, unknown>) =>
  new MutationObserver(queryClient, { mutationFn, meta })
    .mutate(undefined as never)
    .catch(() => undefined);

test('a write shows its success and invalidates the keys that it names', async () => {
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  await mutate(async () => ({ placa: 'ABC1D23' }), {
    success: ({ placa }: { placa: string }) => `Salvo: ${placa}`,
    invalidates: [['veiculos'], ['painel']],
  });
  expect(announce).toHaveBeenCalledExactlyOnceWith('success', 'Salvo: ABC1D23', {});
  expect(invalidate.mock.calls.map(([filters]) => filters?.queryKey)).toEqual([
    ['veiculos'],
    ['painel'],
  ]);
});

test('a success may add an action to the bell, made from the answer', async () => {
  const run = vi.fn();
  await mutate(async () => ({ placa: 'ABC1C34' }), {
    success: 'Placa atualizada',
    onSuccess: ({ placa }: { placa: string }) => ({ label: `Ver ${placa}`, run }),
  });
  expect(announce).toHaveBeenCalledExactlyOnceWith('success', 'Placa atualizada', {
    action: { label: 'Ver ABC1C34', run },
  });
});

test("a failure shows its own text; the server's sentence goes to the bell", async () => {
  await mutate(() => Promise.reject(fault(409, 'Este proprietário possui 2 veículos.')), {
    failure: 'Erro ao remover proprietário',
  });
  expect(announce).toHaveBeenCalledExactlyOnceWith('error', 'Erro ao remover proprietário', {
    detail: 'Este proprietário possui 2 veículos.',
  });
});

test('the text of a failure may be a function of the error', async () => {
  const meta = { failure: serverSentence('Erro ao cadastrar proprietário.') };
  await mutate(() => Promise.reject(fault(409, 'Matrícula já cadastrada.')), meta);
  expect(announce).toHaveBeenLastCalledWith('error', 'Matrícula já cadastrada.', {});
  await mutate(() => Promise.reject(fault(500, 'Erro inesperado.')), meta);
  expect(announce).toHaveBeenLastCalledWith('error', 'Erro ao cadastrar proprietário.', {});
});

test('a 401 that ended at the login shows nothing', async () => {
  await mutate(() => Promise.reject(fault(401, 'Entre.')), { failure: 'Erro ao atualizar' });
  expect(announce).not.toHaveBeenCalled();
});

test('a failed read shows one toast; one without a text is only logged', async () => {
  const read = async (key: string, meta: Record<string, unknown>) => {
    const queryFn = () => Promise.reject(fault(500, 'Erro inesperado.'));
    const stop = new QueryObserver(queryClient, { queryKey: [key], queryFn, meta }).subscribe(
      () => {},
    );
    await until(() => expect(queryClient.getQueryState([key])?.status).toBe('error'));
    stop();
  };
  await read('a', { failure: 'Erro ao buscar veículos' });
  expect(announce).toHaveBeenCalledExactlyOnceWith('error', 'Erro ao buscar veículos', {});
  await read('b', {});
  expect(announce).toHaveBeenCalledOnce();
});

test('a new token of the same person keeps the cache; another person starts with an empty one', async () => {
  vi.resetModules();
  const { session } = await import('../session/session.ts');
  const signIn = (email: string, access_token: string) => {
    const user = { email, name: '', picture: null, access_token };
    session.set({ status: 'signedIn', user, admin: false });
  };
  signIn('ana@u.br', 'a');
  // This module is loaded with the shell, after the sign-in.
  const { queryClient: fresh } = await import('./query.ts');
  fresh.setQueryData(['x'], 1);
  signIn('ana@u.br', 'b');
  expect(fresh.getQueryData(['x'])).toBe(1);
  signIn('rui@u.br', 'c');
  expect(fresh.getQueryData(['x'])).toBeUndefined();
});
