import type { RelatorioPassagens, RelatorioVeiculos } from '@unipark/contract/relatorio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { listAudited } from '../../test/usuarios.ts';

/** Passages of ten days, at hours that are on another day in UTC, and one test. */
const CARROS = Array.from({ length: 48 }, (_, i) => ({
  placa: i % 3 === 0 ? 'PRO1B11' : `AAA1A${String(i).padStart(2, '0')}`,
  instante: new Date(Date.UTC(2026, 2, 1, (i * 5 + 22) % 24, 30) + (i % 10) * 86_400_000),
  camera: ['1', 'Portão Sul', undefined][i % 3],
  sentido: ['entrada', 'saida', undefined][(i >> 1) % 3],
}));

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
  const post = (url: string, payload: object) => teste.request({ method: 'POST', url, payload });
  await post('/db/veiculos', {
    ...{ placa: 'PRO1B11', status: 'PROIBIDO', tipo: '2', modelo: 'CRETA' },
  });
  for (const carro of CARROS) {
    const { statusCode } = await post('/db/ultimosveiculos', carro);
    expect(statusCode).toBe(201);
  }
  await post('/db/ultimosveiculos', {
    placa: 'TTT1T11',
    instante: '2026-03-05T13:00:00Z',
    teste: true,
  });
});
afterAll(() => teste.close());

const ask = (consulta: Record<string, string>) =>
  teste.request({ url: `/api/relatorios/passagens?${new URLSearchParams(consulta)}` });
const read = async (consulta: Record<string, string>): Promise<RelatorioPassagens> =>
  (await ask(consulta)).json();

/** Day, weekday and hour of São Paulo by the platform's own calendar. */
function localOf(instante: Date) {
  const partes = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'America/Sao_Paulo',
    dateStyle: 'short',
  }).format(instante);
  const hora = Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Sao_Paulo', hour: '2-digit' }).format(
      instante,
    ),
  );
  return { dia: partes, hora, semana: new Date(`${partes}T12:00:00Z`).getUTCDay() };
}

const countOf = (de: string, ate: string, sentido?: string) => {
  const deles = CARROS.filter((carro) => {
    const { dia } = localOf(carro.instante);
    return dia >= de && dia <= ate && (!sentido || carro.sentido === sentido);
  });
  return {
    total: deles.length,
    na: (semana: number, hora: number) =>
      deles.filter(({ instante }) => {
        const local = localOf(instante);
        return local.semana === semana && local.hora === hora;
      }).length,
    noDia: (dia: string) => deles.filter(({ instante }) => localOf(instante).dia === dia).length,
    pela: (camera: string) => deles.filter((carro) => (carro.camera ?? '') === camera).length,
    proibidas: deles.filter(({ placa }) => placa === 'PRO1B11').length,
  };
};

describe('GET /api/relatorios/veiculos', () => {
  const readVeiculos = async (consulta: Record<string, string>): Promise<RelatorioVeiculos> => {
    const url = `/api/relatorios/veiculos?${new URLSearchParams(consulta)}`;
    return (await teste.request({ url })).json();
  };
  const countPlacas = (de: string, ate: string, sentido?: string) => {
    const placas = new Map<string, number>();
    for (const carro of CARROS) {
      const { dia } = localOf(carro.instante);
      if (dia < de || dia > ate || (sentido && carro.sentido !== sentido)) continue;
      placas.set(carro.placa, (placas.get(carro.placa) ?? 0) + 1);
    }
    return placas;
  };

  it.each([undefined, 'entrada'])('counts as an independent count does: %s', async (sentido) => {
    const [de, ate] = ['2026-03-05', '2026-03-09'];
    const lido = await readVeiculos({ de, ate, ...(sentido && { sentido }) });
    const agora = countPlacas(de, ate, sentido);
    const antes = countPlacas('2026-02-28', '2026-03-04', sentido);
    expect(lido.maiores.length).toBe(Math.min(20, agora.size));
    expect(lido.maiores[0]).toMatchObject({ nome: 'PRO1B11', modelo: 'CRETA' });
    for (const { nome, total, anterior } of lido.maiores) {
      expect([nome, total, anterior]).toEqual([nome, agora.get(nome), antes.get(nome) ?? 0]);
    }
    const totals = lido.maiores.map(({ total }) => total);
    expect(totals).toEqual(totals.toSorted((um, outro) => outro - um));
    const todas = [...agora.values()].reduce((soma, total) => soma + total, 0);
    const motos = agora.get('PRO1B11') ?? 0;
    expect(Object.fromEntries(lido.porTipo.map(({ nome, total }) => [nome, total]))).toEqual({
      '2': motos,
      '': todas - motos,
    });
  });

  it('a code in the place of a plate is counted, and is no vehicle', async () => {
    const [uma] = await teste.db.selectFrom('passagens').selectAll().limit(1).execute();
    const { id: _, ...linha } = uma ?? expect.fail('no passage');
    const codigo = { placa: 'ANONQWERTY', chave: 'ANONQWERTY', modelo: null };
    const instante = '2030-04-01T12:00:00.000Z';
    await teste.db
      .insertInto('passagens')
      .values({ ...linha, ...codigo, instante, teste: 0 })
      .execute();
    const lido = await readVeiculos({ de: '2030-04-01', ate: '2030-04-01' });
    expect([lido.maiores, lido.porTipo]).toEqual([[], [{ nome: '', total: 1, anterior: 0 }]]);
    await teste.db.deleteFrom('passagens').where('placa', '=', codigo.placa).execute();
  });

  it.each([
    ['a short', '2030-04-01', '2030-04-01'],
    ['a long', '2030-01-01', '2030-04-30'],
  ])(
    'of %s period, a plate that was not read is counted, and is no vehicle',
    async (_, de, ate) => {
      const [uma] = await teste.db.selectFrom('passagens').selectAll().limit(1).execute();
      const { id: __, ...linha } = uma ?? expect.fail('no passage');
      const semPlaca = { placa: '', chave: '', modelo: null, teste: 0 };
      const instante = '2030-04-01T12:00:00.000Z';
      await teste.db
        .insertInto('passagens')
        .values({ ...linha, ...semPlaca, instante })
        .execute();
      const lido = await readVeiculos({ de, ate });
      expect([lido.maiores, lido.porTipo]).toEqual([[], [{ nome: '', total: 1, anterior: 0 }]]);
      await teste.db.deleteFrom('passagens').where('instante', '=', instante).execute();
    },
  );

  it('is audited, because it names plates with their movements', async () => {
    await readVeiculos({ de: '2026-03-05', ate: '2026-03-05', sentido: 'saida' });
    const [ato] = await listAudited(teste);
    expect(ato).toMatchObject({ acao: 'consultar', entidade: 'passagem' });
    expect(JSON.parse(ato?.detalhe ?? '')).toEqual({
      ...{ de: '2026-03-05', ate: '2026-03-05', sentido: 'saida' },
    });
  });

  it.each([undefined, 'entrada'])('of a long period has its whole months: %s', async (sentido) => {
    const pedido = { de: '2026-02-20', ate: '2026-06-15', ...(sentido && { sentido }) };
    const lido = await readVeiculos(pedido);
    expect(lido.periodo).toEqual({ de: '2026-03-01', ate: '2026-05-31' });
    const certo = countPlacas('2026-03-01', '2026-05-31', sentido);
    expect(lido.maiores.length).toBe(Math.min(20, certo.size));
    for (const { nome, total, anterior } of lido.maiores) {
      expect([nome, total, anterior]).toEqual([
        nome,
        certo.get(nome),
        countPlacas('2025-12-01', '2026-02-28', sentido).get(nome) ?? 0,
      ]);
    }
    const depois = await readVeiculos({ ...pedido, de: '2026-03-02', ate: '2026-07-31' });
    expect(depois).toMatchObject({ periodo: { de: '2026-04-01', ate: '2026-07-31' }, maiores: [] });
    expect(depois.porTipo).toContainEqual({
      nome: '2',
      total: 0,
      anterior: countPlacas('2025-12-01', '2026-03-31', sentido).get('PRO1B11'),
    });
    const ano = await readVeiculos({ de: '2026-01-01', ate: '2026-12-31' });
    expect(ano.periodo).toEqual({ de: '2026-01-01', ate: '2026-12-31' });
  });

  it('tests do not count, and a short period that is too full is 400', async () => {
    const { maiores } = await readVeiculos({ de: '2026-03-05', ate: '2026-03-05' });
    expect(maiores.map(({ nome }) => nome)).not.toContain('TTT1T11');
    const inteiro = { de: '2026-03-01', ate: '2026-05-31' };
    expect((await readVeiculos(inteiro)).maiores).not.toEqual([]);
    const cheia = { hora: '2026-02-01T10', camera: '', status: 'ATIVO', sentido: '' };
    await teste.db
      .insertInto('passagens_horas')
      .values({ ...cheia, total: 200_000 })
      .execute();
    expect(await readVeiculos(inteiro)).toMatchObject({ codigo: 'periodo-grande' });
    expect((await readVeiculos({ de: '2026-03-05', ate: '2026-03-09' })).maiores).not.toEqual([]);
    await teste.db.deleteFrom('passagens_horas').where('hora', '=', cheia.hora).execute();
  });
});

const byNome = (um: { nome: string }, outro: { nome: string }): number =>
  um.nome < outro.nome ? -1 : 1;

describe('GET /api/relatorios/passagens', () => {
  it.each([undefined, 'entrada', 'saida'])(
    'counts as an independent count does: %s',
    async (sentido) => {
      const [de, ate] = ['2026-03-05', '2026-03-09'];
      const lido = await read({ de, ate, ...(sentido && { sentido }) });
      const certo = countOf(de, ate, sentido);
      const antes = countOf('2026-02-28', '2026-03-04', sentido);
      expect(lido).toMatchObject({
        total: certo.total,
        anterior: antes.total,
        antes: { de: '2026-02-28', ate: '2026-03-04' },
      });
      expect(lido.dias).toEqual(
        [5, 6, 7, 8, 9].map((n) => {
          const dia = `2026-03-0${n}`;
          const antigo = new Date(Date.parse(dia) - 5 * 86_400_000).toISOString().slice(0, 10);
          return { dia, total: certo.noDia(dia), anterior: antes.noDia(antigo) };
        }),
      );
      expect(lido.semana).toEqual(
        Array.from({ length: 7 }, (_, semana) =>
          Array.from({ length: 24 }, (__, hora) => certo.na(semana, hora)),
        ),
      );
      const cameras = ['1', 'Portão Sul', ''].map((nome) => ({
        ...{ nome, total: certo.pela(nome), anterior: antes.pela(nome) },
      }));
      expect(lido.porCamera.toSorted(byNome)).toEqual(
        cameras.filter(({ total, anterior }) => total + anterior > 0).toSorted(byNome),
      );
      expect(certo.proibidas).toBeGreaterThan(0);
      const proibidas = lido.porStatus.find(({ nome }) => nome === 'PROIBIDO');
      expect(proibidas?.total).toBe(certo.proibidas);
      const porSentido = Object.fromEntries(
        lido.porSentido.map(({ nome, total }) => [nome, total]),
      );
      expect(porSentido.entrada ?? 0).toBe(countOf(de, ate, 'entrada').total);
    },
  );

  it('a leap year is one period, and a day is another', async () => {
    const ano = await read({ de: '2025-04-01', ate: '2026-04-01' });
    expect([ano.dias.length, ano.total]).toEqual([366, CARROS.length]);
    expect((await read({ de: '2026-03-05', ate: '2026-03-05' })).dias).toHaveLength(1);
  });

  it.each([
    [{ de: '2026-03-05' }, 'Até: use uma data'],
    [{ de: '2026-03-05', ate: '2026-03-04' }, 'Até: informe um dia igual ou depois de De.'],
    [{ de: '2024-01-01', ate: '2026-03-04' }, 'Até: o período tem no máximo 366 dias.'],
    [{ de: '2026-02-30', ate: '2026-03-04' }, 'De: use uma data'],
    [{ de: '2026-03-05', ate: '2026-03-06', sentido: 'cima' }, 'Sentido'],
  ])('400 for %o', async (consulta, frase) => {
    const resposta = await ask(consulta as Record<string, string>);
    expect(resposta.statusCode).toBe(400);
    expect(resposta.body).toContain(frase);
  });
});
