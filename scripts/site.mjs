import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';

const FONTES = ['web/src', 'web/public', 'contract/src'];
const AVULSOS = [
  'web/index.html',
  'web/vite.config.ts',
  'web/licences.ts',
  'web/parts.ts',
  'web/serviceWorker.ts',
  'package-lock.json',
];
const COMPRIMIVEL = /\.(js|css|svg|json)$/;

const arquivosDe = (pasta) =>
  readdirSync(pasta, { recursive: true, withFileTypes: true })
    .filter((entrada) => entrada.isFile() && !/\.test\.tsx?$/.test(entrada.name))
    .map((entrada) => join(entrada.parentPath, entrada.name))
    .sort();

function fingerprint(raiz) {
  const hash = createHash('sha256');
  const arquivos = [
    ...FONTES.flatMap((pasta) => arquivosDe(join(raiz, pasta))),
    ...AVULSOS.map((arquivo) => join(raiz, arquivo)),
  ];
  for (const arquivo of arquivos)
    hash.update(arquivo.slice(raiz.length)).update(readFileSync(arquivo));
  return hash.digest('hex');
}

const ler = (arquivo) => {
  try {
    return readFileSync(arquivo, 'utf8');
  } catch {
    return undefined;
  }
};

/** Builds a package of this project with its own configuration. */
export function runVite(raiz, pacote) {
  return new Promise((resolve, reject) => {
    const vite = join(raiz, 'node_modules/vite/bin/vite.js');
    const filho = spawn(process.execPath, [vite, 'build', '--logLevel', 'error'], {
      cwd: join(raiz, pacote),
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    filho.on('error', reject);
    filho.on('exit', (codigo) =>
      codigo === 0 ? resolve() : reject(new Error(`A montagem de ${pacote} falhou.`)),
    );
  });
}

/** Writes each asset also as .br and .gz: compressed once, not at every answer. */
function compress(pasta) {
  for (const arquivo of arquivosDe(pasta).filter((nome) => COMPRIMIVEL.test(nome))) {
    const conteudo = readFileSync(arquivo);
    const params = { [zlib.BROTLI_PARAM_QUALITY]: 11 };
    writeFileSync(`${arquivo}.br`, brotliCompressSync(conteudo, { params }));
    writeFileSync(`${arquivo}.gz`, gzipSync(conteudo, { level: 9 }));
  }
}

/** Whether this user may build: a service often runs as a user that can only read. */
export function canWrite(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Builds web/dist unless it is up to date. A mark inside it names its sources, so a copied folder
 * counts as a build. An image and an offline bundle have the build alone, without its sources.
 * Ends the process with one sentence where it cannot build.
 */
export async function buildSite(raiz) {
  const dist = join(raiz, 'web/dist');
  if (!existsSync(join(raiz, 'web/src')) && existsSync(join(dist, 'index.html'))) return;
  const marca = join(dist, '.fontes');
  const atual = fingerprint(raiz);
  if (ler(marca) === atual) return;
  if (!canWrite(join(raiz, 'web'))) {
    process.stderr.write(
      'As telas desta versão ainda não foram montadas, e este usuário não pode gravar na pasta web. ' +
        'Rode "npm run build" com o dono da pasta.\n',
    );
    process.exit(1);
  }
  process.stdout.write('Montando as telas…\n');
  await runVite(raiz, 'web');
  compress(join(dist, 'assets'));
  writeFileSync(marca, atual);
}
