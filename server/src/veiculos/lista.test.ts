/** Lists of more rows than are sorted: by each filter, in each order, page by page. */
import { ORDENS_VEICULO } from '@unipark/contract/veiculo';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestBanco, type TestBanco } from '../../test/banco.ts';
import { plansOf, testOfSqlite } from '../../test/planos.ts';
import { fill } from '../demo/registro.ts';
import { list, type VeiculosQuery } from './listaRepo.ts';

const VEICULOS = 1_800;

let teste: TestBanco;
let carros: Record<string, string | number | null>[];
beforeAll(async () => {
  teste = await openTestBanco();
  await fill(teste.db, VEICULOS);
  carros = await teste.db.selectFrom('veiculos').selectAll().execute();
});
afterAll(() => teste.close());

const COLUNAS = {
  placa: 'placa',
  modelo: 'modelo_ordem',
  cor: 'cor_ordem',
  status: 'status_ordem',
  atualizado: 'atualizado_em',
} as const;

function compare(a: unknown, b: unknown): number {
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}

const FILTROS: VeiculosQuery[] = [
  {},
  { tipo: '1' },
  { status: 'ATIVO' },
  { status: 'ATIVO', tipo: '1' },
];

it.each(FILTROS.flatMap((filtros) => ORDENS_VEICULO.map((ordem) => [filtros, ordem] as const)))(
  '%j by %s: every page forward, and back',
  async (filtros, ordem) => {
    for (const sinal of ['', '-']) {
      const coluna = COLUNAS[ordem];
      const esperadas = carros
        .filter(({ tipo }) => !filtros.tipo || tipo === filtros.tipo)
        .filter(({ status }) => !filtros.status || status === filtros.status)
        .sort((a, b) => compare(a[coluna], b[coluna]) || compare(a.placa, b.placa))
        .map(({ placa }) => placa);
      if (sinal) esperadas.reverse();
      const pedido = { ...filtros, ordem: sinal + ordem, limite: 400 };
      let pagina = await list(teste.db, pedido);
      const vistas = pagina.linhas.map(({ placa }) => placa);
      while (pagina.proximo) {
        pagina = await list(teste.db, { ...pedido, apos: pagina.proximo });
        vistas.push(...pagina.linhas.map(({ placa }) => placa));
      }
      expect(vistas).toEqual(esperadas);
      if (!pagina.anterior) continue;
      const antes = await list(teste.db, { ...pedido, antes: pagina.anterior });
      const inicio = esperadas.length - pagina.linhas.length - 400;
      expect(antes.linhas.map(({ placa }) => placa)).toEqual(esperadas.slice(inicio, inicio + 400));
    }
  },
);

testOfSqlite('many rows of a filter are found along the order', async () => {
  const passos = await plansOf(teste.db, (trx) => list(trx, { tipo: '1', ordem: 'modelo' }));
  expect(passos).toContain('SCAN veiculos USING INDEX veiculos_modelo_ordem_placa_idx');
  expect(passos.join()).not.toContain('TEMP B-TREE');
});
