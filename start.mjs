/** Entry of `npm start` and `npm run demo`. Plain JavaScript, so that an older Node can still read why it must go. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [maior] = process.versions.node.split('.').map(Number);
if (maior < 24) {
  process.stderr.write(
    `O UNIPARK precisa do Node.js 24 ou mais novo; este é o ${process.versions.node}.\n` +
      'Use "npm ci" e depois "npm start": eles trazem e usam o Node certo (Linux e Windows).\n' +
      'No macOS, instale o Node.js 24 antes.\n',
  );
  process.exit(1);
}
const raiz = fileURLToPath(new URL('.', import.meta.url));
if (!existsSync(`${raiz}node_modules/fastify`)) {
  process.stderr.write('Faltam as dependências. Use "npm ci" e depois "npm start".\n');
  process.exit(1);
}
const { buildSite } = await import('./scripts/site.mjs');
await buildSite(raiz);
await import(process.argv[2] === 'demo' ? './server/src/demo/main.ts' : './server/src/main.ts');
