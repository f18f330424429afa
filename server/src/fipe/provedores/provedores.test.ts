import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  buildTabela,
  type FalhaFipe,
  type ProvedorFipeDeTeste,
  startProvedorFipe,
} from '../../../test/provedorFipe.ts';
import { readFipe } from '../../config/fipe.ts';
import { createProvedores } from './cadeia.ts';
import { FalhaDoProvedor, type Provedor } from './provedor.ts';

let deles: ProvedorFipeDeTeste;
beforeAll(async () => {
  deles = await startProvedorFipe();
});
afterAll(() => deles.stop());
beforeEach(() => {
  deles.fault(null);
  deles.tabela = buildTabela();
  deles.corpo = null;
  deles.historico.length = 0;
});

const NOMES = ['oficial', 'parallelum', 'brasilapi'] as const;
const agora = new AbortController().signal;

const provedor = (nome: (typeof NOMES)[number], env: Record<string, string> = {}): Provedor => {
  const [unico] = createProvedores(readFipe({ ...deles.env(nome), ...env }));
  if (!unico) throw new Error('none');
  return unico;
};

/** What a question ends in: the sentence, and whether it was told to stay away. */
async function falhaDe(promessa: Promise<unknown>): Promise<Partial<FalhaDoProvedor>> {
  const erro = await promessa.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(erro).toBeInstanceOf(FalhaDoProvedor);
  const { message, recusa, esperarS } = erro as FalhaDoProvedor;
  return { message, recusa, ...(esperarS !== undefined && { esperarS }) };
}

describe.each(NOMES)('%s', (nome) => {
  test('names the newest month', async () => {
    expect(await provedor(nome).referencia(agora)).toEqual({ codigo: '339', mes: '2026-11' });
  });

  test('answers makes, models and years, in its own order', async () => {
    const dele = provedor(nome);
    expect(await dele.list({ tipo: '2' }, agora)).toEqual([
      { codigo: '1', nome: 'Marca 2.1' },
      { codigo: '2', nome: 'Marca 2.2' },
      { codigo: '3', nome: 'Marca 2.3' },
    ]);
    const modelos = await dele.list({ tipo: '1', marca: '3' }, agora);
    expect(modelos).toHaveLength(4);
    expect(modelos[0]).toEqual({ codigo: '3001', nome: 'Modelo 3001 1.1 Flex' });
    expect(await dele.list({ tipo: '3', marca: '3', modelo: '3001' }, agora)).toEqual([
      { codigo: '32000-5', nome: 'Zero km Flex' },
      { codigo: '2025-5', nome: '2025 Flex' },
    ]);
  });

  test('answers nothing below what it does not know', async () => {
    expect(await provedor(nome).list({ tipo: '1', marca: '99', modelo: '1' }, agora)).toEqual([]);
  });

  test('never says that a type has no makes', async () => {
    deles.tabela = { ...deles.tabela, marcas: () => [] };
    expect((await falhaDe(provedor(nome).list({ tipo: '1' }, agora))).message).toMatch(
      /lista de marcas vazia|erro 404/,
    );
  });

  const CASOS: [FalhaFipe, Partial<FalhaDoProvedor>][] = [
    ['garbage', { message: 'Resposta em formato desconhecido.', recusa: false }],
    ['schema', { message: 'Resposta em formato desconhecido.', recusa: false }],
    ['html200', { message: 'Respondeu uma página no lugar dos dados.', recusa: true }],
    ['reset', { message: 'A conexão caiu no meio da resposta.', recusa: false }],
    ['endless', { message: 'Resposta grande demais.', recusa: false }],
    ['redirect', { message: 'Redirecionou para outro endereço.', recusa: false }],
    [{ status: 500 }, { message: 'Respondeu com erro 500.', recusa: false }],
    [
      { status: 503, retryAfter: 90 },
      { message: 'Respondeu com erro 503.', recusa: true, esperarS: 90 },
    ],
    [{ status: 403 }, { message: 'Recusou o acesso (403).', recusa: true }],
    [{ status: 401 }, { message: 'Recusou o acesso (401).', recusa: true }],
    [
      { status: 429, retryAfter: 7 },
      { message: 'Pediu para esperar (429).', recusa: true, esperarS: 7 },
    ],
    [
      { status: 429, retryAfter: 'amanhã' },
      { message: 'Pediu para esperar (429).', recusa: true },
    ],
  ];
  test.each(CASOS)('%j is a failure, in a sentence', async (falha, esperada) => {
    deles.fault(falha);
    const antes = deles.contagens[nome].bytes;
    const inicio = performance.now();
    expect(await falhaDe(provedor(nome).list({ tipo: '1' }, agora))).toEqual(esperada);
    expect(performance.now() - inicio).toBeLessThan(2_250);
    expect(deles.contagens[nome].bytes - antes).toBeLessThan(1_048_576);
  });

  test('follows no redirect', async () => {
    deles.fault('redirect');
    await falhaDe(provedor(nome).referencia(agora));
    expect(deles.historico.map(({ linha }) => linha)).not.toContain(' GET /desviado');
    expect(deles.historico).toHaveLength(1);
  });

  test('nobody listening is a failure', async () => {
    const outro = await startProvedorFipe();
    const env = outro.env(nome);
    await outro.stop();
    expect((await falhaDe(provedor(nome, env).list({ tipo: '1' }, agora))).message).toBe(
      'Não foi possível conectar.',
    );
  });

  test('the asker may give up, which is nobody’s failure', async () => {
    deles.fault('hang');
    const fim = new AbortController();
    const pergunta = provedor(nome).list({ tipo: '1' }, fim.signal);
    fim.abort(new Error('going home'));
    await expect(pergunta).rejects.toThrow('going home');
  });
});

test('two seconds are what each question has, and no more', async () => {
  deles.fault('hang');
  const inicio = performance.now();
  const falha = await falhaDe(provedor('brasilapi').list({ tipo: '1' }, agora));
  expect(falha).toEqual({ message: 'Não respondeu em 2 s.', recusa: false });
  expect(performance.now() - inicio).toBeLessThan(2_250);
});

describe('the official service', () => {
  test('is asked as its own page asks, for the month once', async () => {
    const oficial = provedor('oficial');
    await oficial.list({ tipo: '1' }, agora);
    await oficial.list({ tipo: '1', marca: '1' }, agora);
    expect(deles.historico.map(({ linha }) => linha)).toEqual([
      'oficial POST /ConsultarTabelaDeReferencia',
      'oficial POST /ConsultarMarcas',
      'oficial POST /ConsultarModelos',
    ]);
    const cabecalhos = deles.historico[0]?.cabecalhos ?? {};
    const origem = `http://${cabecalhos.host}`;
    expect(cabecalhos).toMatchObject({ referer: `${origem}/`, origin: origem });
    expect(cabecalhos['user-agent']).toContain('Mozilla/5.0');
  });

  test('an error of its own, answered as 200, is a failure', async () => {
    deles.corpo = (_nome, caminho) =>
      caminho === 'ConsultarMarcas' ? { codigo: '2', erro: 'Parâmetros inválidos' } : undefined;
    await expect(provedor('oficial').list({ tipo: '1' }, agora)).rejects.toThrow(
      'Respondeu com o erro 2 da própria tabela.',
    );
  });
});

test('the token goes to parallelum alone', async () => {
  const FIPE_TOKEN = 'segredo-do-teste';
  await provedor('parallelum', { FIPE_TOKEN }).list({ tipo: '1' }, agora);
  const cabecalhos = deles.historico[0]?.cabecalhos ?? {};
  expect(cabecalhos['x-subscription-token']).toBe(FIPE_TOKEN);
  await provedor('brasilapi').list({ tipo: '1' }, agora);
  expect(deles.historico[1]?.cabecalhos).not.toHaveProperty('x-subscription-token');
});

describe('names and codes', () => {
  const asked = async (...pares: { codigo: string; nome: string }[]) => {
    deles.tabela = { ...buildTabela(), marcas: () => pares };
    return provedor('parallelum').list({ tipo: '1' }, agora);
  };

  test('a name is one line, composed, without what does not show, and of a hundred characters', async () => {
    expect(
      await asked(
        { codigo: '1', nome: '  Citroe\u0308n\u0000\tC3\u202e ' },
        { codigo: '2', nome: '🚗'.repeat(120) },
        { codigo: '1', nome: 'again' },
      ),
    ).toEqual([
      { codigo: '1', nome: 'Citroën C3' },
      { codigo: '2', nome: '🚗'.repeat(100) },
    ]);
  });

  test.each([
    ['a code with a path in it', { codigo: '../1', nome: 'Fiat' }],
    ['a long code', { codigo: '1'.repeat(17), nome: 'Fiat' }],
    ['a code of nothing', { codigo: '', nome: 'Fiat' }],
    ['a name of nothing', { codigo: '1', nome: ' \u200b ' }],
  ])('%s spoils the whole answer', async (_caso, par) => {
    await expect(asked({ codigo: '9', nome: 'VW' }, par)).rejects.toThrow('formato desconhecido');
  });

  test('a year is no longer than a vehicle may carry', async () => {
    deles.corpo = () => [{ code: 'especial', name: 'x'.repeat(60) }];
    const nivel = { tipo: '1', marca: '1', modelo: '1001' };
    expect(await provedor('parallelum').list(nivel, agora)).toEqual([
      { codigo: 'especial', nome: 'x'.repeat(40) },
    ]);
  });

  test('a month far ahead would leave nothing to refresh for years: it spoils the answer', async () => {
    deles.mes = 'dezembro de 2099';
    const falha = await falhaDe(provedor('parallelum').referencia(agora));
    deles.mes = 'novembro de 2026';
    expect(falha.message).toBe('Diz que o mês da tabela é 2099-12.');
  });

  test('a month that is none spoils the answer', async () => {
    deles.mes = 'brumário de 2026';
    const falha = await falhaDe(provedor('parallelum').referencia(agora));
    deles.mes = 'novembro de 2026';
    expect(falha.message).toBe('Resposta em formato desconhecido.');
  });
});

test('a copy of BrasilAPI without the codes of models says so', async () => {
  deles.corpo = () => [{ modelo: 'Uno Mille 1.0' }];
  await expect(provedor('brasilapi').list({ tipo: '1', marca: '1' }, agora)).rejects.toThrow(
    'Não diz os códigos dos modelos.',
  );
});
