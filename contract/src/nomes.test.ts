import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The exported names of a module; a schema and its type share one name. */
const namesOf = (arquivo: string): string[] => {
  const texto = readFileSync(new URL(arquivo, import.meta.url), 'utf8');
  const achados = texto.matchAll(/^export (?:const|(?:async )?function|type|interface) (\w+)/gm);
  return [...new Set([...achados].map(([, nome = '']) => nome))];
};

it('no two modules export the same name', () => {
  const arquivos = readdirSync(new URL('.', import.meta.url)).filter(
    (nome) => nome.endsWith('.ts') && !nome.endsWith('.test.ts'),
  );
  const donos = new Map<string, string[]>();
  for (const arquivo of arquivos) {
    for (const nome of namesOf(arquivo)) {
      donos.set(nome, [...(donos.get(nome) ?? []), arquivo]);
    }
  }
  expect(donos.get('SITUACOES_PASSAGEM')).toEqual(['listaPassagens.ts']);
  expect(donos.get('Dispositivo')).toEqual(['dispositivo.ts']);
  expect([...donos].filter(([, modulos]) => modulos.length > 1)).toEqual([]);
});
