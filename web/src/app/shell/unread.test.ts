import { afterEach, expect, test } from 'vitest';
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
