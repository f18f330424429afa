/** The end of a permission, by given clocks: at the gate, in the register, and told to its owner. */
import type { UltimoVeiculo, Veredito } from '@unipark/contract/passagem';
import type { Veiculo } from '@unipark/contract/veiculo';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import type { Clock } from '../platform/clock.ts';
import type { Transacao } from '../platform/db/banco.ts';
import type { MailMessage } from '../platform/mail/mensagem.ts';
import { createValidade } from './validade.ts';

/** The last minute of 31 July 2026 in São Paulo, and the first of August. */
const ULTIMO_MINUTO = '2026-08-01T02:59:30.000Z';
const PRIMEIRO_MINUTO = '2026-08-01T03:00:30.000Z';
const ULTIMO_DIA = '2026-07-31';

let teste: TestApp;
let cartas: MailMessage[];
const mudadas: string[][] = [];
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(ULTIMO_MINUTO) });
  teste = await buildTestApp();
  cartas = [];
  mudadas.length = 0;
});
afterEach(async () => {
  await teste.close();
  vi.useRealTimers();
});

const createVeiculo = (payload: object) =>
  teste.request({
    method: 'POST',
    url: '/db/veiculos',
    payload: { status: 'ATIVO', valido_ate: ULTIMO_DIA, ...payload },
  });
const get = async <T>(url: string): Promise<T> => (await teste.request({ url })).json<T>();
const findVeiculo = (placa: string) => get<Veiculo>(`/db/veiculos/${placa}`);
const update = (placa: string, payload: object) =>
  teste.request({ method: 'PUT', url: `/db/veiculos/${placa}`, payload });
const createDono = (email: string | null) =>
  teste.request({
    method: 'POST',
    url: '/db/proprietarios',
    payload: { matricula: '7', nome: 'Beatriz Helena', email },
  });
const listAtos = () =>
  teste.db
    .selectFrom('auditoria')
    .select(['quem', 'acao', 'chave', 'motivo'])
    .where('motivo', '=', 'validade encerrada')
    .orderBy('id')
    .execute();

const clockAt = (instante: string): Clock => ({ now: () => new Date(instante), elapsed: () => 0 });

/** One run of the hourly work of a node, at this time. */
const runAt = (instante: string, { avisar = true, configurado = true } = {}) =>
  createValidade({
    db: teste.db,
    clock: clockAt(instante),
    avisar,
    onChange: async (_trx: Transacao, chaves: string[]) => void mudadas.push(chaves),
    correio: { configurado, send: async (_trx, carta) => void cartas.push(carta) },
  }).run();

describe('the last day', () => {
  it('is stored, changed and cleared as any other field', async () => {
    expect((await createVeiculo({ placa: 'RIO2A18' })).json()).toMatchObject({
      valido_ate: ULTIMO_DIA,
    });
    expect((await update('RIO2A18', { valido_ate: '2026-12-31' })).json()).toMatchObject({
      valido_ate: '2026-12-31',
      status: 'ATIVO',
    });
    expect((await update('RIO2A18', { cor: 'Azul' })).json()).toMatchObject({
      valido_ate: '2026-12-31',
    });
    expect((await update('RIO2A18', { valido_ate: '' })).json()).toMatchObject({
      valido_ate: null,
    });
  });

  it('in the past is INDEFINIDO as soon as it is saved, but a PROIBIDO stays', async () => {
    const valido_ate = '2026-07-30';
    expect((await createVeiculo({ placa: 'RIO2A18', valido_ate })).json()).toMatchObject({
      ...{ status: 'INDEFINIDO', valido_ate },
    });
    await createVeiculo({ placa: 'ABC1D23' });
    expect((await update('ABC1D23', { valido_ate })).json()).toMatchObject({
      ...{ status: 'INDEFINIDO', valido_ate },
    });
    const proibido = { placa: 'QXJ0D52', status: 'PROIBIDO', valido_ate };
    expect((await createVeiculo(proibido)).json()).toMatchObject({ status: 'PROIBIDO' });
  });

  it('that does not exist answers 400 with its sentence', async () => {
    const resposta = await createVeiculo({ placa: 'RIO2A18', valido_ate: '2026-02-30' });
    expect(resposta.statusCode).toBe(400);
    expect(resposta.json()).toMatchObject({
      campos: { valido_ate: 'Válido até: este dia não existe.' },
    });
  });
});

describe('the register', () => {
  it('keeps the status to the end of the day in São Paulo, and ends it after', async () => {
    await createVeiculo({ placa: 'RIO2A18' });
    await runAt(ULTIMO_MINUTO);
    expect(await findVeiculo('RIO2A18')).toMatchObject({ status: 'ATIVO', versao: 1 });
    expect(await listAtos()).toEqual([]);
    await runAt(PRIMEIRO_MINUTO);
    expect(await findVeiculo('RIO2A18')).toMatchObject({
      status: 'INDEFINIDO',
      valido_ate: ULTIMO_DIA,
      versao: 2,
    });
    expect(await listAtos()).toEqual([
      { quem: 'agenda', acao: 'editar', chave: 'RIO2A18', motivo: 'validade encerrada' },
    ]);
    expect(mudadas).toEqual([['RIO2A18']]);
  });

  it('keeps PROIBIDO with its reason, INDEFINIDO, and a vehicle without a last day', async () => {
    await createVeiculo({ placa: 'PRO1B11', status: 'PROIBIDO', motivo: 'Furou a cancela' });
    await createVeiculo({ placa: 'IND1E11', status: 'INDEFINIDO' });
    await createVeiculo({ placa: 'SEM1D11', valido_ate: null });
    await createVeiculo({ placa: 'PRF1S11', status: 'Professor' });
    await runAt('2027-03-01T12:00:00.000Z');
    const versoes = await teste.db
      .selectFrom('veiculos')
      .select(['placa', 'status', 'motivo', 'versao'])
      .orderBy('placa')
      .execute();
    expect(versoes).toEqual([
      { placa: 'IND1E11', status: 'INDEFINIDO', motivo: null, versao: 1 },
      { placa: 'PRF1S11', status: 'INDEFINIDO', motivo: null, versao: 2 },
      { placa: 'PRO1B11', status: 'PROIBIDO', motivo: 'Furou a cancela', versao: 1 },
      { placa: 'SEM1D11', status: 'ATIVO', motivo: null, versao: 1 },
    ]);
    expect(await listAtos()).toHaveLength(1);
  });

  it('catches up after a downtime in slices, once for two nodes at the same time', async () => {
    const quantos = 60;
    for (let i = 10; i < 10 + quantos; i += 1) await createVeiculo({ placa: `ABC1D${i}` });
    await Promise.all([runAt('2026-09-10T12:00:00.000Z'), runAt('2026-09-10T12:00:00.000Z')]);
    expect(await listAtos()).toHaveLength(quantos);
    expect(mudadas.map(({ length }) => length)).toEqual([50, 10]);
    expect(await get('/db/veiculos?status=ATIVO')).toEqual([]);
  });

  it('renews with a new last day and status', async () => {
    await createVeiculo({ placa: 'RIO2A18' });
    await runAt(PRIMEIRO_MINUTO);
    await update('RIO2A18', { status: 'ATIVO', valido_ate: '2026-12-31' });
    await runAt(PRIMEIRO_MINUTO);
    expect(await findVeiculo('RIO2A18')).toMatchObject({ status: 'ATIVO' });
  });
});

describe('the gate', () => {
  const readVeredito = (placa: string) => get<Veredito>(`/api/veredito/${placa}`);
  const post = async (placa: string) =>
    (
      await teste.request({ method: 'POST', url: '/db/ultimosveiculos', payload: { placa } })
    ).json<UltimoVeiculo>();

  it('counts the last day itself, and not the minute after it', async () => {
    await createVeiculo({ placa: 'RIO2A18' });
    expect(await readVeredito('RIO2A18')).toMatchObject({
      status: 'Ativo',
      veiculo: { motivo: null },
    });
    expect(await post('RIO2A18')).toMatchObject({ status: 'Ativo' });
    vi.setSystemTime(new Date(PRIMEIRO_MINUTO));
    // The register has not followed yet.
    expect(await findVeiculo('RIO2A18')).toMatchObject({ status: 'ATIVO' });
    expect(await readVeredito('RIO2A18')).toMatchObject({
      status: 'Indefinido',
      veiculo: { motivo: 'Validade encerrada em 31/07/2026' },
    });
    expect(await post('RIO2A18')).toMatchObject({ status: 'Indefinido' });
    const [agora, antes] = await get<{ status: string }[]>('/api/passagens');
    expect([agora?.status, antes?.status]).toEqual(['Indefinido', 'Ativo']);
  });

  it('shows a PROIBIDO with its own reason after its last day', async () => {
    await createVeiculo({ placa: 'PRO1B11', status: 'PROIBIDO', motivo: 'Furou a cancela' });
    vi.setSystemTime(new Date(PRIMEIRO_MINUTO));
    expect(await readVeredito('PRO1B11')).toMatchObject({
      status: 'Proibido',
      veiculo: { motivo: 'Furou a cancela' },
    });
  });
});

describe("the filter 'Vence esta semana'", () => {
  const listPlacas = async (url: string): Promise<string[]> =>
    (await get<{ placa: string }[]>(url)).map(({ placa }) => placa);

  it('has today and the next six days, of permissions that are in force', async () => {
    for (const [placa, valido_ate, status] of [
      ['ONT1E11', '2026-07-30', 'ATIVO'],
      ['HOJ1E11', '2026-07-31', 'ATIVO'],
      ['SEX1T11', '2026-08-06', 'ATIVO'],
      ['SET1M11', '2026-08-07', 'ATIVO'],
      ['PRO1B11', '2026-08-01', 'PROIBIDO'],
      ['SEM1D11', null, 'ATIVO'],
    ]) {
      await createVeiculo({ placa, valido_ate, status });
    }
    const semana = ['HOJ1E11', 'SEX1T11'];
    const pagina = await teste.request({ url: '/db/veiculos?vence=semana&limite=25' });
    expect(pagina.headers['x-total-count']).toBe('2');
    expect(pagina.json<{ placa: string }[]>().map(({ placa }) => placa)).toEqual(semana);
    expect(await listPlacas('/db/veiculos?vence=semana')).toEqual(semana);
    expect(await listPlacas('/db/veiculos?vence=semana&ordem=-placa&limite=1')).toEqual([
      'SEX1T11',
    ]);
    expect(await listPlacas('/db/veiculos?vence=semana&status=PROIBIDO')).toEqual([]);
    const achados = await get<{ value: Veiculo }[]>('/db/veiculos/busca?q=ativo&vence=semana');
    expect(achados.map(({ value }) => value.placa)).toEqual(semana);
    expect((await teste.request({ url: '/db/veiculos?vence=mes' })).statusCode).toBe(400);
  });
});

describe('the owner', () => {
  const dele = { placa: 'RIO2A18', modelo: 'CRETA', proprietario_matricula: '7' };

  it('is told once of each last day, in its week', async () => {
    await createDono('bia@exemplo.br');
    await createVeiculo(dele);
    await runAt('2026-07-24T12:00:00.000Z');
    expect(cartas).toEqual([]);
    await Promise.all([runAt('2026-07-25T12:00:00.000Z'), runAt('2026-07-25T12:00:00.000Z')]);
    await runAt(ULTIMO_MINUTO);
    expect(cartas).toEqual([
      {
        para: 'bia@exemplo.br',
        proprietario: '7',
        assunto: 'A permissão do veículo RIO2A18 vale até 31/07/2026',
        texto: expect.stringContaining('veículo RIO2A18, CRETA vale até 31/07/2026.'),
      },
    ]);
    await update('RIO2A18', { cor: 'Azul' });
    await runAt(ULTIMO_MINUTO);
    expect(cartas).toHaveLength(1);
    await update('RIO2A18', { valido_ate: '2026-08-03' });
    await runAt(ULTIMO_MINUTO);
    expect(cartas.map(({ assunto }) => assunto.slice(-10))).toEqual(['31/07/2026', '03/08/2026']);
  });

  it.each([
    ['without an address', null, {}],
    ['when the installation sends no mail', 'bia@exemplo.br', { configurado: false }],
    ['when the operator switched it off', 'bia@exemplo.br', { avisar: false }],
  ])('is not told %s', async (_, email, opcoes) => {
    await createDono(email);
    await createVeiculo(dele);
    await runAt(ULTIMO_MINUTO, opcoes);
    expect(cartas).toEqual([]);
  });
});
