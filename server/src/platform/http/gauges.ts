import type { Gauge } from 'prom-client';

/**
 * Sets a gauge to a value that is read for the scrape. Without one, and while the read fails, the
 * gauge is absent, and the other measures of the scrape are not lost.
 */
export async function setWhileRead(
  gauge: Gauge,
  read: () => Promise<number | undefined>,
): Promise<void> {
  const lida = await read().catch(() => undefined);
  if (lida === undefined) gauge.remove();
  else gauge.set(lida);
}
