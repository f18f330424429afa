/** Passes of visitors, by a given clock: at the gate, in the list, cancelled, deleted. */
import { NAO_CADASTRADO, type UltimoVeiculo, type Veredito } from '@unipark/contract/passagem';
import type { Visitante } from '@unipark/contract/visitante';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { pruneVisitantes } from './repo.ts';

const AGORA = '2026-11-23T14:00:00.000Z';
const PASSE = {
  placa: 'RIO2A18',
  nome: 'Ana Lima',
  anfitriao: 'João Silva',
  destino: 'Bloco B',
  de: '2026-11-23T14:05:00.000Z',
  ate: '2026-11-23T14:08:00.000Z',
};
const VISITA = 'Ana Lima visita João Silva, Bloco B';

let teste: TestApp;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(AGORA) });
  teste = await buildTestApp();
});
afterEach(async () => {
  await teste.close();
  vi.useRealTimers();
});

const post = (url: string, payload: object = {}) => teste.request({ method: 'POST', url, payload });
const create = (mudanca: object = {}) => post('/api/visitantes', { ...PASSE, ...mudanca });
const get = async <T>(url: string): Promise<T> => (await teste.request({ url })).json<T>();
const readVeredito = async (placa = 'RIO2A18') => {
  const { status, veiculo } = await get<Veredito>(`/api/veredito/${placa}`);
  return [status, veiculo?.motivo ?? null];
};
const listNomes = async (consulta: string) =>
  (await get<Visitante[]>(`/api/visitantes?${consulta}`)).map(({ nome }) => nome);
const goTo = (hora: string) => vi.setSystemTime(new Date(`2026-11-23T${hora}:00.000Z`));

describe('the gate', () => {
  it('shows VISITANTE from the beginning of the pass to its end', async () => {
    expect((await create()).statusCode).toBe(201);
    expect(await readVeredito()).toEqual([NAO_CADASTRADO, null]);
    goTo('14:05');
    expect(await readVeredito()).toEqual(['VISITANTE', VISITA]);
    const passagem = await post('/db/ultimosveiculos', { placa: 'RIO2A18' });
    expect(passagem.json<UltimoVeiculo>()).toMatchObject({ status: 'VISITANTE', motivo: VISITA });
    goTo('14:08');
    expect(await readVeredito()).toEqual([NAO_CADASTRADO, null]);
    const [historico] = await get<{ status: string }[]>('/api/passagens');
    expect(historico?.status).toBe('VISITANTE');
  });

  it.each([
    ['ATIVO', 'Ativo', null],
    ['PROIBIDO', 'Proibido', 'Furou a cancela'],
    ['INDEFINIDO', 'VISITANTE', VISITA],
  ])('shows a registered %s as %s', async (status, mostrado, motivo) => {
    await post('/db/veiculos', { placa: 'RIO2A18', status, motivo: 'Furou a cancela' });
    await create();
    goTo('14:06');
    expect(await readVeredito()).toEqual([mostrado, motivo]);
  });

  it('shows the pass of the text that was read, and every one of it', async () => {
    const placa = 'TWN1A34';
    await create({ placa, nome: 'Exato' });
    await create({ placa, nome: 'Segundo' });
    await create({ placa: 'TWN1034', nome: 'Gêmeo' });
    goTo('14:05');
    const visitaOf = (nome: string) => `${nome} visita João Silva, Bloco B`;
    const duas = `${visitaOf('Exato')}; ${visitaOf('Segundo')}`;
    expect(await readVeredito(placa)).toEqual(['VISITANTE', duas]);
    expect(await readVeredito('TWN1034')).toEqual(['VISITANTE', visitaOf('Gêmeo')]);
    await post('/db/veiculos', { placa });
    expect(await readVeredito(placa)).toEqual(['VISITANTE', duas]);
  });

  it('knows the pass by the other text of the same plate', async () => {
    await create({ placa: 'ABC1234' });
    goTo('14:06');
    expect(await readVeredito('ABC1C34')).toEqual(['VISITANTE', VISITA]);
  });
});

describe('the list', () => {
  it('has what is in force now, today, or ended, and finds names and plates', async () => {
    await create({ nome: 'Agora', de: AGORA });
    await create({ nome: 'Depois', placa: 'ABC1D23' });
    await create({
      ...{ nome: 'Amanhã', placa: 'QXJ0D52', destino: 'Reitoria' },
      ...{ de: '2026-11-24T12:00:00.000Z', ate: '2026-11-24T13:00:00.000Z' },
    });
    expect(await listNomes('situacao=agora')).toEqual(['Agora']);
    expect(await listNomes('situacao=hoje')).toEqual(['Depois', 'Agora']);
    expect(await listNomes('situacao=encerrados')).toEqual([]);
    expect(await listNomes('q=reitoria')).toEqual(['Amanhã']);
    expect(await listNomes('q=abc-1d23')).toEqual(['Depois']);
    expect(await listNomes('limite=1')).toEqual(['Amanhã']);
    goTo('14:09');
    expect(await listNomes('situacao=encerrados')).toEqual(['Depois', 'Agora']);
  });

  it('is deleted after the period of retention', async () => {
    await create();
    vi.setSystemTime(new Date('2026-12-23T14:07:00.000Z'));
    await pruneVisitantes(teste.db, { visitantes_dias: 30 });
    const count = () => teste.db.selectFrom('visitantes').select('id').execute();
    expect(await count()).toHaveLength(1);
    vi.setSystemTime(new Date('2026-12-23T14:08:01.000Z'));
    await pruneVisitantes(teste.db, { visitantes_dias: 30 });
    expect(await count()).toHaveLength(0);
  });
});

it('a cancelled pass ends at once, and the audit has both acts without the visitor', async () => {
  const { id } = (await create({ de: AGORA })).json<Visitante>();
  expect(await readVeredito()).toEqual(['VISITANTE', VISITA]);
  expect((await post(`/api/visitantes/${id}/cancelar`)).statusCode).toBe(204);
  expect(await readVeredito()).toEqual([NAO_CADASTRADO, null]);
  expect((await post(`/api/visitantes/${id}/cancelar`)).statusCode).toBe(409);
  expect((await post('/api/visitantes/999/cancelar')).statusCode).toBe(404);
  const atos = await teste.db
    .selectFrom('auditoria')
    .innerJoin('auditoria_detalhes', 'auditoria_detalhes.auditoria_id', 'auditoria.id')
    .select(['acao', 'chave', 'detalhe'])
    .where('entidade', '=', 'visitante')
    .orderBy('auditoria.id')
    .execute();
  expect(atos.map(({ acao, chave }) => [acao, chave])).toEqual([
    ['criar', id],
    ['cancelar', id],
  ]);
  expect(JSON.stringify(atos)).not.toContain('Ana Lima');
});

it.each([
  [{ ate: PASSE.de }, 'ate', 'Até: escolha uma hora depois do começo.'],
  [{ de: '2026-11-23T12:00:00.000Z', ate: AGORA }, 'ate', 'Até: escolha uma hora que não passou.'],
  [{ ate: '2026-12-25T14:05:00.000Z' }, 'ate', 'Até: um passe vale no máximo 31 dias.'],
  [{ de: 'amanhã' }, 'de', 'De: informe o dia e a hora.'],
  [{ placa: 'ABC' }, 'placa', 'Placa inválida. Use ABC-1234 ou ABC1D23.'],
  [{ nome: ' ' }, 'nome', 'Nome do visitante: preenchimento obrigatório.'],
])('%j is refused with a sentence', async (mudanca, campo, frase) => {
  const resposta = await create(mudanca);
  expect(resposta.statusCode).toBe(400);
  expect(resposta.json()).toMatchObject({ campos: { [campo]: frase } });
});
