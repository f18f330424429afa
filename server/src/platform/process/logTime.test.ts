import { expect, it } from 'vitest';
import { createHttp } from '../http/http.ts';
import { formatLogTime } from './logTime.ts';

it('a time of the log is that of a clock in São Paulo', () => {
  const ms = Date.UTC(2026, 10, 26, 2, 5, 6, 7);
  expect(formatLogTime(ms)).toBe('2026-11-25T23:05:06.007-03:00');
  expect(Date.parse(formatLogTime(ms))).toBe(ms);
});

it.each([
  [true, /"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}-03:00"/],
  [false, /"time":\d{13},/],
])('lines of the log have it where it is asked for: %s', async (logLocal, forma) => {
  const linhas: string[] = [];
  const output = {
    write: (linha: string) => void linhas.push(linha),
    flush: () => undefined,
    dropped: () => 0,
  };
  const base = { logLevel: 'info', trustProxy: [], versao: '1.0.0', https: false };
  const app = createHttp({ ...base, logLocal, output });
  app.log.info('a line');
  await app.close();
  expect(linhas.join('')).toMatch(forma);
});
