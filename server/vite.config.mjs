/** The programs of the server in few files: why, and which, is in `scripts/programs.mjs`. */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { PROGRAMAS, stampOf } from '../scripts/programs.mjs';

const raiz = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(raiz, 'server/dist');
/** The versions of the packages inside. */
const PACOTES = ['server/package.json', 'contract/package.json'];

/** What a module finds beside itself stays where it is. */
const ownAddress = {
  name: 'own-address',
  enforce: 'pre',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return undefined;
    const address = `new URL('${relative(DIST, id)}', import.meta.url).href`;
    return { code: code.replaceAll('import.meta.url', address), map: null };
  },
};

/** Writes the sources and their stamps beside the programs. */
const mark = {
  name: 'mark',
  generateBundle() {
    const fontes = [...this.getModuleIds()]
      .map((id) => relative(raiz, id))
      .filter((nome) => /^(server|contract|bar)\/.*\.ts$/.test(nome));
    const carimbos = [...fontes, ...PACOTES].map((nome) => [nome, stampOf(join(raiz, nome))]);
    const source = JSON.stringify(Object.fromEntries(carimbos));
    this.emitFile({ type: 'asset', fileName: '.fontes', source });
  },
};

export default defineConfig({
  plugins: [ownAddress, mark],
  // The packages of most files. The others stay outside: some look for files beside themselves.
  ssr: { noExternal: [/^@unipark\//, 'kysely', 'zod', 'jose', 'fastify-type-provider-zod'] },
  build: {
    ssr: true,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(
        Object.entries(PROGRAMAS)
          .map(([nome, fonte]) => [nome, join(raiz, fonte)])
          .filter(([, fonte]) => existsSync(fonte)),
      ),
      output: {
        chunkFileNames: '[name]-[hash].js',
        // The engine keeps the text: comments are a fifth of it, and one '→' doubles the size of a file.
        comments: { jsdoc: false, annotation: false },
        charset: 'ascii',
      },
    },
  },
});
