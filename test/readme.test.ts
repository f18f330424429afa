/** The README agrees with the scripts, the variables and the files. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CAMPOS_RETENCAO } from '@unipark/contract/retencao';
import { expect, it } from 'vitest';
import { readCameras, readCamerasFile } from '../server/src/cameras/file.ts';
import { variableOf } from '../server/src/config/retencao.ts';

const raiz = fileURLToPath(new URL('..', import.meta.url));
const read = (arquivo: string): string => readFileSync(raiz + arquivo, 'utf8');
const readme = read('README.md');

it('names every variable that the configuration reads, and no other', () => {
  const partes = globSync('server/src/config/*.ts', { cwd: raiz }).filter(
    (nome) => !nome.endsWith('.test.ts'),
  );
  const config = ['server/src/config.ts', ...partes].map(read).join('\n');
  const lidas = [...config.matchAll(/env\.([A-Z_]+)|env, '([A-Z_\d]+)'/g)].map(
    ([, a, b]) => a ?? b,
  );
  // One variable for each period, by its name.
  lidas.push(...CAMPOS_RETENCAO.map(variableOf));
  const escritas = [...readme.matchAll(/`([A-Z]{2,}_?[A-Z_\d]*)`/g)].map(([, nome]) => nome);
  // Read by Node itself.
  const doNode = ['NODE_EXTRA_CA_CERTS'];
  expect(new Set(escritas.filter((nome) => !doNode.includes(nome ?? '')))).toEqual(new Set(lidas));
});

it('names only scripts that exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const citados = [...readme.matchAll(/npm (?:run ([a-z][a-z:0-9]*)|(start|test)\b)/g)];
  expect(citados.length).toBeGreaterThan(8);
  for (const [, nome, curto] of citados) expect(Object.keys(scripts)).toContain(nome ?? curto);
});

it('shows pictures and links to pages that exist', () => {
  const ligacoes = [...readme.matchAll(/\]\((docs\/[^)#]+)\)/g)].map(
    ([, caminho]) => caminho as string,
  );
  expect(ligacoes.length).toBeGreaterThan(6);
  expect(ligacoes.filter((caminho) => !existsSync(raiz + caminho))).toEqual([]);
});

it('shows a cameras file that works when it is copied', () => {
  const [, texto = ''] = /```json\n([\s\S]*?)```/.exec(readme) ?? [];
  const segredos = new Map([['CAM1_SENHA', 'a senha']]);
  const existente = texto.replace('/run/secrets/camera2', `${raiz}package.json`);
  expect(existente).not.toBe(texto);
  const { cameras } = readCameras(existente, raiz, (nome) => segredos.get(nome));
  expect(cameras.map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
});

it('the demonstration has four cameras', () => {
  const { cameras } = readCamerasFile(`${raiz}demo/cameras.json`, () => undefined);
  expect(cameras.map(({ tipo }) => tipo)).toEqual(['demo', 'demo', 'demo', 'demo']);
});
