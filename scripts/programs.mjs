/**
 * The server's programs in few files, server/dist (`server/vite.config.mjs`): a thousand modules loaded
 * one by one take half of a start. They are used while the sources are the ones of the build.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { buildSite, canWrite, runVite } from './site.mjs';

/** Programs, with the processes that they start; the tests' own are where the tests are. */
export const PROGRAMAS = {
  servidor: 'server/src/main.ts',
  demonstracao: 'server/src/demo/main.ts',
  ferramenta: 'server/src/unipark.ts',
  copias: 'server/src/copias/trabalhoProcesso.ts',
  'teste-servidor': 'server/test/filho.ts',
  'teste-importacao': 'server/test/importacaoFilho.ts',
  'teste-lote': 'server/test/loteFilho.ts',
};

/** Size and second of the last change: what an archive keeps of a file. */
export function stampOf(arquivo) {
  const { size, mtimeMs } = statSync(arquivo);
  return `${size} ${Math.floor(mtimeMs / 1000)}`;
}

/** The sources of the build with their stamps are in its mark. An image and a bundle have no tests. */
function isCurrent(raiz) {
  try {
    const fontes = JSON.parse(readFileSync(join(raiz, 'server/dist/.fontes'), 'utf8'));
    const semTestes = !existsSync(join(raiz, 'server/test'));
    return Object.entries(fontes).every(
      ([nome, dita]) =>
        (semTestes && nome.startsWith('server/test/')) || stampOf(join(raiz, nome)) === dita,
    );
  } catch {
    return false;
  }
}

/** The built file of a program, or the program itself. */
export function findProgram(raiz, arquivo) {
  const programa = resolve(raiz, arquivo);
  const nome = relative(raiz, programa);
  const achado = Object.entries(PROGRAMAS).find(([, fonte]) => fonte === nome);
  const montado = achado && join(raiz, 'server/dist', `${achado[0]}.js`);
  return montado && existsSync(montado) && isCurrent(raiz) ? montado : programa;
}

/** Builds the programs where this user and this installation can: they also run from their sources. */
async function buildPrograms(raiz) {
  const pasta = join(raiz, 'server');
  if (isCurrent(raiz) || !existsSync(join(pasta, 'vite.config.mjs')) || !canWrite(pasta)) return;
  await runVite(raiz, 'server');
}

/** Builds the screens and the programs that are not of the present sources. */
export async function buildAll(raiz) {
  await buildSite(raiz);
  await buildPrograms(raiz);
}
