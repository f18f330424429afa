import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let logFault: typeof import('./repeats.ts').logFault;

// A module of its own for each test: the files of a worker share the counts of the other one.
let copies = 0;
beforeEach(async () => {
  copies += 1;
  ({ logFault } = await import(`./repeats.ts?${copies}`));
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

function collect() {
  const linhas: { dito: string; stack: boolean }[] = [];
  const error = (objeto: object, dito: string) => linhas.push({ dito, stack: 'err' in objeto });
  return { linhas, log: { error } as never };
}

const fault = (texto: string, code = 'SQLITE_IOERR') => Object.assign(new Error(texto), { code });

it('two hundred equal faults are one stack and one count', () => {
  const { linhas, log } = collect();
  for (let i = 0; i < 200; i += 1) logFault(log, fault('disk I/O error'), 'banco');
  expect(linhas).toEqual([{ dito: 'banco', stack: true }]);
  vi.advanceTimersByTime(5_000);
  expect(linhas[1]).toEqual({ dito: 'banco: mais 199 iguais', stack: false });
  vi.advanceTimersByTime(60_000);
  expect(linhas).toHaveLength(2);
});

it('a fault of another kind has its own line, and one that returns has a stack again', () => {
  const { linhas, log } = collect();
  logFault(log, fault('disk I/O error'), 'banco');
  logFault(log, fault('malformed', 'SQLITE_CORRUPT'), 'banco');
  expect(linhas).toHaveLength(2);
  vi.advanceTimersByTime(5_000);
  logFault(log, fault('disk I/O error'), 'banco');
  expect(linhas.map(({ stack }) => stack)).toEqual([true, true, true]);
});

it('faults that all differ do not fill the memory: above fifty kinds they are counted together', () => {
  const { linhas, log } = collect();
  for (let i = 0; i < 1_000; i += 1) logFault(log, fault(`fault ${i}`), 'banco');
  expect(linhas).toHaveLength(51);
});
