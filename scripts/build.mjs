/** `npm run build`: the screens and the server's programs, where they are not of the present sources. */
import { fileURLToPath } from 'node:url';
import { buildAll } from './programs.mjs';

await buildAll(fileURLToPath(new URL('..', import.meta.url)));
