import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestBanco, type TestBanco } from '../../../test/banco.ts';
import { walkedSource } from './orderWalk.ts';
import { paginate, type RowSource, type SortOrder, sourceOf } from './page.ts';
import { indexCondition, parseTerms, rowCondition, searchText } from './search.ts';

const LINHAS = 300;
/** A few early hits, and the others at the far end of the order of names. */
const isHit = (i: number): boolean => i === 3 || i === 40 || i >= 250;

let teste: TestBanco;
beforeAll(async () => {
  teste = await openTestBanco();
  const pessoas = Array.from({ length: LINHAS }, (_, i) => {
    // Names repeat, so that slices end between equal ones.
    const nome = `nome ${String(Math.floor(i / 4)).padStart(3, '0')}${isHit(i) ? ' silva' : ''}`;
    const matricula = String((i * 37) % LINHAS);
    const busca = searchText([nome], [matricula]);
    return {
      nome,
      matricula,
      nome_ordem: nome,
      busca,
      versao: 1,
      criado_em: '',
      atualizado_em: '',
    };
  });
  await teste.db.insertInto('proprietarios').values(pessoas).execute();
});
afterAll(() => teste.close());

type Pessoas = RowSource<'proprietarios', { matricula: string }>;

/** Every page to the end and back to the first. */
async function turnPages(fonte: Pessoas, ordem: SortOrder, limite: number): Promise<string[][]> {
  const paginas: string[][] = [];
  for (const lado of ['proximo', 'anterior'] as const) {
    let pedido = {};
    for (let feitas = 0; feitas < 100; feitas += 1) {
      const pagina = await paginate(fonte, ordem, { limite, ...pedido });
      paginas.push(pagina.linhas.map(({ matricula }) => matricula));
      const cursor = pagina[lado];
      if (!cursor) break;
      pedido = lado === 'proximo' ? { apos: cursor } : { antes: cursor };
    }
  }
  return paginas;
}

const termos = parseTerms('silva');
const select = () => teste.db.selectFrom('proprietarios').select('matricula');
const walked = (primeira: number): Pessoas => {
  const consulta = select().where(indexCondition('proprietarios', termos));
  const base = select().where(rowCondition('proprietarios', termos));
  const noFim = { consulta, total: 52, passos: 3 };
  return walkedSource(teste.db, base, 'proprietarios', noFim, { primeira, depois: 150 });
};

it.each([
  [7, 'nome_ordem', false, 5],
  [7, 'nome_ordem', true, 5],
  [2, 'nome_ordem', false, 60],
  [100, 'nome_ordem', true, 7],
  [7, 'matricula', false, 5],
  [7, 'matricula', true, 9],
])(
  'slices from %i on in the order %s (descending: %s) give the pages of one query',
  async (primeira, coluna, desc, limite) => {
    const ordem = { coluna, chave: 'matricula', desc };
    const inteira = sourceOf(teste.db, select().where(rowCondition('proprietarios', termos)));
    const esperadas = await turnPages(inteira, ordem, limite);
    expect(new Set(esperadas.flat()).size).toBe(52);
    expect(await turnPages(walked(primeira), ordem, limite)).toEqual(esperadas);
  },
);

it('lets other work run between two slices', async () => {
  let vezes = 0;
  let andando = true;
  const countTurn = (): void => {
    vezes += 1;
    if (andando) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  const ordem = { coluna: 'nome_ordem', chave: 'matricula', desc: false };
  await paginate(walked(2), ordem, { limite: 5 });
  andando = false;
  expect(vezes).toBeGreaterThan(2);
});
