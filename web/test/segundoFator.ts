import { createRequire } from 'node:module';

export type { TotpSetup as ComTotp } from '../../server/test/segundoFator.ts';

type Fatores = typeof import('../../server/test/segundoFator.ts');

/** The server's own builders, loaded by Node as the server is. */
export const startFatores = (): Fatores =>
  createRequire(import.meta.url)('../../server/test/segundoFator.ts') as Fatores;
