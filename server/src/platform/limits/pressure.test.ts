/** An overloaded server refuses new work, and its health still answers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { buildTestApp } from '../../../test/app.ts';

/** Blocks the event loop for `ms`. */
function block(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

test('a blocked event loop: new work is 503 with Retry-After, /healthz is 200, later requests succeed', async () => {
  const teste = await buildTestApp({ dubles: { maxDelay: 100 } });
  const getStatus = async (url: string) => (await teste.request({ url })).statusCode;
  const busy = setInterval(() => block(200), 1);
  await expect.poll(() => getStatus('/db/veiculos')).toBe(503);
  const reply = await teste.request({ url: '/db/veiculos' });
  expect(reply.headers['retry-after']).toBe('2');
  expect(reply.json()).toMatchObject({ codigo: 'ocupado' });
  expect(await getStatus('/healthz')).toBe(200);
  clearInterval(busy);
  await sleep(0);
  await expect.poll(() => getStatus('/db/veiculos')).toBe(200);
  await teste.close();
});

test('the first two seconds are no overload: they contain the start', async () => {
  const start = performance.now();
  const isFresh = () => performance.now() < start + 2_000;
  const teste = await buildTestApp({ dubles: { maxDelay: 1 } });
  await teste.app.ready();
  const busy = setInterval(() => block(200), 1);
  const statuses = new Set<number>();
  do {
    await sleep(1);
    const { statusCode } = await teste.request({ url: '/db/veiculos' });
    if (isFresh()) statuses.add(statusCode);
  } while (isFresh());
  clearInterval(busy);
  expect([...statuses]).toEqual([200]);
  await teste.close();
});
