import { NOVAS_MAXIMO } from '@unipark/contract/listaPassagens';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
  const post = (url: string, payload: object) => teste.request({ method: 'POST', url, payload });
  await post('/db/proprietarios', { matricula: '0042', nome: 'Inês Conceição' });
  await post('/db/veiculos', {
    placa: 'ABC1234',
    proprietario_matricula: '0042',
    status: 'PROIBIDO',
  });
  for (const passagem of [
    { placa: 'ABC1C34', camera: '1', instante: '2026-03-10T12:00:00Z' },
    { placa: 'RIO2A18', camera: '2', instante: '2026-03-11T12:00:00Z' },
    { placa: 'RI02A18', camera: '3', instante: '2026-03-12T12:00:00Z' },
    { placa: 'ABC1234', camera: '3', instante: '2026-03-13T12:00:00Z' },
  ]) {
    await post('/db/ultimosveiculos', passagem);
  }
});
afterAll(() => teste.close());

const get = (consulta: string) => teste.request({ url: `/api/passagens/novas?${consulta}` });
const count = async (consulta: string) => (await get(consulta)).json<{ total: number }>().total;

describe('GET /api/passagens/novas', () => {
  it.each([
    ['depois=0', 4],
    ['depois=2', 2],
    ['depois=4', 0],
    ['depois=1&camera=3', 2],
    ['depois=1&q=ines%20conc', 1],
    ['depois=0&q=2a18', 2],
    ['depois=0&de=2026-03-10&ate=2026-03-11', 2],
    ['depois=0&status=PROIBIDO', 2],
    ['depois=0&proprietario=0042', 2],
    ['depois=1&proprietario=0042', 1],
    ['depois=0&proprietario=nenhum', 0],
  ])('%s counts %i', async (consulta, total) => {
    expect(await count(consulta)).toBe(total);
  });

  it.each(['', 'depois=x', 'depois=-1', 'depois=1&limite=2'])(
    '%s answers 400',
    async (consulta) => {
      expect((await get(consulta)).statusCode).toBe(400);
    },
  );

  it('leaves no row in the audit', async () => {
    const listRows = () => teste.db.selectFrom('auditoria').select('id').execute();
    const antes = await listRows();
    await count('depois=0&camera=1');
    expect(await listRows()).toEqual(antes);
  });

  it('stops counting above the limit', async () => {
    const instante = '2026-03-14T12:00:00.000Z';
    const linha = {
      placa: 'LOT3S00',
      chave: 'LOT3S00',
      busca: ' lot3s00',
      status: 'Não cadastrado',
      nivel: 'nenhuma',
      instante,
      ultima_leitura_em: instante,
      recebido_em: instante,
      ...{ na_lista: 1, teste: 0, versao: 1, atrasada: 0 },
    } as const;
    const linhas = Array.from({ length: NOVAS_MAXIMO + 20 }, () => linha);
    await teste.db.insertInto('passagens').values(linhas).execute();
    expect(await count('depois=4')).toBe(NOVAS_MAXIMO + 1);
    expect(await count('depois=4&q=lot3')).toBe(NOVAS_MAXIMO + 1);
  });

  it('of those inside counts no car that has left again', async () => {
    const post = (placa: string, sentido: string) =>
      teste.request({ method: 'POST', url: '/db/ultimosveiculos', payload: { placa, sentido } });
    const { id } = (await post('DEN1T01', 'entrada')).json();
    await post('DEN1T02', 'entrada');
    await post('DEN1T02', 'saida');
    expect(await count(`depois=${id}&situacao=dentro`)).toBe(0);
    await post('DEN1T03', 'entrada');
    expect(await count(`depois=${id}&situacao=dentro`)).toBe(1);
  });
});
