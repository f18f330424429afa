/** Builds the web application when its sources changed since the last build. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const FONTES = ['web/src', 'web/public', 'contract/src'];
const AVULSOS = ['web/index.html', 'web/vite.config.ts', 'package-lock.json'];
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

function run(raiz) {
  return new Promise((resolve, reject) => {
    const vite = join(raiz, 'node_modules/vite/bin/vite.js');
    const filho = spawn(process.execPath, [vite, 'build', '--logLevel', 'error'], {
      cwd: join(raiz, 'web'),
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    filho.on('error', reject);
    filho.on('exit', (codigo) =>
      codigo === 0 ? resolve() : reject(new Error('A montagem das telas falhou.')),
    );
  });
}

/** Each asset also as .br and .gz, compressed once instead of at every answer. */
function compress(pasta) {
  for (const arquivo of arquivosDe(pasta).filter((nome) => COMPRIMIVEL.test(nome))) {
    const conteudo = readFileSync(arquivo);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    writeFileSync(`${arquivo}.br`, brotliCompressSync(conteudo, { params }));
    writeFileSync(`${arquivo}.gz`, gzipSync(conteudo, { level: 9 }));
  }
}

/** Leaves web/dist up to date; a second start finds it so and does nothing. */
export async function buildSite(raiz) {
  const marca = join(raiz, 'node_modules/.cache/unipark/site');
  const atual = fingerprint(raiz);
  const pronto = ler(join(raiz, 'web/dist/index.html')) !== undefined;
  if (pronto && ler(marca) === atual) return;
  process.stdout.write('Montando as telas…\n');
  await run(raiz);
  compress(join(raiz, 'web/dist/assets'));
  mkdirSync(dirname(marca), { recursive: true });
  writeFileSync(marca, atual);
}
