import { afterEach, describe, expect, test } from 'vitest';
import {
  ATUALIZACAO,
  type BancadaCatalogo,
  openCatalogo,
  workElsewhere,
} from '../../../test/catalogo.ts';
import { until } from '../../../test/espera.ts';
import { signUp } from '../../../test/usuarios.ts';
import { inTransaction } from '../../platform/db/banco.ts';
import { findJob, findLast } from '../../platform/jobs/repo.ts';
import { begin, findMontando } from '../edicoesRepo.ts';
import { ARQUIVO, MODELOS } from '../trabalhos.ts';

let bancada: BancadaCatalogo;
afterEach(() => bancada.close());

describe('POST /api/catalogo/atualizacao', () => {
  test('requests makes and models and activates them; the old edition is removed', async () => {
    bancada = await openCatalogo();
    await bancada.using('inicial', { '1': { modelos: { '1001': 'Da entrega' } } });
    const antes = await bancada.getSituacao();
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
    expect(await bancada.listNomes('2')).toEqual(['Marca 2.1', 'Marca 2.2', 'Marca 2.3']);
    expect(await bancada.listNomes('1/2')).toHaveLength(4);
    expect(bancada.listAsked()).toHaveLength(3 + 9);
    expect(bancada.deles.contagens.parallelum.juntos).toBe(1);
    expect(bancada.deles.contagens.oficial.pedidos).toBe(0);

    await until(async () => expect(await bancada.listEdicoes()).toHaveLength(1));
    for (const tabela of ['fipe_marcas', 'fipe_modelos', 'fipe_anos'] as const) {
      const restam = bancada.teste.db.selectFrom(tabela).select('edicao').distinct().execute();
      expect((await restam).every(({ edicao }) => edicao > 1)).toBe(true);
    }
    const [conta] = await bancada.teste.db.selectFrom('contas').select('id').execute();
    expect(await bancada.listAtos()).toEqual([
      { acao: 'atualizar', quem: conta?.id },
      { acao: 'ativar', quem: conta?.id },
    ]);
  });

  test('for a month that is in use already requests only the month', async () => {
    bancada = await openCatalogo();
    await bancada.refresh();
    const antes = bancada.listAsked().length;
    expect(await bancada.refresh()).toMatchObject({
      referencia: '2026-11',
      marcas: 9,
      andamento: null,
    });
    expect(bancada.listAsked()).toHaveLength(antes);
    bancada.deles.mes = 'dezembro de 2026';
    expect(await bancada.refresh()).toMatchObject({ referencia: '2026-12' });
    expect(bancada.listAsked()).toHaveLength(2 * antes);
  });

  test('is for administrators; every user may read the state', async () => {
    bancada = await openCatalogo();
    const { token } = await signUp(bancada.teste, 'bia@unilavras.edu.br');
    const as = token;
    expect((await bancada.teste.request({ url: '/api/catalogo', as })).statusCode).toBe(200);
    for (const method of ['POST', 'DELETE'] as const) {
      expect((await bancada.teste.request({ method, url: ATUALIZACAO, as })).statusCode).toBe(403);
    }
    expect(bancada.deles.countPedidos()).toBe(0);
  });

  test('without providers is 409, without any request', async () => {
    bancada = await openCatalogo({
      env: { FIPE_PROVEDORES: '', FIPE_BASE_URL: '', FIPE_ATUALIZAR: '' },
    });
    const resposta = await bancada.start();
    expect([resposta.statusCode, resposta.json().mensagem]).toEqual([
      409,
      'Nenhum provedor está configurado. Defina FIPE_PROVEDORES no servidor.',
    ]);
    expect(await bancada.getSituacao()).toMatchObject({
      provedores: [],
      proxima: null,
      andamento: null,
    });
    expect([
      await bancada.listEdicoes(),
      await bancada.listAtos(),
      bancada.deles.countPedidos(),
    ]).toEqual([[], [], 0]);
  });
});

describe('two at once', () => {
  const MENSAGEM = 'Já há uma atualização em andamento.';

  test('the second is 409', async () => {
    bancada = await openCatalogo();
    bancada.deles.fault({ slow: 30 });
    const respostas = await Promise.all([bancada.start(), bancada.start(), bancada.start()]);
    expect(respostas.map(({ statusCode }) => statusCode).sort()).toEqual([202, 409, 409]);
    expect(respostas.find((r) => r.statusCode === 409)?.json().mensagem).toBe(MENSAGEM);
    await bancada.settled();
    expect(new Set(bancada.listAsked()).size).toBe(bancada.listAsked().length);
  });

  test('work of another live process continues there; after its silence it continues here', async () => {
    bancada = await openCatalogo();
    const { db } = bancada.teste;
    const outra = await workElsewhere(db, MODELOS);
    const edicao = await inTransaction(db, (trx) => begin(trx, { origem: 'atualizacao' }));
    expect((await bancada.start()).json().mensagem).toBe(MENSAGEM);
    expect(bancada.deles.countPedidos()).toBe(0);
    await outra.silence();
    await until(async () => expect((await bancada.getSituacao()).referencia).toBe('2026-11'));
    expect((await bancada.listEdicoes()).find(({ situacao: s }) => s === 'ativa')?.id).toBe(
      edicao.id,
    );
    expect(await findJob(db, outra.id)).toMatchObject({ situacao: 'feito', quedas: 1 });
  });

  test('a process that was replaced writes nothing more', async () => {
    bancada = await openCatalogo();
    bancada.deles.fault({ slow: 40 });
    await bancada.start();
    await until(() => expect(bancada.listAsked().length).toBeGreaterThan(2));
    const { db } = bancada.teste;
    await db.updateTable('trabalhos').set({ dono: 'outro' }).execute();
    const listNiveis = () => db.selectFrom('catalogo_niveis').selectAll().execute();
    const antes = (await listNiveis()).length;
    await new Promise((pronto) => setTimeout(pronto, 200));
    const pedidos = bancada.listAsked().length;
    await new Promise((pronto) => setTimeout(pronto, 200));
    expect(bancada.listAsked()).toHaveLength(pedidos);
    expect(await listNiveis()).toHaveLength(antes);
    expect(await findLast(db, 'tipo', MODELOS)).toMatchObject({ dono: 'outro' });
  });

  test('a live import is not disturbed; the work of a dead one is discarded', async () => {
    bancada = await openCatalogo();
    const { db } = bancada.teste;
    const parametros = {
      caminho: '/nao-existe',
      nome: 'tabela.csv',
      codificacao: 'utf-8',
      conferir: false,
      substituir: false,
    };
    const outra = await workElsewhere(db, ARQUIVO, parametros);
    await inTransaction(db, (trx) => begin(trx, { origem: 'arquivo' }));
    expect((await bancada.start()).json().mensagem).toBe(
      'Há uma importação de arquivo em andamento. Espere que termine.',
    );
    expect((await bancada.pause()).statusCode).toBe(409);
    expect((await bancada.getSituacao()).andamento).toMatchObject({ trabalho: 'arquivo' });
    expect(bancada.deles.countPedidos()).toBe(0);
    await outra.silence();
    await until(async () => expect((await bancada.getSituacao()).andamento).toBeNull());
    expect(await findMontando(db, 'arquivo')).toBeUndefined();
    expect(await bancada.refresh()).toMatchObject({ origem: 'atualizacao', marcas: 9 });
  });
});

describe('DELETE /api/catalogo/atualizacao', () => {
  test('pauses; continuing requests nothing twice', async () => {
    bancada = await openCatalogo();
    bancada.deles.fault({ slow: 25 });
    await bancada.start();
    await until(async () =>
      expect((await bancada.getSituacao()).andamento.feitos).toBeGreaterThan(4),
    );
    expect((await bancada.pause()).statusCode).toBe(204);
    const parada = await bancada.getSituacao();
    expect(parada.andamento).toMatchObject({ parado: true, referencia: '2026-11', total: 12 });
    const feitas = parada.andamento.feitos;
    // The cancelled request may still arrive.
    await new Promise((pronto) => setTimeout(pronto, 60));
    const pedidos = bancada.listAsked().length;
    await new Promise((pronto) => setTimeout(pronto, 100));
    expect(bancada.listAsked()).toHaveLength(pedidos);
    expect(pedidos - feitas).toBeLessThanOrEqual(1);
    expect(parada.marcas).toBe(0);

    bancada.deles.fault(null);
    bancada.deles.historico.length = 0;
    expect(await bancada.refresh()).toMatchObject({ marcas: 9, modelos: 36, andamento: null });
    expect(bancada.listAsked()).toHaveLength(12 - feitas);
    expect((await bancada.listAtos()).map(({ acao }) => acao)).toEqual([
      'atualizar',
      'pausar',
      'atualizar',
      'ativar',
    ]);
    const acabou = await bancada.pause();
    expect([acabou.statusCode, acabou.json().mensagem]).toEqual([
      409,
      'A atualização já terminou.',
    ]);
  });

  test('the stop of the server ends it promptly, and queues it again', async () => {
    bancada = await openCatalogo();
    await bancada.start();
    bancada.deles.fault('hang');
    const inicio = performance.now();
    await bancada.teste.app.close();
    expect(performance.now() - inicio).toBeLessThan(1_500);
    const row = await findLast(bancada.teste.db, 'tipo', MODELOS);
    expect(row).toMatchObject({ situacao: 'espera', dono: null, quedas: 0 });
  });
});

test('a reader during the swap gets the old lists or the new ones', async () => {
  bancada = await openCatalogo();
  await bancada.refresh();
  bancada.deles.mes = 'dezembro de 2026';
  const velha = await bancada.listNomes('1');
  const nova = ['Nova 1', 'Nova 2', 'Nova 3', 'Nova 4'];
  bancada.deles.tabela.listMarcas = () => nova.map((nome, i) => ({ codigo: `${i + 1}`, nome }));
  bancada.deles.tabela.listModelos = (_, marca) => [
    { codigo: `${marca}500`, nome: `Novo ${marca}` },
    { codigo: `${marca}501`, nome: `Outro ${marca}` },
  ];
  const vistas = new Set<string>();
  const read = async () => {
    const [marcas, modelos] = [await bancada.listNomes('1'), await bancada.listNomes('1/1')];
    vistas.add(marcas.join());
    expect(modelos.length === 4 || modelos.join() === 'Novo 1,Outro 1').toBe(true);
  };
  let fim = false;
  const leitura = (async () => {
    while (!fim) await read();
  })();
  await bancada.refresh();
  fim = true;
  await leitura;
  await read();
  expect([...vistas]).toEqual([velha.join(), nova.join()]);
});

test('old editions are removed at the next start, in slices', async () => {
  bancada = await openCatalogo();
  await bancada.using('arquivo', { '1': { modelos: { '1': 'Antigo' } } });
  const antiga = await bancada.using('arquivo', { '1': { modelos: { '2': 'Em uso' } } });
  const { buildApp } = await import('../../app.ts');
  const { readConfig } = await import('../../config.ts');
  const config = readConfig({ DATA_DIR: bancada.teste.dataDir, LOG_LEVEL: 'silent' }, '1');
  const outro = await buildApp({ config, db: bancada.teste.db, siteRoot: bancada.teste.dataDir });
  await outro.ready();
  expect((await bancada.listEdicoes()).map(({ id }) => id)).toEqual([antiga]);
  expect(await bancada.teste.db.selectFrom('fipe_anos').selectAll().execute()).toHaveLength(1);
  await outro.close();
});
