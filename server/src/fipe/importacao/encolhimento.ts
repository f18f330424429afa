/** A safety net: half a file, or the wrong one, is told by how little is left of the catalogue. */
import type { Banco } from '../../platform/db/banco.ts';
import { countByTipo, type Nivel } from '../edicoesRepo.ts';
import { count } from '../rotulos.ts';

export const NOMES_TIPOS: Record<string, string> = {
  '1': 'carros',
  '2': 'motos',
  '3': 'caminhões',
};

const PALAVRAS: [nivel: Nivel, palavra: string][] = [
  ['fipe_marcas', 'marcas'],
  ['fipe_modelos', 'modelos'],
  ['fipe_anos', 'anos'],
];

/** An edition and the database in which it is. */
interface Lugar {
  db: Banco;
  id: number;
}

/** Sentences with the counts of each type that would shrink to less than half; none: it may go on. */
export async function describeShrinking(
  emUso: Lugar,
  nova: Lugar,
  tipos: Iterable<string>,
): Promise<string[]> {
  const frases: string[] = [];
  const contagens = await Promise.all(
    PALAVRAS.map(async ([nivel, palavra]) => ({
      palavra,
      antes: await countByTipo(emUso.db, emUso.id, nivel),
      agora: await countByTipo(nova.db, nova.id, nivel),
    })),
  );
  for (const tipo of tipos) {
    const deste = contagens.map(({ palavra, antes, agora }) => ({
      palavra,
      antes: antes.get(tipo) ?? 0,
      agora: agora.get(tipo) ?? 0,
    }));
    if (!deste.some(({ antes, agora }) => 2 * agora < antes)) continue;
    const list = (quando: 'antes' | 'agora') =>
      deste.map((nivel) => count(nivel[quando], nivel.palavra)).join(', ');
    const nome = NOMES_TIPOS[tipo] ?? tipo;
    frases.push(`Em ${nome}, o catálogo em uso tem ${list('antes')}; o arquivo, ${list('agora')}.`);
  }
  return frases;
}
