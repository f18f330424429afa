/** What the README says of commands and variables is so. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readCameras, readCamerasFile } from '../server/src/cameras/file.ts';

const raiz = fileURLToPath(new URL('..', import.meta.url));
const ler = (arquivo: string): string => readFileSync(raiz + arquivo, 'utf8');
const readme = ler('README.md');

it('names every variable that the configuration reads, and no other', () => {
  const partes = globSync('server/src/config/*.ts', { cwd: raiz }).filter(
    (nome) => !nome.endsWith('.test.ts'),
  );
  const config = ['server/src/config.ts', ...partes].map(ler).join('\n');
  const aceitas = config.replace(/const AINDA_NAO = \[[^\]]*\]/, '');
  const lidas = [...aceitas.matchAll(/env\.([A-Z_]+)|env, '([A-Z_]+)'/g)].map(([, a, b]) => a ?? b);
  const escritas = [...readme.matchAll(/`([A-Z]{2,}_?[A-Z_]*)`/g)].map(([, nome]) => nome);
  // Where a test puts its own provider in the place of Google's.
  const internas = ['FIREBASE_JWKS_URL', 'FIREBASE_API_URL'];
  // Read by Node itself.
  const doNode = ['NODE_EXTRA_CA_CERTS'];
  expect(new Set(escritas.filter((nome) => !doNode.includes(nome ?? '')))).toEqual(
    new Set(lidas.filter((nome) => !internas.includes(nome ?? ''))),
  );
});

it('names only scripts that exist', () => {
  const { scripts } = JSON.parse(ler('package.json')) as { scripts: Record<string, string> };
  const citados = [
    ...readme.matchAll(/npm (?:run )?(start|demo|test|check|dev|bench|bar|imagens|unipark)\b/g),
  ];
  expect(citados.length).toBeGreaterThan(8);
  for (const [, nome] of citados) expect(scripts).toHaveProperty(nome as string);
});

it('shows pictures and links to pages that are there', () => {
  const ligacoes = [...readme.matchAll(/\]\((docs\/[^)#]+)\)/g)].map(
    ([, caminho]) => caminho as string,
  );
  expect(ligacoes.length).toBeGreaterThan(6);
  expect(ligacoes.filter((caminho) => !existsSync(raiz + caminho))).toEqual([]);
});

it('shows a cameras file that works as it is typed', () => {
  const [, texto = ''] = /```json\n([\s\S]*?)```/.exec(readme) ?? [];
  const segredos = new Map([['CAM1_SENHA', 'a senha']]);
  const existente = texto.replace('/run/secrets/camera2', `${raiz}package.json`);
  expect(existente).not.toBe(texto);
  const { cameras } = readCameras(existente, raiz, (nome) => segredos.get(nome));
  expect(cameras.map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
});

it('comes with the four cameras of the demonstration', () => {
  const { cameras } = readCamerasFile(`${raiz}demo/cameras.json`, () => undefined);
  expect(cameras.map(({ tipo }) => tipo)).toEqual(['demo', 'demo', 'demo', 'demo']);
});
