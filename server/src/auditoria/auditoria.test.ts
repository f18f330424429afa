import type { AtoAuditado, EstadoAuditoria } from '@unipark/contract/auditoria';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../test/app.ts';
import { until } from '../../test/espera.ts';
import { inTransaction } from '../platform/db/banco.ts';
import { isPostgres } from '../platform/db/dialect.ts';
import { endJob, insertJob } from '../platform/jobs/repo.ts';
import { CONFERENCIA, verifyChain } from './conferencia.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
  const post = (url: string, payload: object) =>
    teste.request({ method: 'POST', url, payload }).then(({ statusCode }) => {
      expect(statusCode).toBe(201);
    });
  await post('/db/proprietarios', { matricula: '001215', nome: 'Edson Carvalho' });
  await post('/db/veiculos', { placa: 'RIO2A18', status: 'ATIVO' });
  await teste.request({
    method: 'PUT',
    url: '/db/veiculos/RIO2A18',
    payload: { status: 'PROIBIDO', motivo: 'Vaga de outro' },
  });
});
afterAll(() => teste.close());

const ask = (consulta: Record<string, string> = {}) =>
  teste.request({ url: `/api/auditoria?${new URLSearchParams(consulta)}` });
const list = async (consulta?: Record<string, string>): Promise<AtoAuditado[]> =>
  (await ask(consulta)).json();
const nameOf = ({ acao, entidade, chave }: AtoAuditado) => `${acao} ${entidade} ${chave}`.trim();

describe('the list', () => {
  it('has the newest act first, with its author and the values before and after', async () => {
    const [edicao] = await list({ entidade: 'veiculo', acao: 'editar' });
    expect(edicao).toMatchObject({
      quem: { nome: CONTA.name },
      endereco: '127.0.0.1',
      chave: 'RIO2A18',
      campos: expect.arrayContaining([
        { campo: 'status', antes: 'ATIVO', depois: 'PROIBIDO' },
        { campo: 'motivo', antes: null, depois: 'Vaga de outro' },
      ]),
    });
  });

  it('names the account of an act on an account', async () => {
    const [criada] = await list({ entidade: 'conta', acao: 'criar' });
    expect(criada?.nome).toBe(CONTA.name);
  });

  it('names the plate of an act on a passage', async () => {
    const payload = { placa: 'RIO2A18', camera: '1' };
    await teste.request({ method: 'POST', url: '/db/ultimosveiculos', payload });
    expect((await list({ entidade: 'passagem' }))[0]?.nome).toBe('RIO2A18');
  });

  const quem = async () => (await list({ entidade: 'veiculo' }))[0]?.quem?.id ?? '';
  it.each<[string, () => Promise<Record<string, string>>, string[]]>([
    ['a record', async () => ({ entidade: 'proprietario' }), ['criar proprietario 001215']],
    [
      'a plate as people write it',
      async () => ({ chave: 'rio-2a18' }),
      ['editar veiculo RIO2A18', 'criar veiculo RIO2A18'],
    ],
    ['a key and an act', async () => ({ chave: '001215', acao: 'editar' }), []],
    [
      'an author',
      async () => ({ quem: await quem(), entidade: 'proprietario' }),
      ['criar proprietario 001215'],
    ],
    ['another author', async () => ({ quem: 'operador' }), []],
    ['a day before', async () => ({ ate: '2020-01-01' }), []],
    ['a day to come', async () => ({ de: '2999-01-01' }), []],
    [
      'a period of today',
      async () => ({ de: '2020-01-01', ate: '2999-01-01', entidade: 'proprietario' }),
      ['criar proprietario 001215'],
    ],
  ])('is filtered by %s', async (_nome, buildConsulta, atos) => {
    expect((await list(await buildConsulta())).map(nameOf)).toEqual(atos);
  });

  it('has pages in both directions, and a total', async () => {
    const todos = await list({ ate: new Date().toISOString() });
    const ate = todos[0]?.quando ?? '';
    const primeira = await ask({ limite: '2', ate });
    expect(Number(primeira.headers['x-total-count'])).toBe(todos.length);
    const proxima = await teste.request({
      url: /<([^>]+)>; rel="next"/.exec(String(primeira.headers.link))?.[1] ?? '',
    });
    expect([...primeira.json(), ...proxima.json()].map(({ id }) => id)).toEqual(
      todos.slice(0, 4).map(({ id }) => id),
    );
    const volta = await teste.request({
      url: /<([^>]+)>; rel="prev"/.exec(String(proxima.headers.link))?.[1] ?? '',
    });
    expect(volta.json()).toEqual(primeira.json());
  });

  it('is itself an act, with its filter', async () => {
    await ask({ chave: 'RIO2A18' });
    const [lida] = await list({ entidade: 'auditoria', acao: 'consultar' });
    expect(lida?.dados).toEqual([{ nome: 'filtro', valor: '{"chave":"RIO2A18"}' }]);
  });

  it.each([
    ['a bad act', { acao: 'inventar' }, 'Ação: escolha uma da lista.'],
    ['a bad cursor', { apos: 'xyz' }, 'Cursor inválido. Recarregue a lista.'],
    ['a bad date', { de: 'ontem' }, 'De: use uma data'],
  ])('refuses %s', async (_nome, consulta, frase) => {
    const resposta = await ask(consulta as Record<string, string>);
    expect(resposta.statusCode).toBe(400);
    expect(resposta.body).toContain(frase);
  });
});

describe('the file of the audit', () => {
  it('has the acts of a query with all that changed, and is an act itself', async () => {
    const { statusCode, body, headers } = await teste.request({
      url: '/api/auditoria/exportar?formato=csv&chave=rio-2a18&acao=editar',
    });
    expect(statusCode).toBe(200);
    expect(headers['content-disposition']).toMatch(/auditoria-\d{4}-\d\d-\d\d\.csv/);
    const [cabeca, linha, ...outras] = body.trim().split('\r\n');
    expect(cabeca).toBe('Número;Quando;Quem;Endereço;Ação;Registro;O que mudou;Motivo');
    expect(outras).toEqual([]);
    expect(linha).toContain(`;${CONTA.name};127.0.0.1;Editou;Veículo RIO2A18;`);
    expect(linha).toContain('Status: ATIVO → PROIBIDO');
    expect(linha).toContain('Motivo: Vaga de outro');
    const [ato] = await list({ entidade: 'auditoria', acao: 'exportar' });
    expect(ato?.dados).toEqual(
      expect.arrayContaining([
        { nome: 'filtro', valor: '{"acao":"editar","chave":"rio-2a18"}' },
        { nome: 'linhas', valor: '1' },
      ]),
    );
    const recusada = await teste.request({ url: '/api/auditoria/exportar', as: null });
    expect(recusada.statusCode).toBe(401);
  });
});

describe('the check of the chain', () => {
  const findEstado = async (): Promise<EstadoAuditoria> =>
    (await teste.request({ url: '/api/auditoria/conferencia' })).json();
  const begin = () => teste.request({ method: 'POST', url: '/api/auditoria/conferencia' });

  it('finds every row in its place, and is an act itself', async () => {
    expect((await findEstado()).ultima).toBeNull();
    expect((await begin()).statusCode).toBe(202);
    await until(async () => expect((await findEstado()).ultima?.quebra).toBeNull());
    const { ultima, conferindo } = await findEstado();
    expect(conferindo).toBeNull();
    expect(ultima?.linhas).toBeGreaterThan(4);
    expect((await list({ acao: 'conferir' })).map(nameOf)).toEqual(['conferir auditoria']);
  });

  it('that failed hides nothing that the one before found', async () => {
    const { ultima } = await findEstado();
    expect(ultima).not.toBeNull();
    await inTransaction(teste.db, async (trx) => {
      const id = await insertJob(trx, {
        ...{ tipo: CONFERENCIA, grupo: CONFERENCIA, parametros: 'null' },
        autor: { id: null, endereco: null, pedido: null },
      });
      await endJob(trx, id, 'falhou', null);
    });
    expect(await findEstado()).toEqual({ conferindo: null, ultima, falhou: true });
  });

  it('is one at a time', async () => {
    const codigos = (await Promise.all([begin(), begin()])).map(({ statusCode }) => statusCode);
    expect(codigos.toSorted()).toEqual([202, 409]);
  });

  it('counts rows that are written meanwhile, and takes none of them for a break', async () => {
    let fim = false;
    const writing = (async () => {
      while (!fim) await ask();
    })();
    for (let i = 0; i < 10; i += 1) {
      expect(await verifyChain(teste.db, () => {})).toMatchObject({ quebra: null });
    }
    fim = true;
    await writing;
  });

  it('names the first row that somebody changed in the database', async () => {
    const { db } = teste;
    const livre = isPostgres(db)
      ? sql`alter table auditoria disable trigger user`
      : sql`drop trigger auditoria_sem_update`;
    await livre.execute(db);
    await sql`update auditoria set quem = 'outro' where id = 3`.execute(db);
    expect(await verifyChain(db, () => {})).toEqual({ linhas: 2, quebra: '3' });
  });
});
