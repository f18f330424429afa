import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const VEZES = [
  ...['2026-11-27T02:59:59.999Z', '2026-11-27T03:00:00.000Z', '2038-01-19T03:14:08Z'],
  // Around the last changes of summer time.
  ...[
    '2018-11-04T02:59:00Z',
    '2018-11-04T03:00:00Z',
    '2019-02-17T01:59:00Z',
    '2019-02-17T02:00:00Z',
  ],
  '1970-01-01T00:00:00.001Z',
].map((vez) => Date.parse(vez));

const PROGRAMA = `
  const { formatDiaIso, formatHora } = await import(process.argv[1]);
  const vezes = [...JSON.parse(process.argv[2]), 0.5];
  const ler = () => [typeof Temporal, ...vezes.flatMap((vez) => [formatDiaIso(vez), formatHora(vez)])];
  const com = ler();
  delete globalThis.Temporal;
  console.log(JSON.stringify([com, ler()]));
`;

it('days and hours are the same where a browser has Temporal and where it has not', () => {
  const [com, sem] = JSON.parse(
    execFileSync(
      process.execPath,
      [
        ...['--harmony-temporal', '--no-warnings', '--input-type=module', '-e', PROGRAMA],
        ...[import.meta.resolve('./horaLocal.ts'), JSON.stringify(VEZES)],
      ],
      { encoding: 'utf8' },
    ),
  );
  expect([com[0], sem[0]]).toEqual(['object', 'undefined']);
  expect(com.slice(1)).toEqual(sem.slice(1));
  expect(sem.slice(1, 5)).toEqual(['2026-11-26', '23:59', '2026-11-27', '00:00']);
});
