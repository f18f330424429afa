import { CORES } from '@unipark/contract/veiculo';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { makePlaca, random } from '../demo/registro.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
  const dono = { matricula: '1', nome: 'Ana' };
  await teste.request({ method: 'POST', url: '/db/proprietarios', payload: dono });
});
afterAll(() => teste.close());

const sortear = random(7);
const draw = <T>(valores: readonly T[]): T => valores[Math.floor(sortear() * valores.length)] as T;
const drawCampos = () => ({
  status: draw(['ATIVO', 'PROIBIDO', 'INDEFINIDO', 'Em análise', null]),
  tipo: draw(['1', '2', '3', null]),
  cor: draw([CORES[0], CORES[1], null]),
  proprietario_matricula: draw(['1', null]),
});

async function expectTrueCounts() {
  const { db } = teste;
  const kept = await db.selectFrom('veiculos_facetas').selectAll().execute();
  const veiculos = await db.selectFrom('veiculos').selectAll().execute();
  const contados = new Map<string, number>();
  for (const { status_ordem, tipo, cor_ordem, proprietario_matricula } of veiculos) {
    const dono = proprietario_matricula === null ? 'sem' : 'com';
    const nome = [status_ordem, tipo ?? '', cor_ordem, dono].join('|');
    contados.set(nome, (contados.get(nome) ?? 0) + 1);
  }
  const guardados = kept.map(({ status_ordem, tipo, cor_ordem, dono, total }): [string, number] => [
    [status_ordem, tipo, cor_ordem, dono].join('|'),
    total,
  ]);
  expect(new Map(guardados)).toEqual(contados);
  const { total } = await db
    .selectFrom('contagens')
    .select('total')
    .where('tabela', '=', 'veiculos')
    .executeTakeFirstOrThrow();
  expect(total).toBe(veiculos.length);
}

it('the kept counts are those of the rows after any registration, change and removal', async () => {
  for (let i = 0; i < 300; i += 1) {
    const placa = makePlaca(Math.floor(sortear() * 60));
    const method = draw(['POST', 'POST', 'PUT', 'DELETE'] as const);
    const url = method === 'POST' ? '/db/veiculos' : `/db/veiculos/${placa}`;
    const payload = { ...drawCampos(), ...(method === 'POST' && { placa }) };
    await teste.request({ method, url, ...(method !== 'DELETE' && { payload }) });
  }
  await expectTrueCounts();
  const total = async (filtro: string) =>
    Number(
      (await teste.request({ method: 'GET', url: `/db/veiculos?limite=1&${filtro}` })).headers[
        'x-total-count'
      ],
    );
  const linhas = (filtro: string) =>
    teste
      .request({ method: 'GET', url: `/db/veiculos?limite=200&${filtro}` })
      .then((resposta) => resposta.json().length);
  for (const filtro of [
    'status=PROIBIDO&tipo=1',
    'sem_proprietario=1&cor=Amarela',
    'tipo=2&status=Em%20an%C3%A1lise',
  ]) {
    expect(await total(filtro)).toBe(await linhas(filtro));
  }
});

it('a statement that skips the repository is counted too', async () => {
  await teste.db.deleteFrom('veiculos').where('tipo', '=', '1').execute();
  await teste.db.updateTable('veiculos').set({ status_ordem: 'ativo' }).execute();
  await expectTrueCounts();
});
