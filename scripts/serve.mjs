/** `npm start` and `npm run demo` (argument `demo`): builds what is not built yet, starts the server. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildAll, findProgram, PROGRAMAS } from './programs.mjs';

const raiz = fileURLToPath(new URL('..', import.meta.url));
await buildAll(raiz);
const { servidor, demonstracao } = PROGRAMAS;
const programa = findProgram(raiz, process.argv[2] === 'demo' ? demonstracao : servidor);
await import(pathToFileURL(programa).href);
