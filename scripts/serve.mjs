/** `npm start` and `npm run demo` (argument `demo`): builds the screens when needed, starts the server. */
import { fileURLToPath } from 'node:url';
import { buildSite } from './site.mjs';

await buildSite(fileURLToPath(new URL('..', import.meta.url)));
await import(process.argv[2] === 'demo' ? '../server/src/demo/main.ts' : '../server/src/main.ts');
