import { unzipSync } from 'fflate';

/** The files of an archive by their names. */
export const readZip = (bytes: Uint8Array): Record<string, Uint8Array> =>
  unzipSync(new Uint8Array(bytes));
