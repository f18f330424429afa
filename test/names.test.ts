import { expect, it } from 'vitest';
import { findFaults } from '../scripts/names.ts';

it('refuses two types of one name, Props and Deps apart', () => {
  const faults = findFaults([
    ['a.ts', 'export interface Linha { a: 1 }\ntype Props = { a: 1 };\ntype Deps = { a: 1 };'],
    ['b.ts', 'class Linha {}\ntype Props = { b: 1 };\ntype Deps = { b: 1 };'],
    ['c.ts', 'function f() { type Linha = 1; }'],
  ]);
  expect(faults).toEqual(['two types of one name: Linha a.ts:1 b.ts:1']);
});

it.each([
  'function abrir() {}',
  'const lerPlaca = () => 1;',
  'const o = { excluir() {}, ok: 1 };',
  'interface O { enviar(): void }',
  'interface O { aoFechar: () => void }',
  'const o = { ehVerde: (x) => x };',
])('refuses a Portuguese verb: %s', (text) => {
  expect(findFaults([['a.ts', text]])).toHaveLength(1);
});

it.each([
  'function openPlaca() {}',
  'const ler = 1;',
  'interface O { filter(): void; order: string }',
  'const enterGate = () => 1;',
])('lets through: %s', (text) => {
  expect(findFaults([['a.ts', text]])).toEqual([]);
});

it('refuses a function of a repo whose name begins with no known verb', () => {
  const text =
    'export const newest = () => 1;\nexport async function findCar() { const sameCar = () => 1; }\nconst own = () => 1;';
  expect(findFaults([['x/vidaRepo.ts', text]])).toEqual(['no verb: newest x/vidaRepo.ts:1']);
  expect(findFaults([['x/vida.ts', text]])).toEqual([]);
});
