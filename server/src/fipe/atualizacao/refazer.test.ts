import { afterEach, describe, expect, test } from 'vitest';
import { type BancadaCatalogo, openCatalogo } from '../../../test/catalogo.ts';
import { until } from '../../../test/espera.ts';
import { buildTabela } from '../../../test/respostasFipe.ts';

let bancada: BancadaCatalogo;
afterEach(() => bancada.close());

describe('a provider that fails', () => {
  test('the next of the chain answers', async () => {
    bancada = await openCatalogo({}, ['oficial', 'brasilapi']);
    bancada.deles.fault({ status: 500 }, 'oficial');
    const { ocorrencias, ...resto } = await bancada.refresh();
    expect(resto).toMatchObject({ origem: 'atualizacao', marcas: 9, modelos: 36 });
    expect(ocorrencias[0]).toMatchObject({ provedor: 'oficial' });
    expect(bancada.deles.contagens.brasilapi.pedidos).toBeGreaterThan(12);
  });

  test.each([
    ['403', { status: 403 }],
    ['429', { status: 429 }],
    ['a page', 'html200'],
  ] as const)(
    'all refuse with %s: it stops, reports it, and the old data stays in use',
    async (_, falha) => {
      bancada = await openCatalogo();
      await bancada.using('arquivo', { '1': { modelos: { '1001': 'Modelo antigo' } } });
      bancada.deles.fault({ slow: 10 });
      await bancada.start();
      await until(() => expect(bancada.listAsked().length).toBeGreaterThan(5));
      bancada.deles.fault(falha);
      const parada = await bancada.settled();
      const pedidos = bancada.deles.countPedidos();
      expect(parada).toMatchObject({ origem: 'arquivo', marcas: 1, modelos: 1 });
      expect(parada.andamento).toMatchObject({ parado: true, total: 12 });
      expect(parada.ocorrencias[0].motivo).toMatch(/^A atualização parou e continua depois\./);
      expect(await bancada.listNomes('1/1')).toEqual(['Modelo antigo']);
      await new Promise((pronto) => setTimeout(pronto, 100));
      expect(bancada.deles.countPedidos()).toBe(pedidos);
    },
  );

  test('a make without an answer, or with an empty one, keeps its models', async () => {
    bancada = await openCatalogo();
    await bancada.using('atualizacao', {
      '1': { modelos: { '1001': 'Antigo 1' } },
      '2': { modelos: { '2001': 'Antigo 2' } },
      '3': { modelos: { '3001': 'Some', '3002': 'Some também' } },
    });
    const { listModelos } = bancada.deles.tabela;
    bancada.deles.tabela.listModelos = (tipo, marca) =>
      tipo + marca === '12' ? [] : listModelos(tipo, marca);
    bancada.deles.corpo = (_, caminho) =>
      caminho === 'cars/brands/1/models' ? { nada: true } : undefined;
    const fim = await bancada.refresh();
    expect(fim).toMatchObject({ referencia: '2026-11', origem: 'atualizacao', andamento: null });
    expect(await bancada.listNomes('1/1')).toEqual(['Antigo 1']);
    expect(await bancada.listNomes('1/1/1001')).toEqual(['1999 Gasolina']);
    expect(await bancada.listNomes('1/2')).toEqual(['Antigo 2']);
    expect(await bancada.listNomes('1/3')).not.toContain('Some');
    expect(bancada.listAsked().filter((l) => l.endsWith('/cars/brands/1/models'))).toHaveLength(4);
  });

  test("of the release's catalogue only the same makes are kept", async () => {
    bancada = await openCatalogo();
    await bancada.using('inicial', {
      '1': { nome: 'Outra marca', modelos: { '1001': 'De outra' } },
      '2': { modelos: { '2001': 'Da mesma' } },
    });
    const { listModelos } = bancada.deles.tabela;
    bancada.deles.tabela.listModelos = (tipo, marca) =>
      tipo === '1' && marca < '3' ? [] : listModelos(tipo, marca);
    await bancada.refresh();
    expect(await bancada.listNomes('1/1')).toEqual([]);
    expect(await bancada.listNomes('1/2')).toEqual(['Da mesma']);
  });
});

describe('an answer that is too small', () => {
  test('with fewer than half the makes of a type is not activated', async () => {
    bancada = await openCatalogo();
    await bancada.refresh();
    bancada.deles.mes = 'dezembro de 2026';
    const { listMarcas } = bancada.deles.tabela;
    bancada.deles.tabela.listMarcas = (tipo) => listMarcas(tipo).slice(0, tipo === '3' ? 1 : 3);
    const antes = bancada.listAsked().length;
    const fim = await bancada.refresh();
    expect(fim).toMatchObject({ referencia: '2026-11', marcas: 9, andamento: null });
    expect(fim.ocorrencias[0]).toMatchObject({
      provedor: null,
      motivo: 'A resposta tem 1 marca do tipo Caminhão, e o catálogo em uso, 3. Ela não foi usada.',
    });
    // After the first wrong type nothing more is requested.
    expect(bancada.listAsked().length - antes).toBe(3);
    expect(await bancada.listNomes('3')).toHaveLength(3);
  });

  test("the same for models, also compared with the release's catalogue", async () => {
    bancada = await openCatalogo();
    const muitos = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [`${9000 + i}`, `Modelo ${i}`]),
    );
    await bancada.using('inicial', { '1': { modelos: muitos } });
    const recusada = await bancada.refresh();
    expect(recusada).toMatchObject({ origem: 'inicial', marcas: 1, modelos: 30, andamento: null });
    expect(recusada.ocorrencias[0].motivo).toMatch(/^A resposta tem 12 modelos do tipo Carro/);
    await bancada.using('atualizacao', { '1': { modelos: { '1001': 'Um' } } });
    expect(await bancada.refresh()).toMatchObject({ origem: 'atualizacao', modelos: 36 });
    bancada.deles.mes = 'dezembro de 2026';
    bancada.deles.tabela = buildTabela({ modelos: 1 });
    const fim = await bancada.refresh();
    expect(fim).toMatchObject({ referencia: '2026-11', modelos: 36, andamento: null });
    expect(fim.ocorrencias[0].motivo).toMatch(/^A resposta tem 3 modelos do tipo Carro/);
  });
});

describe('years', () => {
  test('of unchanged models are taken over', async () => {
    bancada = await openCatalogo();
    await bancada.using('atualizacao', {
      '1': { modelos: { '1001': 'Modelo 1001 1.1 Flex', '1002': 'Outro carro', '1999': 'Saiu' } },
      '2': { modelos: { '2001': 'Modelo 2001 1.1 Flex' } },
      '3': { modelos: {} },
    });
    expect(await bancada.refresh()).toMatchObject({ marcas: 9, modelos: 36, anos: 2 });
    bancada.deles.fault('hang');
    expect(await bancada.listNomes('1/1/1001')).toEqual(['1999 Gasolina']);
    expect(await bancada.listNomes('1/2/2001')).toEqual(['1999 Gasolina']);
    const anos = await bancada.teste.db
      .selectFrom('fipe_anos')
      .select('modelo')
      .distinct()
      .execute();
    expect(anos.map(({ modelo }) => modelo)).not.toContain('1002');
  });

  test('requested by a form during the refresh are kept', async () => {
    bancada = await openCatalogo();
    await bancada.refresh();
    bancada.deles.mes = 'dezembro de 2026';
    bancada.deles.fault({ slow: 20 });
    await bancada.start();
    await until(async () =>
      expect((await bancada.getSituacao()).andamento.feitos).toBeGreaterThan(8),
    );
    expect(await bancada.listNomes('1/1/1001')).toEqual(['Zero km Flex', '2025 Flex']);
    expect(await bancada.settled()).toMatchObject({ referencia: '2026-12', anos: 2 });
    const pedidos = bancada.deles.countPedidos();
    expect(await bancada.listNomes('1/1/1001')).toHaveLength(2);
    expect(bancada.deles.countPedidos()).toBe(pedidos);
  });
});
