import { afterEach, describe, expect, test } from 'vitest';
import { ATUALIZACAO, type BancadaCatalogo, openCatalogo } from '../../../test/catalogo.ts';
import { until } from '../../../test/espera.ts';
import { cadastrar } from '../../../test/usuarios.ts';
import { inTransaction } from '../../platform/db/banco.ts';
import { begin, findMontando } from '../edicoesRepo.ts';

let bancada: BancadaCatalogo;
afterEach(() => bancada.close());

describe('POST /api/catalogo/atualizacao', () => {
  test('asks for makes and models and puts them in use; the old edition is cleared', async () => {
    bancada = await openCatalogo({ seeded: true });
    const antes = await bancada.situacao();
    expect([antes.origem, antes.andamento]).toEqual(['inicial', null]);

    const resposta = await bancada.start();
    expect(resposta.statusCode).toBe(202);
    expect(resposta.json().andamento).toMatchObject({ trabalho: 'modelos', parado: false });
    const depois = await bancada.settled();
    expect(depois).toMatchObject({
      origem: 'atualizacao',
      referencia: '2026-11',
      marcas: 9,
      modelos: 36,
      andamento: null,
      ocorrencias: [],
    });
    expect(depois.provedores[0]).toMatchObject({ nome: 'parallelum', descansando: false });
    expect(await bancada.lista('2')).toEqual(['Marca 2.1', 'Marca 2.2', 'Marca 2.3']);
    expect(await bancada.lista('1/2')).toHaveLength(4);
    expect(bancada.perguntas()).toHaveLength(3 + 9);
    expect(bancada.deles.contagens.parallelum.juntos).toBe(1);
    expect(bancada.deles.contagens.oficial.pedidos).toBe(0);

    await until(async () => expect(await bancada.edicoes()).toHaveLength(1));
    for (const tabela of ['fipe_marcas', 'fipe_modelos', 'fipe_anos'] as const) {
      const restam = bancada.teste.db.selectFrom(tabela).select('edicao').distinct().execute();
      expect((await restam).every(({ edicao }) => edicao > 1)).toBe(true);
    }
    const [conta] = await bancada.teste.db.selectFrom('user').select('id').execute();
    expect(await bancada.atos()).toEqual([
      { acao: 'atualizar', quem: conta?.id },
      { acao: 'ativar', quem: conta?.id },
    ]);
  });

  test('of a month that is in use already asks for the month alone', async () => {
    bancada = await openCatalogo();
    await bancada.refresh();
    const antes = bancada.perguntas().length;
    expect(await bancada.refresh()).toMatchObject({
      referencia: '2026-11',
      marcas: 9,
      andamento: null,
    });
    expect(bancada.perguntas()).toHaveLength(antes);
    bancada.deles.mes = 'dezembro de 2026';
    expect(await bancada.refresh()).toMatchObject({ referencia: '2026-12' });
    expect(bancada.perguntas()).toHaveLength(2 * antes);
  });

  test('is for the administration; everybody may read how things stand', async () => {
    bancada = await openCatalogo();
    const { token } = await cadastrar(bancada.teste, 'bia@unilavras.edu.br');
    const as = token;
    expect((await bancada.teste.request({ url: '/api/catalogo', as })).statusCode).toBe(200);
    for (const method of ['POST', 'DELETE'] as const) {
      expect((await bancada.teste.request({ method, url: ATUALIZACAO, as })).statusCode).toBe(403);
    }
    expect(bancada.deles.pedidos()).toBe(0);
  });

  test('without providers is 409, and nothing leaves', async () => {
    bancada = await openCatalogo({
      env: { FIPE_PROVEDORES: '', FIPE_BASE_URL: '', FIPE_ATUALIZAR: '' },
    });
    const resposta = await bancada.start();
    expect([resposta.statusCode, resposta.json().mensagem]).toEqual([
      409,
      'Nenhum provedor está configurado. Defina FIPE_PROVEDORES no servidor.',
    ]);
    expect(await bancada.situacao()).toMatchObject({
      provedores: [],
      proxima: null,
      andamento: null,
    });
    expect([await bancada.edicoes(), await bancada.atos(), bancada.deles.pedidos()]).toEqual([
      [],
      [],
      0,
    ]);
  });
});

describe('two at once', () => {
  const MENSAGEM = 'Já há uma atualização em andamento.';

  test('the second is 409, in this process and beside another one', async () => {
    bancada = await openCatalogo();
    bancada.deles.fault({ slow: 30 });
    const respostas = await Promise.all([bancada.start(), bancada.start(), bancada.start()]);
    expect(respostas.map(({ statusCode }) => statusCode).sort()).toEqual([202, 409, 409]);
    expect(respostas.find((r) => r.statusCode === 409)?.json().mensagem).toBe(MENSAGEM);
    await bancada.settled();
    expect(new Set(bancada.perguntas()).size).toBe(bancada.perguntas().length);

    // Another process: alive, then silent for a minute.
    bancada.deles.mes = 'dezembro de 2026';
    const outra = await inTransaction(bancada.teste.db, (trx) =>
      begin(trx, { origem: 'atualizacao' }),
    );
    expect((await bancada.start()).json().mensagem).toBe(MENSAGEM);
    const viva_em = new Date(Date.now() - 61_000).toISOString();
    await bancada.teste.db
      .updateTable('catalogo_edicoes')
      .set({ viva_em, dono: 'outro' })
      .where('id', '=', outra.id)
      .execute();
    expect((await bancada.situacao()).andamento.parado).toBe(true);
    expect(await bancada.refresh()).toMatchObject({ referencia: '2026-12', andamento: null });
    expect((await bancada.edicoes()).find(({ situacao: s }) => s === 'ativa')?.id).toBe(outra.id);
  });

  test('who was replaced writes nothing more', async () => {
    bancada = await openCatalogo();
    bancada.deles.fault({ slow: 40 });
    await bancada.start();
    await until(() => expect(bancada.perguntas().length).toBeGreaterThan(2));
    await bancada.teste.db.updateTable('catalogo_edicoes').set({ dono: 'outro' }).execute();
    const niveis = () => bancada.teste.db.selectFrom('catalogo_niveis').selectAll().execute();
    const antes = (await niveis()).length;
    await new Promise((pronto) => setTimeout(pronto, 200));
    const pedidos = bancada.perguntas().length;
    await new Promise((pronto) => setTimeout(pronto, 200));
    expect(bancada.perguntas()).toHaveLength(pedidos);
    expect(await niveis()).toHaveLength(antes);
    expect(await findMontando(bancada.teste.db)).toMatchObject({ dono: 'outro' });
  });

  test('an import is not disturbed while it lives, and given up an hour after it died', async () => {
    bancada = await openCatalogo();
    const importacao = await inTransaction(bancada.teste.db, (trx) =>
      begin(trx, { origem: 'arquivo' }),
    );
    const silentFor = (ms: number) =>
      bancada.teste.db
        .updateTable('catalogo_edicoes')
        .set({ viva_em: new Date(Date.now() - ms).toISOString() })
        .where('id', '=', importacao.id)
        .execute();
    expect((await bancada.start()).json().mensagem).toMatch(
      /^Há uma importação de arquivo em andamento/,
    );
    expect((await bancada.pause()).statusCode).toBe(409);
    await silentFor(30 * 60_000);
    expect((await bancada.start()).json().mensagem).toMatch(
      /^Uma importação foi interrompida há pouco/,
    );
    expect(bancada.deles.pedidos()).toBe(0);
    await silentFor(61 * 60_000);
    expect(await bancada.refresh()).toMatchObject({ origem: 'atualizacao', marcas: 9 });
  });
});

describe('DELETE /api/catalogo/atualizacao', () => {
  test('pauses; going on asks nothing twice', async () => {
    bancada = await openCatalogo();
    bancada.deles.fault({ slow: 25 });
    await bancada.start();
    await until(async () => expect((await bancada.situacao()).andamento.feitos).toBeGreaterThan(4));
    expect((await bancada.pause()).statusCode).toBe(204);
    const parada = await bancada.situacao();
    expect(parada.andamento).toMatchObject({ parado: true, referencia: '2026-11', total: 12 });
    const feitas = parada.andamento.feitos;
    // The question that was called off may still arrive.
    await new Promise((pronto) => setTimeout(pronto, 60));
    const pedidos = bancada.perguntas().length;
    await new Promise((pronto) => setTimeout(pronto, 100));
    expect(bancada.perguntas()).toHaveLength(pedidos);
    expect(pedidos - feitas).toBeLessThanOrEqual(1);
    expect(parada.marcas).toBe(0);

    bancada.deles.fault(null);
    bancada.deles.historico.length = 0;
    expect(await bancada.refresh()).toMatchObject({ marcas: 9, modelos: 36, andamento: null });
    expect(bancada.perguntas()).toHaveLength(12 - feitas);
    expect((await bancada.atos()).map(({ acao }) => acao)).toEqual([
      'atualizar',
      'pausar',
      'atualizar',
      'ativar',
    ]);
    expect((await bancada.pause()).statusCode).toBe(204);
  });

  test('the end of the server pauses it too, promptly', async () => {
    bancada = await openCatalogo();
    await bancada.start();
    bancada.deles.fault('hang');
    const inicio = performance.now();
    await bancada.teste.app.close();
    expect(performance.now() - inicio).toBeLessThan(1_500);
    const montando = await findMontando(bancada.teste.db);
    expect(montando?.dono).toBeNull();
  });
});

test('whoever reads during the swap sees the old lists or the new ones', async () => {
  bancada = await openCatalogo();
  await bancada.refresh();
  bancada.deles.mes = 'dezembro de 2026';
  const velha = await bancada.lista('1');
  const nova = ['Nova 1', 'Nova 2', 'Nova 3', 'Nova 4'];
  bancada.deles.tabela.marcas = () => nova.map((nome, i) => ({ codigo: `${i + 1}`, nome }));
  bancada.deles.tabela.modelos = (_, marca) => [{ codigo: `${marca}500`, nome: `Novo ${marca}` }];
  // The guard would keep so few models out.
  await bancada.teste.db.updateTable('catalogo_edicoes').set({ origem: 'inicial' }).execute();
  const vistas = new Set<string>();
  let fim = false;
  const leitura = (async () => {
    while (!fim) {
      const [marcas, modelos] = [await bancada.lista('1'), await bancada.lista('1/1')];
      vistas.add(marcas.join());
      expect(modelos.length === 4 || modelos.join() === 'Novo 1').toBe(true);
    }
  })();
  await bancada.refresh();
  fim = true;
  await leitura;
  expect([...vistas]).toEqual([velha.join(), nova.join()]);
});

test('old editions are cleared at the next start, in slices', async () => {
  bancada = await openCatalogo();
  await bancada.using('arquivo', { '1': { modelos: { '1': 'Antigo' } } });
  const antiga = await bancada.using('arquivo', { '1': { modelos: { '2': 'Em uso' } } });
  const { buildApp } = await import('../../app.ts');
  const { readConfig } = await import('../../config.ts');
  const config = readConfig({ DATA_DIR: bancada.teste.dataDir, LOG_LEVEL: 'silent' }, '1');
  const outro = await buildApp({ config, db: bancada.teste.db, siteRoot: bancada.teste.dataDir });
  await outro.ready();
  expect((await bancada.edicoes()).map(({ id }) => id)).toEqual([antiga]);
  expect(await bancada.teste.db.selectFrom('fipe_anos').selectAll().execute()).toHaveLength(1);
  await outro.close();
});
