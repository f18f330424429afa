import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createProgresso } from './progresso.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function buildTerminal(isTTY: boolean, columns = 80) {
  const escritos: string[] = [];
  return { isTTY, columns, write: (texto: string) => escritos.push(texto), escritos };
}

describe('in a terminal', () => {
  test('one line is redrawn, with percentage, rate and time left', () => {
    const saida = buildTerminal(true);
    const progresso = createProgresso(saida, 'marcas');
    progresso.show(0, 200);
    vi.advanceTimersByTime(50);
    progresso.show(1, 200);
    expect(saida.escritos).toEqual(['\r\x1b[K[░░░░░░░░░░░░░░░░░░░░░░░░] 0% · 0 de 200 marcas']);
    vi.advanceTimersByTime(49_950);
    progresso.show(100, 200);
    expect(saida.escritos[1]).toBe(
      '\r\x1b[K[████████████░░░░░░░░░░░░] 50% · 100 de 200 marcas · 2/s · faltam 50 s',
    );
    progresso.show(200, 200);
    progresso.end();
    expect(saida.escritos.slice(2)).toEqual([
      '\r\x1b[K[████████████████████████] 100% · 200 de 200 marcas · 4/s',
      '\n',
    ]);
  });

  test('a narrow one has no bar, and no line wraps', () => {
    const saida = buildTerminal(true, 30);
    createProgresso(saida, 'linhas').show(12_345, 50_000);
    expect(saida.escritos).toEqual(['\r\x1b[K24% · 12.345 de 50.000 linhas']);
    const semTamanho = buildTerminal(true, 0);
    createProgresso(semTamanho, 'linhas').show(12_345, 50_000);
    expect(semTamanho.escritos[0]).toMatch(/\[█+░+\] 24% · 12\.345 de 50\.000 linhas$/);
  });
});

describe('elsewhere', () => {
  test('a plain line every few seconds, and the last one', () => {
    const saida = buildTerminal(false);
    const progresso = createProgresso(saida, 'linhas');
    progresso.show(0, null);
    vi.advanceTimersByTime(4_000);
    progresso.show(400, null);
    vi.advanceTimersByTime(1_000);
    progresso.show(1_500, 3_000);
    progresso.show(1_600, 3_000);
    progresso.end();
    expect(saida.escritos).toEqual([
      '0 linhas\n',
      '50% · 1.500 de 3.000 linhas · 300/s · faltam 5 s\n',
      '53% · 1.600 de 3.000 linhas · 320/s · faltam 5 s\n',
    ]);
  });

  test('the work of an earlier run is not in the rate', () => {
    const saida = buildTerminal(false);
    const progresso = createProgresso(saida, 'marcas');
    progresso.show(100, 200);
    vi.advanceTimersByTime(10_000);
    progresso.show(110, 200);
    expect(saida.escritos[1]).toBe('55% · 110 de 200 marcas · 1/s · faltam 2 min\n');
  });

  test('without a call of show, end writes nothing', () => {
    const saida = buildTerminal(true);
    createProgresso(saida, 'marcas').end();
    expect(saida.escritos).toEqual([]);
  });
});
