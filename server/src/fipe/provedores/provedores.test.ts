import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type FalhaFipe,
  type ProvedorFipeDeTeste,
  startProvedorFipe,
} from '../../../test/provedorFipe.ts';
import { buildTabela } from '../../../test/respostasFipe.ts';
import { readFipe } from '../../config/fipe.ts';
import { createProvedores } from './cadeia.ts';
import { FalhaDoProvedor, type FipeProvider } from './provedor.ts';

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

const buildProvedor = (
  nome: (typeof NOMES)[number],
  env: Record<string, string> = {},
): FipeProvider => {
  const [unico] = createProvedores(readFipe({ ...deles.env(nome), ...env }));
  if (!unico) throw new Error('none');
  return unico;
};

/** The failure of a request: the sentence, and whether it is a refusal. */
async function getFalha(promessa: Promise<unknown>): Promise<Partial<FalhaDoProvedor>> {
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
    expect(await buildProvedor(nome).getReferencia(agora)).toEqual({
      codigo: '339',
      mes: '2026-11',
    });
  });

  test('answers makes, models and years, in its own order', async () => {
    const dele = buildProvedor(nome);
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

  test('answers nothing below an unknown code', async () => {
    expect(await buildProvedor(nome).list({ tipo: '1', marca: '99', modelo: '1' }, agora)).toEqual(
      [],
    );
  });

  test('never answers a type without makes', async () => {
    deles.tabela = { ...deles.tabela, listMarcas: () => [] };
    expect((await getFalha(buildProvedor(nome).list({ tipo: '1' }, agora))).message).toMatch(
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
  test.each(CASOS)('%j is a failure, with a sentence', async (falha, esperada) => {
    deles.fault(falha);
    const antes = deles.contagens[nome].bytes;
    const inicio = performance.now();
    expect(await getFalha(buildProvedor(nome).list({ tipo: '1' }, agora))).toEqual(esperada);
    expect(performance.now() - inicio).toBeLessThan(2_250);
    expect(deles.contagens[nome].bytes - antes).toBeLessThan(1_048_576);
  });

  test('follows no redirect', async () => {
    deles.fault('redirect');
    await getFalha(buildProvedor(nome).getReferencia(agora));
    expect(deles.historico.map(({ linha }) => linha)).not.toContain(' GET /desviado');
    expect(deles.historico).toHaveLength(1);
  });

  test('a refused connection is a failure', async () => {
    const outro = await startProvedorFipe();
    const env = outro.env(nome);
    await outro.stop();
    expect((await getFalha(buildProvedor(nome, env).list({ tipo: '1' }, agora))).message).toBe(
      'Não foi possível conectar.',
    );
  });

  test('an abort by the caller is not a failure', async () => {
    deles.fault('hang');
    const fim = new AbortController();
    const pergunta = buildProvedor(nome).list({ tipo: '1' }, fim.signal);
    fim.abort(new Error('going home'));
    await expect(pergunta).rejects.toThrow('going home');
  });
});

test('each request has a limit of two seconds', async () => {
  deles.fault('hang');
  const inicio = performance.now();
  const falha = await getFalha(buildProvedor('brasilapi').list({ tipo: '1' }, agora));
  expect(falha).toEqual({ message: 'Não respondeu em 2 s.', recusa: false });
  expect(performance.now() - inicio).toBeLessThan(2_250);
});

describe('the official service', () => {
  test('is requested as its own page does, for the month once', async () => {
    const oficial = buildProvedor('oficial');
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
    await expect(buildProvedor('oficial').list({ tipo: '1' }, agora)).rejects.toThrow(
      'Respondeu com o erro 2 da própria tabela.',
    );
  });
});

test('only parallelum receives the token', async () => {
  const FIPE_TOKEN = 'segredo-do-teste';
  await buildProvedor('parallelum', { FIPE_TOKEN }).list({ tipo: '1' }, agora);
  const cabecalhos = deles.historico[0]?.cabecalhos ?? {};
  expect(cabecalhos['x-subscription-token']).toBe(FIPE_TOKEN);
  await buildProvedor('brasilapi').list({ tipo: '1' }, agora);
  expect(deles.historico[1]?.cabecalhos).not.toHaveProperty('x-subscription-token');
});

describe('names and codes', () => {
  const asked = async (...pares: { codigo: string; nome: string }[]) => {
    deles.tabela = { ...buildTabela(), listMarcas: () => pares };
    return buildProvedor('parallelum').list({ tipo: '1' }, agora);
  };

  test('a name is one line, composed, without invisible characters, of at most a hundred characters', async () => {
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
  ])('%s makes the whole answer invalid', async (_caso, par) => {
    await expect(asked({ codigo: '9', nome: 'VW' }, par)).rejects.toThrow('formato desconhecido');
  });

  test('a year is no longer than a vehicle stores', async () => {
    deles.corpo = () => [{ code: 'especial', name: 'x'.repeat(60) }];
    const nivel = { tipo: '1', marca: '1', modelo: '1001' };
    expect(await buildProvedor('parallelum').list(nivel, agora)).toEqual([
      { codigo: 'especial', nome: 'x'.repeat(40) },
    ]);
  });

  test('a month far ahead makes the answer invalid, because it would block refreshes for years', async () => {
    deles.mes = 'dezembro de 2099';
    const falha = await getFalha(buildProvedor('parallelum').getReferencia(agora));
    deles.mes = 'novembro de 2026';
    expect(falha.message).toBe('Informou que o mês da tabela é 2099-12.');
  });

  test('an invalid month makes the answer invalid', async () => {
    deles.mes = 'brumário de 2026';
    const falha = await getFalha(buildProvedor('parallelum').getReferencia(agora));
    deles.mes = 'novembro de 2026';
    expect(falha.message).toBe('Resposta em formato desconhecido.');
  });
});

test('a copy of BrasilAPI without the codes of models gives the reason', async () => {
  deles.corpo = () => [{ modelo: 'Uno Mille 1.0' }];
  await expect(buildProvedor('brasilapi').list({ tipo: '1', marca: '1' }, agora)).rejects.toThrow(
    'Não informa os códigos dos modelos.',
  );
});
