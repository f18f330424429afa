/** Retention leaves a passage with `reter_ate` until that day. */
import type { Passagem } from '@unipark/contract/passagem';
import { PRAZOS_PADRAO } from '@unipark/contract/retencao';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());

const HOJE_MS = Date.now();
const day = (dias: number): string =>
  new Date(HOJE_MS + dias * 86_400_000).toISOString().slice(0, 10);
const hold = (id: string, payload: object) =>
  teste.request({ method: 'PUT', url: `/api/passagens/${id}/retencao`, payload });

async function sendOld(placa: string): Promise<string> {
  const payload = { placa, camera: '1', imagem: undefined };
  const criada = await teste.request({ method: 'POST', url: '/db/ultimosveiculos', payload });
  const { id } = criada.json<{ id: string }>();
  const recebido_em = new Date(HOJE_MS - 400 * 86_400_000).toISOString();
  await teste.db.updateTable('passagens').set({ recebido_em }).where('id', '=', +id).execute();
  return id;
}
const countOld = async (): Promise<number> => {
  const payload = PRAZOS_PADRAO;
  const resposta = await teste.request({ method: 'POST', url: '/api/retencao/previa', payload });
  return resposta.json().passagens;
};
const listHeld = async (): Promise<string[]> =>
  (await teste.request({ url: '/api/passagens?situacao=retidas' }))
    .json<Passagem[]>()
    .map(({ placa }) => placa);

it('retention leaves it until the day, and takes it after the hold ends', async () => {
  const id = await sendOld('RET1A00');
  await sendOld('VEL1A00');
  expect(await countOld()).toBe(2);
  const feita = await hold(id, { reter_ate: day(30), motivo: 'Colisão no portão' });
  expect(feita.json<Passagem>().retida).toEqual({ ate: day(30), motivo: 'Colisão no portão' });
  expect([await countOld(), await listHeld()]).toEqual([1, ['RET1A00']]);
  expect((await teste.request({ url: '/api/retencao' })).json().retidas).toBe(1);
  await teste.db
    .updateTable('passagens')
    .set({ reter_ate: day(-2) })
    .where('id', '=', +id)
    .execute();
  expect([await countOld(), await listHeld()]).toEqual([2, []]);
  expect((await teste.request({ url: `/api/passagens/${id}` })).json().retida).toBeNull();
  await hold(id, { reter_ate: day(0), motivo: 'De novo' });
  expect(await countOld()).toBe(1);
  expect((await hold(id, { reter_ate: null })).json().retida).toBeNull();
  expect(await countOld()).toBe(2);
  const atos = await teste.request({ url: `/api/auditoria?entidade=passagem&chave=${id}` });
  expect(atos.json()[0].campos).toEqual(
    expect.arrayContaining([{ campo: 'reter_motivo', antes: 'De novo', depois: null }]),
  );
});

it.each([
  [{ reter_ate: '2020-01-01', motivo: 'x' }, 'Reter até: use hoje ou um dia depois.'],
  [{ reter_ate: day(4_000), motivo: 'x' }, 'Reter até: use até 10 anos.'],
  [{ reter_ate: day(1), motivo: ' ' }, 'Motivo: informe por que a passagem fica guardada.'],
  [{ reter_ate: 'amanhã', motivo: 'x' }, 'Reter até: use uma data, como 2026-12-31.'],
])('refuses %j', async (payload, frase) => {
  const resposta = await hold('1', payload);
  expect(resposta.statusCode).toBe(400);
  expect(Object.values(resposta.json().campos)).toEqual([frase]);
});

it('404 for an unknown passage', async () => {
  expect((await hold('999', { reter_ate: null })).statusCode).toBe(404);
});

const post = (url: string, payload: object) => teste.request({ method: 'POST', url, payload });

it('the owner of a kept passage is not anonymised', async () => {
  await post('/db/proprietarios', { matricula: '77', nome: 'Rita Prado' });
  const dela = { status: 'INDEFINIDO', proprietario_matricula: '77' };
  await post('/db/veiculos', { placa: 'RIO2A18', ...dela });
  const criada = await post('/db/ultimosveiculos', { placa: 'RIO2A18' });
  const { id } = criada.json<{ id: string }>();
  await hold(id, { reter_ate: day(3), motivo: 'Sindicância' });
  const anonymize = () => post('/api/proprietarios/77/anonimizar', { confirmacao: '77' });
  const recusada = await anonymize();
  expect([recusada.statusCode, recusada.json().mensagem]).toEqual([
    409,
    '1 passagem deste titular está retida. Encerre a retenção no Histórico (situação Retida) antes de anonimizar.',
  ]);
  await hold(id, { reter_ate: null });
  expect((await anonymize()).statusCode).toBe(200);
});

it('the next owner of its car is not anonymised either, because a free car is erased whole', async () => {
  await post('/db/proprietarios', { matricula: '78', nome: 'Ana Lima' });
  await post('/db/proprietarios', { matricula: '79', nome: 'Rui Barcelos' });
  await post('/db/veiculos', {
    placa: 'KEP1A00',
    ...{ status: 'INDEFINIDO', proprietario_matricula: '78' },
  });
  const { id } = (await post('/db/ultimosveiculos', { placa: 'KEP1A00' })).json<{ id: string }>();
  await hold(id, { reter_ate: day(3), motivo: 'Colisão' });
  await teste.request({
    ...{ method: 'PUT', url: '/db/veiculos/KEP1A00' },
    payload: { proprietario_matricula: '79' },
  });
  const recusada = await post('/api/proprietarios/79/anonimizar', { confirmacao: '79' });
  expect([recusada.statusCode, recusada.json().codigo]).toEqual([409, 'passagens-retidas']);
  expect((await teste.request({ url: '/db/proprietarios/79' })).statusCode).toBe(200);
  expect((await teste.request({ url: `/api/passagens/${id}` })).json().placa).toBe('KEP1A00');
});

it('a registration at the gate is not undone while its passage is held', async () => {
  const feita = await post('/db/ultimosveiculos', { placa: 'POR1A00', conferida: true });
  const { id } = feita.json<{ id: string }>();
  await hold(id, { reter_ate: day(0), motivo: 'Sindicância' });
  const undo = () => post(`/api/passagens/${id}/desfazer`, {});
  const recusada = await undo();
  expect([recusada.statusCode, recusada.json().codigo]).toEqual([409, 'passagem-retida']);
  await hold(id, { reter_ate: null });
  expect((await undo()).statusCode).toBe(204);
});
