import { NOMES_DIALETO } from '@unipark/contract/dispositivo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());

async function create(campos: object): Promise<string> {
  const payload = { nome: 'Portão', ...campos };
  const { body } = await teste.request({ method: 'POST', url: '/api/dispositivos', payload });
  return JSON.parse(body).dispositivo.id;
}
const send = (id: string) =>
  teste.request({ method: 'POST', url: `/api/dispositivos/${id}/teste` });
const findDispositivo = async (id: string) =>
  (await teste.request({ url: `/api/dispositivos/${id}` })).json();

describe('POST /api/dispositivos/:id/teste', () => {
  it.each(NOMES_DIALETO)('sends a message of %s, which is shown as a test', async (dialeto) => {
    const camera = `Portaria ${dialeto}`;
    const id = await create({ dialeto, camera, cameras: { 'CAM<1>&2': camera } });
    const resposta = await send(id);
    expect(resposta.body).toContain('TST0A00');
    expect(resposta.statusCode).toBe(201);
    expect(resposta.json()).toMatchObject({ placa: 'TST0A00', camera, teste: true });

    const lista = (await teste.request({ url: '/db/ultimosveiculos' })).json();
    expect(lista[0]).toMatchObject({ placa: 'TST0A00', camera, teste: true });
    const idade = Date.now() - Date.parse(lista[0].instante);
    expect(idade).toBeLessThan(30_000);
    expect((await teste.request({ url: '/api/alertas' })).json()).toEqual([]);
  });

  it('leaves the device waiting for its own first reading', async () => {
    const id = await create({ dialeto: 'hikvision' });
    await send(id);
    expect(await findDispositivo(id)).toMatchObject({
      situacao: 'aguardando',
      ultima_leitura_em: null,
      por_hora: [],
    });
  });

  it('reads the direction with the words of the device', async () => {
    const sentido = { padrao: null, palavras: { approach: 'saida' } };
    const id = await create({ dialeto: 'hikvision', camera: 'Saída', sentido });
    expect((await send(id)).json()).toMatchObject({ camera: 'Saída', sentido: 'saida' });
  });

  it('answers 409 for a device that is off, and 404 for none', async () => {
    const id = await create({ dialeto: 'unipark', ativo: false });
    const desligado = await send(id);
    expect(desligado.statusCode).toBe(409);
    expect(desligado.json().mensagem).toBe('Ative o dispositivo para enviar um teste.');
    expect((await send('nenhum')).statusCode).toBe(404);
  });
});
