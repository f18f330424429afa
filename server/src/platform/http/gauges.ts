import type { Gauge } from 'prom-client';

/**
 * Sets a gauge to a value that is read for the scrape. While the read fails the gauge is absent, and
 * the other measures of the scrape are not lost.
 */
export async function setWhileRead(gauge: Gauge, read: () => Promise<number>): Promise<void> {
  try {
    gauge.set(await read());
  } catch {
    gauge.remove();
  }
}
