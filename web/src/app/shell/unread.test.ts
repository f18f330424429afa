import { afterEach, expect, test, vi } from 'vitest';
import { buildCartao } from '../../../test/cartao.ts';
import { keep, markAllRead, notices } from '../../lib/screen/notices.ts';
import { keepNotices } from './unread.ts';

const stored = () => sessionStorage.getItem('unipark.rascunho.mensagens');
afterEach(() => {
  notices.set([]);
  sessionStorage.clear();
});

test('messages survive a reload of the tab, without their actions, and stay read', () => {
  const stop = keepNotices();
  keep('error', 'Erro ao excluir veículo.', { action: { label: 'Reabrir', run: () => {} } });
  markAllRead();
  keep('warning', 'Confira a placa ABC1D23');
  stop();
  // A new page begins with an empty store.
  notices.set([]);
  const stopAgain = keepNotices();
  const [newest, older] = notices.get();
  expect(newest).toMatchObject({ text: 'Confira a placa ABC1D23', read: false });
  expect(older).toMatchObject({ text: 'Erro ao excluir veículo.', read: true });
  expect(older?.action).toBeUndefined();
  expect(older?.at).toBeInstanceOf(Date);
  stopAgain();
});

test('an open alarm is in the bell once, with its action, however often the tab is reloaded', async () => {
  const alerta = { tipo: 'proibido', ciente: null } as const;
  const cartao = buildCartao({ alerta: { ...alerta, em: '2026-11-20T22:47:00.000Z' } as never });
  const action = { label: 'Abrir', run: () => {} };
  for (let visita = 0; visita < 3; visita += 1) {
    vi.resetModules();
    const { notices: deste } = await import('../../lib/screen/notices.ts');
    const { keepNotices: keepHere } = await import('./unread.ts');
    const { addToBell } = await import('../../passagens/alertas/avisos.ts');
    const stop = keepHere();
    addToBell([cartao], () => action);
    expect(deste.get()).toMatchObject([{ action, read: false }]);
    stop();
  }
});

test('nothing is kept of an empty bell, and a damaged value is an empty one', () => {
  const stop = keepNotices();
  keep('info', 'Um');
  notices.set([]);
  stop();
  expect(stored()).toBeNull();
  sessionStorage.setItem('unipark.rascunho.mensagens', '{');
  keepNotices()();
  expect(notices.get()).toEqual([]);
});
