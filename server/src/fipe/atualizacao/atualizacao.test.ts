import { afterEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp, type TestOptions } from '../../../test/app.ts';
import { until } from '../../../test/espera.ts';
import {
  buildTabela,
  type ProvedorFipeDeTeste,
  startProvedorFipe,
} from '../../../test/provedorFipe.ts';
import { cadastrar } from '../../../test/usuarios.ts';
import { inTransaction } from '../../platform/db/banco.ts';
import type { Compasso } from '../catalogo.ts';
import { activate, add, begin, findMontando } from '../edicoesRepo.ts';

const ATUALIZACAO = '/api/catalogo/atualizacao';
const RAPIDO: Compasso = { ritmo: { pausaMs: 0, minMs: 1, maxMs: 40, tentativas: 2 } };

let deles: ProvedorFipeDeTeste;
let teste: TestApp;
afterEach(async () => {
  await teste.close();
  await deles.stop();
});

/** The application beside made-up providers; nothing is asked until a test does. */
async function open(
  { compasso = RAPIDO, ...options }: TestOptions & { compasso?: Compasso } = {},
  nomes: Parameters<ProvedorFipeDeTeste['env']> = ['parallelum'],
): Promise<void> {
  deles = await startProvedorFipe();
  const env = { ...deles.env(...nomes), FIPE_ATUALIZAR: 'nunca', ...options.env };
  teste = await buildTestApp({ ...options, env, dubles: { catalogo: compasso } });
}

const situacao = async () => (await teste.request({ url: '/api/catalogo' })).json();
const start = () => teste.request({ method: 'POST', url: ATUALIZACAO });
const pause = () => teste.request({ method: 'DELETE', url: ATUALIZACAO });

/** Waits until nobody is at work; answers the situation then. */
async function settled() {
  await until(async () => expect((await situacao()).andamento?.parado ?? true).toBe(true));
  return situacao();
}
async function refresh() {
  const resposta = await start();
  expect(resposta.statusCode).toBe(202);
  return settled();
}

const lista = async (caminho: string): Promise<string[]> => {
  const resposta = await teste.request({ method: 'POST', url: `/fipe/${caminho}`, payload: {} });
  return resposta.json().data.map(({ Label }: { Label: string }) => Label);
};
/** Levels asked of the provider, without the months. */
const perguntas = () => deles.historico.map(({ linha }) => linha).filter((l) => /brands/.test(l));
const edicoes = () => teste.db.selectFrom('catalogo_edicoes').selectAll().orderBy('id').execute();
const atos = () =>
  teste.db
    .selectFrom('auditoria')
    .select(['acao', 'quem'])
    .where('entidade', '=', 'catalogo')
    .orderBy('id')
    .execute();

/** A catalogue in use: makes of type 1 with their models, and years below each. */
async function using(
  origem: 'arquivo' | 'atualizacao' | 'inicial',
  marcas: Record<string, { nome?: string; modelos: Record<string, string> }>,
  referencia = '2026-10',
): Promise<number> {
  return inTransaction(teste.db, async (trx) => {
    const { id } = await begin(trx, { origem, referencia, situacao: 'antiga' });
    for (const [posicao, [codigo, { nome = `Marca 1.${codigo}`, modelos }]] of Object.entries(
      marcas,
    ).entries()) {
      const daMarca = { tipo: '1', marca: codigo };
      await add(trx, id, {
        marcas: [{ tipo: '1', codigo, nome, posicao }],
        modelos: Object.entries(modelos).map(([modelo, n], i) => ({
          ...daMarca,
          codigo: modelo,
          nome: n,
          posicao: i,
        })),
        anos: Object.keys(modelos).map((modelo) => ({
          ...daMarca,
          modelo,
          codigo: '1999-1',
          nome: '1999 Gasolina',
          posicao: 0,
        })),
      });
    }
    await activate(trx, id);
    return id;
  });
}

describe('POST /api/catalogo/atualizacao', () => {
  test('asks for makes and models and puts them in use; the old edition is cleared', async () => {
    await open({ seeded: true });
    const antes = await situacao();
    expect([antes.origem, antes.andamento]).toEqual(['inicial', null]);

    const resposta = await start();
    expect(resposta.statusCode).toBe(202);
    expect(resposta.json().andamento).toMatchObject({ trabalho: 'modelos', parado: false });
    const depois = await settled();
    expect(depois).toMatchObject({
      origem: 'atualizacao',
      referencia: '2026-11',
      marcas: 9,
      modelos: 36,
      andamento: null,
      ocorrencias: [],
    });
    expect(depois.provedores[0]).toMatchObject({ nome: 'parallelum', descansando: false });
    expect(await lista('2')).toEqual(['Marca 2.1', 'Marca 2.2', 'Marca 2.3']);
    expect(await lista('1/2')).toHaveLength(4);
    expect(perguntas()).toHaveLength(3 + 9);
    expect(deles.contagens.parallelum.juntos).toBe(1);
    expect(deles.contagens.oficial.pedidos).toBe(0);

    await until(async () => expect(await edicoes()).toHaveLength(1));
    for (const tabela of ['fipe_marcas', 'fipe_modelos', 'fipe_anos'] as const) {
      const restam = teste.db.selectFrom(tabela).select('edicao').distinct().execute();
      expect((await restam).every(({ edicao }) => edicao > 1)).toBe(true);
    }
    const [conta] = await teste.db.selectFrom('user').select('id').execute();
    expect(await atos()).toEqual([
      { acao: 'atualizar', quem: conta?.id },
      { acao: 'ativar', quem: conta?.id },
    ]);
  });

  test('of a month that is in use already asks for the month alone', async () => {
    await open();
    await refresh();
    const antes = perguntas().length;
    expect(await refresh()).toMatchObject({ referencia: '2026-11', marcas: 9, andamento: null });
    expect(perguntas()).toHaveLength(antes);
    deles.mes = 'dezembro de 2026';
    expect(await refresh()).toMatchObject({ referencia: '2026-12' });
    expect(perguntas()).toHaveLength(2 * antes);
  });

  test('is for the administration; everybody may read how things stand', async () => {
    await open();
    const { token } = await cadastrar(teste, 'bia@unilavras.edu.br');
    const as = token;
    expect((await teste.request({ url: '/api/catalogo', as })).statusCode).toBe(200);
    for (const method of ['POST', 'DELETE'] as const) {
      expect((await teste.request({ method, url: ATUALIZACAO, as })).statusCode).toBe(403);
    }
    expect(deles.pedidos()).toBe(0);
  });

  test('without providers is 409, and nothing leaves', async () => {
    await open({ env: { FIPE_PROVEDORES: '', FIPE_BASE_URL: '', FIPE_ATUALIZAR: '' } });
    const resposta = await start();
    expect([resposta.statusCode, resposta.json().mensagem]).toEqual([
      409,
      'Nenhum provedor está configurado. Defina FIPE_PROVEDORES no servidor.',
    ]);
    expect(await situacao()).toMatchObject({ provedores: [], proxima: null, andamento: null });
    expect([await edicoes(), await atos(), deles.pedidos()]).toEqual([[], [], 0]);
  });
});

describe('two at once', () => {
  const MENSAGEM = 'Já há uma atualização em andamento.';

  test('the second is 409, in this process and beside another one', async () => {
    await open();
    deles.fault({ slow: 30 });
    const respostas = await Promise.all([start(), start(), start()]);
    expect(respostas.map(({ statusCode }) => statusCode).sort()).toEqual([202, 409, 409]);
    expect(respostas.find((r) => r.statusCode === 409)?.json().mensagem).toBe(MENSAGEM);
    await settled();
    expect(new Set(perguntas()).size).toBe(perguntas().length);

    // Another process: alive, then silent for a minute.
    deles.mes = 'dezembro de 2026';
    const outra = await inTransaction(teste.db, (trx) => begin(trx, { origem: 'atualizacao' }));
    expect((await start()).json().mensagem).toBe(MENSAGEM);
    const viva_em = new Date(Date.now() - 61_000).toISOString();
    await teste.db
      .updateTable('catalogo_edicoes')
      .set({ viva_em, dono: 'outro' })
      .where('id', '=', outra.id)
      .execute();
    expect((await situacao()).andamento.parado).toBe(true);
    expect(await refresh()).toMatchObject({ referencia: '2026-12', andamento: null });
    expect((await edicoes()).find(({ situacao: s }) => s === 'ativa')?.id).toBe(outra.id);
  });

  test('who was replaced writes nothing more', async () => {
    await open();
    deles.fault({ slow: 40 });
    await start();
    await until(() => expect(perguntas().length).toBeGreaterThan(2));
    await teste.db.updateTable('catalogo_edicoes').set({ dono: 'outro' }).execute();
    const niveis = () => teste.db.selectFrom('catalogo_niveis').selectAll().execute();
    const antes = (await niveis()).length;
    await new Promise((pronto) => setTimeout(pronto, 200));
    const pedidos = perguntas().length;
    await new Promise((pronto) => setTimeout(pronto, 200));
    expect(perguntas()).toHaveLength(pedidos);
    expect(await niveis()).toHaveLength(antes);
    expect(await findMontando(teste.db)).toMatchObject({ dono: 'outro' });
  });

  test('an import is not disturbed while it lives, and given up an hour after it died', async () => {
    await open();
    const importacao = await inTransaction(teste.db, (trx) => begin(trx, { origem: 'arquivo' }));
    const silentFor = (ms: number) =>
      teste.db
        .updateTable('catalogo_edicoes')
        .set({ viva_em: new Date(Date.now() - ms).toISOString() })
        .where('id', '=', importacao.id)
        .execute();
    expect((await start()).json().mensagem).toMatch(/^Há uma importação de arquivo em andamento/);
    expect((await pause()).statusCode).toBe(409);
    await silentFor(30 * 60_000);
    expect((await start()).json().mensagem).toMatch(/^Uma importação foi interrompida há pouco/);
    expect(deles.pedidos()).toBe(0);
    await silentFor(61 * 60_000);
    expect(await refresh()).toMatchObject({ origem: 'atualizacao', marcas: 9 });
  });
});

describe('DELETE /api/catalogo/atualizacao', () => {
  test('pauses; going on asks nothing twice', async () => {
    await open();
    deles.fault({ slow: 25 });
    await start();
    await until(async () => expect((await situacao()).andamento.feitos).toBeGreaterThan(4));
    expect((await pause()).statusCode).toBe(204);
    const parada = await situacao();
    expect(parada.andamento).toMatchObject({ parado: true, referencia: '2026-11', total: 12 });
    const feitas = parada.andamento.feitos;
    // The question that was called off may still arrive.
    await new Promise((pronto) => setTimeout(pronto, 60));
    const pedidos = perguntas().length;
    await new Promise((pronto) => setTimeout(pronto, 100));
    expect(perguntas()).toHaveLength(pedidos);
    expect(pedidos - feitas).toBeLessThanOrEqual(1);
    expect(parada.marcas).toBe(0);

    deles.fault(null);
    deles.historico.length = 0;
    expect(await refresh()).toMatchObject({ marcas: 9, modelos: 36, andamento: null });
    expect(perguntas()).toHaveLength(12 - feitas);
    expect((await atos()).map(({ acao }) => acao)).toEqual([
      'atualizar',
      'pausar',
      'atualizar',
      'ativar',
    ]);
    expect((await pause()).statusCode).toBe(204);
  });

  test('the end of the server pauses it too, promptly', async () => {
    await open();
    await start();
    deles.fault('hang');
    const inicio = performance.now();
    await teste.app.close();
    expect(performance.now() - inicio).toBeLessThan(1_500);
    const montando = await findMontando(teste.db);
    expect(montando?.dono).toBeNull();
  });
});

describe('a provider that fails', () => {
  test('the next of the chain answers', async () => {
    await open({}, ['oficial', 'brasilapi']);
    deles.fault({ status: 500 }, 'oficial');
    const { ocorrencias, ...resto } = await refresh();
    expect(resto).toMatchObject({ origem: 'atualizacao', marcas: 9, modelos: 36 });
    expect(ocorrencias[0]).toMatchObject({ provedor: 'oficial' });
    expect(deles.contagens.brasilapi.pedidos).toBeGreaterThan(12);
  });

  test.each([
    ['403', { status: 403 }],
    ['429', { status: 429 }],
    ['a page', 'html200'],
  ] as const)(
    'all refuse with %s: it stops, says so, and the old data answers',
    async (_, falha) => {
      await open();
      await using('arquivo', { '1': { modelos: { '1001': 'Modelo antigo' } } });
      deles.fault({ slow: 10 });
      await start();
      await until(() => expect(perguntas().length).toBeGreaterThan(5));
      deles.fault(falha);
      const parada = await settled();
      const pedidos = deles.pedidos();
      expect(parada).toMatchObject({ origem: 'arquivo', marcas: 1, modelos: 1 });
      expect(parada.andamento).toMatchObject({ parado: true, total: 12 });
      expect(parada.ocorrencias[0].motivo).toMatch(/^A atualização parou e continua depois\./);
      expect(await lista('1/1')).toEqual(['Modelo antigo']);
      await new Promise((pronto) => setTimeout(pronto, 100));
      expect(deles.pedidos()).toBe(pedidos);
    },
  );

  test('a make without an answer, or with an empty one, keeps the models it had', async () => {
    await open();
    await using('atualizacao', {
      '1': { modelos: { '1001': 'Antigo 1' } },
      '2': { modelos: { '2001': 'Antigo 2' } },
      '3': { modelos: { '3001': 'Some', '3002': 'Some também' } },
    });
    const { modelos } = deles.tabela;
    deles.tabela.modelos = (tipo, marca) => (tipo + marca === '12' ? [] : modelos(tipo, marca));
    deles.corpo = (_, caminho) => (caminho === 'cars/brands/1/models' ? { nada: true } : undefined);
    const fim = await refresh();
    expect(fim).toMatchObject({ referencia: '2026-11', origem: 'atualizacao', andamento: null });
    expect(await lista('1/1')).toEqual(['Antigo 1']);
    expect(await lista('1/1/1001')).toEqual(['1999 Gasolina']);
    expect(await lista('1/2')).toEqual(['Antigo 2']);
    expect(await lista('1/3')).not.toContain('Some');
    expect(perguntas().filter((l) => l.endsWith('/cars/brands/1/models'))).toHaveLength(4);
  });

  test('of the catalogue of the release, only what is the same make is kept', async () => {
    await open();
    await using('inicial', {
      '1': { nome: 'Outra marca', modelos: { '1001': 'De outra' } },
      '2': { modelos: { '2001': 'Da mesma' } },
    });
    const { modelos } = deles.tabela;
    deles.tabela.modelos = (tipo, marca) =>
      tipo === '1' && marca < '3' ? [] : modelos(tipo, marca);
    await refresh();
    expect(await lista('1/1')).toEqual([]);
    expect(await lista('1/2')).toEqual(['Da mesma']);
  });
});

describe('an answer that is too small', () => {
  test('of fewer than half the makes of a type is not put in use', async () => {
    await open();
    await refresh();
    deles.mes = 'dezembro de 2026';
    const { marcas } = deles.tabela;
    deles.tabela.marcas = (tipo) => marcas(tipo).slice(0, tipo === '3' ? 1 : 3);
    const antes = perguntas().length;
    const fim = await refresh();
    expect(fim).toMatchObject({ referencia: '2026-11', marcas: 9, andamento: null });
    expect(fim.ocorrencias[0]).toMatchObject({
      provedor: null,
      motivo: 'A resposta tem 1 marca do tipo Caminhão, e o catálogo em uso, 3. Ela não foi usada.',
    });
    // What is wrong already is not asked for to the end.
    expect(perguntas().length - antes).toBe(3);
    expect(await lista('3')).toHaveLength(3);
  });

  test('so for models; the catalogue of the release is no measure', async () => {
    await open();
    const muitos = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [`${9000 + i}`, `Modelo ${i}`]),
    );
    await using('inicial', { '1': { modelos: muitos } });
    expect(await refresh()).toMatchObject({ origem: 'atualizacao', modelos: 36 });
    deles.mes = 'dezembro de 2026';
    deles.tabela = buildTabela({ modelos: 1 });
    const fim = await refresh();
    expect(fim).toMatchObject({ referencia: '2026-11', modelos: 36, andamento: null });
    expect(fim.ocorrencias[0].motivo).toMatch(/^A resposta tem 3 modelos do tipo Carro/);
  });
});

describe('years', () => {
  test('of models that are still the same go along', async () => {
    await open();
    await using('atualizacao', {
      '1': { modelos: { '1001': 'Modelo 1001 1.1 Flex', '1002': 'Outro carro', '1999': 'Saiu' } },
      '2': { modelos: { '2001': 'Modelo 2001 1.1 Flex' } },
      '3': { modelos: {} },
    });
    expect(await refresh()).toMatchObject({ marcas: 9, modelos: 36, anos: 2 });
    deles.fault('hang');
    expect(await lista('1/1/1001')).toEqual(['1999 Gasolina']);
    expect(await lista('1/2/2001')).toEqual(['1999 Gasolina']);
    const anos = await teste.db.selectFrom('fipe_anos').select('modelo').distinct().execute();
    expect(anos.map(({ modelo }) => modelo)).not.toContain('1002');
  });

  test('asked for by a form during the refresh are not lost', async () => {
    await open();
    await refresh();
    deles.mes = 'dezembro de 2026';
    deles.fault({ slow: 20 });
    await start();
    await until(async () => expect((await situacao()).andamento.feitos).toBeGreaterThan(8));
    expect(await lista('1/1/1001')).toEqual(['Zero km Flex', '2025 Flex']);
    expect(await settled()).toMatchObject({ referencia: '2026-12', anos: 2 });
    const pedidos = deles.pedidos();
    expect(await lista('1/1/1001')).toHaveLength(2);
    expect(deles.pedidos()).toBe(pedidos);
  });
});

test('whoever reads during the swap sees the old lists or the new ones', async () => {
  await open();
  await refresh();
  deles.mes = 'dezembro de 2026';
  const velha = await lista('1');
  const nova = ['Nova 1', 'Nova 2', 'Nova 3', 'Nova 4'];
  deles.tabela.marcas = () => nova.map((nome, i) => ({ codigo: `${i + 1}`, nome }));
  deles.tabela.modelos = (_, marca) => [{ codigo: `${marca}500`, nome: `Novo ${marca}` }];
  // The guard would keep so few models out.
  await teste.db.updateTable('catalogo_edicoes').set({ origem: 'inicial' }).execute();
  const vistas = new Set<string>();
  let fim = false;
  const leitura = (async () => {
    while (!fim) {
      const [marcas, modelos] = [await lista('1'), await lista('1/1')];
      vistas.add(marcas.join());
      expect(modelos.length === 4 || modelos.join() === 'Novo 1').toBe(true);
    }
  })();
  await refresh();
  fim = true;
  await leitura;
  expect([...vistas]).toEqual([velha.join(), nova.join()]);
});

test('old editions are cleared at the next start, in slices', async () => {
  await open();
  await using('arquivo', { '1': { modelos: { '1': 'Antigo' } } });
  const antiga = await using('arquivo', { '1': { modelos: { '2': 'Em uso' } } });
  const { buildApp } = await import('../../app.ts');
  const { readConfig } = await import('../../config.ts');
  const config = readConfig({ DATA_DIR: teste.dataDir, LOG_LEVEL: 'silent' }, '1');
  const outro = await buildApp({ config, db: teste.db, siteRoot: teste.dataDir });
  await outro.ready();
  expect((await edicoes()).map(({ id }) => id)).toEqual([antiga]);
  expect(await teste.db.selectFrom('fipe_anos').selectAll().execute()).toHaveLength(1);
  await outro.close();
});
