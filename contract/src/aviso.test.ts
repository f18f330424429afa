import { expect, test } from 'vitest';
import { isSilencio, NovoAparelho, Silencio } from './aviso.ts';

/** 00:00 in São Paulo is 03:00 UTC. */
const at = (hora: string): Date => new Date(`2026-11-22T${hora}:00-03:00`);

test.each([
  ['22:00', '06:00', '21:59', false],
  ['22:00', '06:00', '22:00', true],
  ['22:00', '06:00', '23:59', true],
  ['22:00', '06:00', '00:00', true],
  ['22:00', '06:00', '05:59', true],
  ['22:00', '06:00', '06:00', false],
  ['12:00', '13:30', '11:59', false],
  ['12:00', '13:30', '13:29', true],
  ['12:00', '13:30', '13:30', false],
])('quiet from %s to %s: at %s in São Paulo it is %s', (de, ate, hora, quieto) => {
  expect(isSilencio({ de, ate }, at(hora))).toBe(quieto);
});

test('without quiet hours no hour is quiet', () => {
  expect(isSilencio(null, at('03:00'))).toBe(false);
});

test.each([
  [{ de: '22:00', ate: '06:00' }, true],
  [{ de: '24:00', ate: '06:00' }, false],
  [{ de: '9:00', ate: '10:00' }, false],
  [{ de: '22:00', ate: '22:00' }, false],
])('the hours %o are accepted: %s', (horas, aceitas) => {
  expect(Silencio.safeParse(horas).success).toBe(aceitas);
});

test('a subscription with a key of another length is refused', () => {
  const novo = {
    endpoint: 'https://x',
    p256dh: 'B'.repeat(87),
    auth: 'a'.repeat(22),
    silencio: null,
  };
  expect(NovoAparelho.safeParse(novo).success).toBe(true);
  expect(NovoAparelho.safeParse({ ...novo, p256dh: 'B'.repeat(40) }).success).toBe(false);
  expect(NovoAparelho.safeParse({ ...novo, auth: '!'.repeat(22) }).success).toBe(false);
});
