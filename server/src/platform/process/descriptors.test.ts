import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { connectionLimit, openFilesLimit } from './descriptors.ts';

it('reads the limit in force, not the maximum', () => {
  const linhas =
    'Limit  Soft Limit  Hard Limit  Units\nMax processes  31195  31195  processes\nMax open files            1024                 524288               files';
  expect(openFilesLimit(linhas)).toBe(1_024);
  expect(
    openFilesLimit('Max open files            unlimited            unlimited'),
  ).toBeUndefined();
});

it.runIf(process.platform === 'linux')('leaves some for everything else', () => {
  expect(connectionLimit()).toBeGreaterThan(32);
  const modulo = fileURLToPath(new URL('descriptors.ts', import.meta.url));
  const pergunta = `console.log((await import('${modulo}')).connectionLimit())`;
  const { stdout } = spawnSync(
    'sh',
    ['-c', `ulimit -n 300; "${process.execPath}" --input-type=module -e "${pergunta}"`],
    { encoding: 'utf8' },
  );
  expect(Number(stdout)).toBe(172);
});
