import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const url = (arquivo: string): string => new URL(arquivo, import.meta.url).href;

/** When it is told to, it blocks its only thread for a second, as a statement of SQLite does. */
const PROGRAMA = `
  import { once } from 'node:events';
  import { openOutput } from '${url('./output.ts')}';
  import { openProgress } from '${url('./progress.ts')}';
  const progress = openProgress(openOutput(1), 100);
  progress.say('begun');
  progress.tell('first');
  await once(process.stdin, 'data');
  process.stdin.destroy();
  progress.tell('second');
  for (const fim = performance.now() + 1_000; performance.now() < fim; );
  await progress.close();
  process.stdout.write('ended\\n');
`;

it('says what is being done while the thread of the work is blocked', async () => {
  const filho = spawn(process.execPath, ['--input-type=module', '-e', PROGRAMA], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const linhas: { texto: string; quando: number }[] = [];
  filho.stdout.on('data', (parte: Buffer) => {
    for (const texto of String(parte).trimEnd().split('\n')) {
      linhas.push({ texto, quando: performance.now() });
      const isFirst = /^ {2}first, há \d+ s$/.test(texto);
      if (isFirst && !filho.stdin.writableEnded) filho.stdin.end('go on');
    }
  });
  const [codigo] = await once(filho, 'close');
  expect(codigo).toBe(0);
  const textos = linhas.map(({ texto }) => texto);
  expect([textos[0], textos.at(-1)]).toEqual(['begun', 'ended']);
  const segunda = linhas.filter(({ texto }) => texto.startsWith('  second, há '));
  expect(segunda.length).toBeGreaterThan(3);
  // Not all at once after the block.
  const [de, ate] = [segunda[0], segunda.at(-1)].map((linha) => linha?.quando ?? 0);
  expect((ate ?? 0) - (de ?? 0)).toBeGreaterThan(300);
});
