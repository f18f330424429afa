import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { formatDiaIso, formatHora } from './horaLocal.ts';

const INSTANTES = [
  ...['2026-11-27T02:59:59.999Z', '2026-11-27T03:00:00.000Z', '2038-01-19T03:14:08Z'],
  // Around the last summers with a clock of their own.
  ...[
    '2018-11-04T02:59:00Z',
    '2018-11-04T03:00:00Z',
    '2019-02-17T01:59:00Z',
    '2019-02-17T02:00:00Z',
  ],
].map(Date.parse);
/** A clock may have parts of a millisecond. */
const VEZES = [...INSTANTES, 0, INSTANTES[0] + 0.5];

const PROGRAMA = `
  const { formatDiaIso, formatHora } = await import(process.argv[1]);
  const vezes = JSON.parse(process.argv[2]);
  console.log(JSON.stringify(vezes.map((vez) => [typeof Temporal, formatDiaIso(vez), formatHora(vez)])));
`;

it('days and hours are the same with Temporal, which browsers have, and without it', () => {
  const lidos = execFileSync(process.execPath, [
    ...['--harmony-temporal', '--no-warnings', '--input-type=module', '-e', PROGRAMA],
    ...[import.meta.resolve('./horaLocal.ts'), JSON.stringify(VEZES)],
  ]);
  expect(typeof Temporal).toBe('undefined');
  expect(JSON.parse(String(lidos))).toEqual(
    VEZES.map((vez) => ['object', formatDiaIso(vez), formatHora(vez)]),
  );
});
