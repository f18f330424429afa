/** Builds src/sw.ts beside the page, with the list of the page's files. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { entriesOf, LICENCES } from './licences.ts';

/**
 * Files that are fetched when a screen asks for them: the player of one kind of camera, the
 * accounts of an outside provider, the licences. The rest is about 400 kB compressed.
 */
const ON_DEMAND = /^assets\/(hls|firebase)-|^licencas\.txt$/;
/** The licences of the worker's own packages, until they are added to the page's. */
const OWN_LICENCES = 'licencas-sw.txt';
/** The name of a built asset contains its hash. */
const HASHED = /^assets\//;

interface BuildFile {
  url: string;
  revision: string | null;
}

const hashOf = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);

/** The files of a build, by their addresses; the page's own address is '/'. */
function listFiles(folder: string): BuildFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => !ON_DEMAND.test(name) && name !== 'sw.js' && !name.startsWith('.'))
    .sort()
    .map((name) => ({
      url: name === 'index.html' ? '/' : `/${name}`,
      revision: HASHED.test(name) ? null : hashOf(join(folder, name)),
    }));
}

export function serviceWorker(): Plugin {
  let root = '';
  let folder = '';
  return {
    name: 'unipark-service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      folder = join(root, config.build.outDir);
    },
    async closeBundle() {
      // Called after a failed build too, whose own error is the one to be read.
      if (!existsSync(folder)) return;
      await build({
        configFile: false,
        root,
        publicDir: false,
        logLevel: 'error',
        define: {
          BUILD_FILES: JSON.stringify(listFiles(folder)),
          'process.env.NODE_ENV': '"production"',
        },
        build: {
          outDir: folder,
          emptyOutDir: false,
          target: 'es2022',
          license: { fileName: OWN_LICENCES },
          rolldownOptions: {
            input: join(root, 'src/sw.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      });
      const own = join(folder, OWN_LICENCES);
      appendFileSync(join(folder, LICENCES), entriesOf(readFileSync(own, 'utf8')));
      rmSync(own);
    },
  };
}
