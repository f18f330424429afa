/** A safety check: an incomplete or wrong file is detected, because the catalogue would shrink. */
import type { Banco } from '../../platform/db/banco.ts';
import { countByTipo, type LevelTable } from '../edicoesRepo.ts';
import { count } from '../rotulos.ts';

export const NOMES_TIPOS: Record<string, string> = {
  '1': 'carros',
  '2': 'motos',
  '3': 'caminhões',
};

const PALAVRAS: [nivel: LevelTable, palavra: string][] = [
  ['fipe_marcas', 'marcas'],
  ['fipe_modelos', 'modelos'],
  ['fipe_anos', 'anos'],
];

/** The counts of types that shrink to less than half; empty: the import may continue. */
export async function describeShrinking(
  db: Banco,
  { emUso, nova }: { emUso: number; nova: number },
  tipos: Iterable<string>,
): Promise<string[]> {
  const frases: string[] = [];
  const contagens = await Promise.all(
    PALAVRAS.map(async ([nivel, palavra]) => ({
      palavra,
      antes: await countByTipo(db, emUso, nivel),
      agora: await countByTipo(db, nova, nivel),
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
