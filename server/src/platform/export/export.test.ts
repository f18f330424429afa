/** Lists as files, through the door: what is in them, who may have them, and how they end. */
import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatPlaca } from '@unipark/contract/placa';
import { CAMPOS_VEICULO, formatCampo, type Veiculo } from '@unipark/contract/veiculo';
import { parse } from 'csv-parse/sync';
import readXlsx from 'read-excel-file/node';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { until } from '../../../test/espera.ts';
import { query } from '../../../test/query.ts';
import { listAudited } from '../../../test/usuarios.ts';
import { fill } from '../../demo/registro.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
  await fill(teste.db, 1_200, 700);
  await teste.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => teste.close());

const get = (url: string, as?: null) =>
  teste.request({ method: 'GET', url, ...(as === null && { as }) });
const post = async (url: string, payload: object) =>
  expect((await teste.request({ method: 'POST', url, payload })).statusCode).toBe(201);

const readCsv = (arquivo: Buffer): string[][] => parse(arquivo, { delimiter: ';', bom: true });

async function readCells(arquivo: Buffer) {
  const [folha] = await readXlsx(arquivo, { trim: false });
  return folha?.data ?? [];
}

async function readPdf(arquivo: Buffer): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(arquivo));
  return (await extractText(pdf, { mergePages: true })).text;
}

/** The last export of the audit. */
async function findAudited() {
  const [linha] = await listAudited(teste);
  return { ...linha, detalhe: JSON.parse(linha?.detalhe ?? 'null') };
}

describe('vehicles', () => {
  it('every cell of the file is the field of the record, in the order of the list', async () => {
    await post('/db/proprietarios', { matricula: '000123', nome: 'João da Conceição' });
    await post('/db/veiculos', {
      ...{
        placa: 'AAA0A00',
        tipo: '3',
        marca: '@SUM(A1)',
        modelo: '=1+1',
        ano: '-2',
        cor: 'Grená',
      },
      ...{ status: 'PROIBIDO', motivo: '+ débito; "grave"', proprietario_matricula: '000123' },
      ...{ cidade: 'São João', estado: 'MG' },
    });
    const veiculos = (await get('/db/veiculos')).json<Veiculo[]>();
    const resposta = await get('/api/veiculos/exportar');
    expect(resposta.statusCode).toBe(200);
    expect(resposta.headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="veiculos-\d{4}-\d\d-\d\d\.xlsx"$/,
      ),
      'x-total-count': '1201',
    });
    const [cabeca, ...linhas] = await readCells(resposta.rawPayload);
    expect(cabeca).toEqual([
      ...['Tipo', 'Marca', 'Modelo', 'Ano', 'Placa', 'Cor', 'Status'],
      ...['Matrícula do Proprietário', 'Cidade', 'Estado', 'Válido até', 'Motivo'],
      'Nome do Proprietário',
    ]);
    const chaves = Object.keys(CAMPOS_VEICULO).filter((chave) => chave !== 'motivo');
    expect(linhas.map((linha) => linha.slice(0, 11))).toEqual(
      veiculos.map((veiculo) =>
        (chaves as (keyof Veiculo & keyof typeof CAMPOS_VEICULO)[]).map((chave) =>
          chave === 'placa'
            ? formatPlaca(veiculo.placa)
            : formatCampo(chave, veiculo[chave]) || null,
        ),
      ),
    );
    expect(linhas.find((linha) => linha[4] === 'AAA0A00')).toEqual([
      ...['Caminhão', '@SUM(A1)', '=1+1', '-2', 'AAA0A00', 'Grená', 'PROIBIDO'],
      ...['000123', 'São João', 'MG', null, '+ débito; "grave"', 'João da Conceição'],
    ]);
    // The same cells in CSV, where a formula has its apostrophe.
    const csv = readCsv((await get('/api/veiculos/exportar?formato=csv')).rawPayload);
    expect(csv).toEqual(
      [cabeca ?? [], ...linhas].map((linha) =>
        linha.map((celula) => String(celula ?? '').replace(/^[=+\-@]/, "'$&")),
      ),
    );
  });

  it.each([
    'q=creta&ordem=-modelo',
    'q=AAA0A00',
    'status=PROIBIDO&tipo=1&ordem=cor',
    'q=ana&cor=Prata',
    'proprietario=000123',
    'sem_proprietario=1',
  ])('a file of %s has the records of the list, in its order', async (filtro) => {
    const placas: string[] = [];
    const inicio = filtro.startsWith('q=') ? '/db/veiculos/busca' : '/db/veiculos';
    for (let url: string | undefined = `${inicio}?limite=200&${filtro}`; url; ) {
      const pagina = await get(url);
      type Item = Veiculo & { value?: Veiculo };
      placas.push(...pagina.json<Item[]>().map((item) => (item.value ?? item).placa));
      url = /<([^>]+)>; rel="next"/.exec(String(pagina.headers.link ?? ''))?.[1];
    }
    const [, ...linhas] = await readCells(
      (await get(`/api/veiculos/exportar?${filtro}`)).rawPayload,
    );
    expect(linhas.map((linha) => linha[4])).toEqual(placas.map(formatPlaca));
    expect((await findAudited()).detalhe.linhas).toBe(placas.length);
  });

  it('a PDF names the filter, and is refused above 5,000 rows', async () => {
    const texto = await readPdf(
      (await get('/api/veiculos/exportar?formato=pdf&q=AAA0A00&status=PROIBIDO')).rawPayload,
    );
    expect(texto).toMatch(/^UNIPARK – Veículos\s+Filtro: busca "AAA0A00" · status PROIBIDO\s/);
    expect(texto).toContain('Caminhão @SUM(A1) =1+1 -2 AAA0A00 Grená PROIBIDO 000123 São João MG');
  });
});

describe('owners', () => {
  it('the file has the contact, and the number of vehicles', async () => {
    await post('/db/proprietarios', {
      ...{ matricula: '0007', nome: 'Zilda Ônix', email: 'zilda@unilavras.edu.br' },
      telefone: '+1 202 555 0123',
    });
    const url = '/api/proprietarios/exportar?q=zilda&ordem=-nome';
    const [cabeca, ...linhas] = await readCells((await get(url)).rawPayload);
    expect(cabeca).toEqual(['Matrícula', 'Nome', 'E-mail', 'Telefone', 'Veículos']);
    expect(linhas).toEqual([['0007', 'Zilda Ônix', 'zilda@unilavras.edu.br', '+12025550123', 0]]);
    const csv = readCsv((await get(`${url}&formato=csv`)).rawPayload);
    expect(csv[1]?.slice(3)).toEqual(["'+12025550123", '0']);
    const donos = (await get('/db/proprietarios?ordem=-matricula')).json();
    const todos = readCsv(
      (await get('/api/proprietarios/exportar?ordem=-matricula&formato=csv')).rawPayload,
    );
    expect(
      todos.slice(1).map(([matricula, nome, , , veiculos]) => ({ matricula, nome, veiculos })),
    ).toEqual(
      donos.map(({ matricula, nome, veiculos }: Record<string, unknown>) => ({
        ...{ matricula, nome, veiculos: String(veiculos) },
      })),
    );
  });
});

describe('passages', () => {
  const linhasDe = async (filtro: string) =>
    readCsv((await get(`/api/passagens/exportar?formato=csv&${filtro}`)).rawPayload);

  beforeAll(async () => {
    for (let i = 0; i < 520; i += 1) {
      const instante = new Date(Date.UTC(2026, 2, 10, 3, i)).toISOString();
      await post('/db/ultimosveiculos', {
        ...{ placa: i % 2 ? 'AAA0A00' : 'XYZ9K99', camera: String(1 + (i % 3)), instante },
        ...{ sentido: i % 2 ? 'saida' : 'entrada', teste: i === 0 },
      });
    }
  });

  it('the file is the history: hours of Brasília, words of the screen, newest first', async () => {
    const [cabeca, ...linhas] = await linhasDe('');
    expect(cabeca).toEqual([
      ...['Data e hora', 'Placa', 'Status', 'Modelo', 'Proprietário', 'Matrícula'],
      ...['Câmera', 'Sentido', 'Placa lida', 'Observação'],
    ]);
    expect(linhas).toHaveLength(520);
    expect(linhas[0]).toEqual([
      ...['10/03/2026 08:39', 'AAA0A00', 'Proibido', "'=1+1", 'João da Conceição', '000123'],
      ...['Câmera 1', 'Saída', '', ''],
    ]);
    expect(linhas.at(-1)).toEqual([
      ...['10/03/2026 00:00', 'XYZ9K99', 'Não cadastrado', '', '', ''],
      ...['Câmera 1', 'Entrada', '', 'Teste'],
    ]);
    const [, primeira] = await readCells((await get('/api/passagens/exportar')).rawPayload);
    const segundos = Number(primeira?.[0]) / 1_000;
    expect(Math.round(segundos)).toBe(Date.parse('2026-03-10T08:39:00Z') / 1_000);
  });

  it.each([
    ['camera=2', 173],
    ['q=conceicao', 260],
    ['q=conceicao&sentido=saida&camera=1', 87],
    ['de=2026-03-10&ate=2026-03-10&situacao=sem_cadastro', 260],
    ['proprietario=000123', 260],
    ['status=INDEFINIDO', 0],
  ])('a file of %s has %i rows', async (filtro, quantas) => {
    expect(await linhasDe(filtro)).toHaveLength(quantas + 1);
  });

  it('a failure midway breaks the connection, so that the file does not seem whole', async () => {
    const [{ id } = { id: 0 }] = await query<{ id: number }>(
      teste.db,
      'select min(id) as id from passagens',
    );
    const set = (instante: string) =>
      teste.db.updateTable('passagens').set({ instante }).where('id', '=', Number(id)).execute();
    await set('nunca');
    const resposta = await open('/api/passagens/exportar?formato=csv');
    expect(resposta.statusCode).toBe(200);
    await expect(readAll(resposta)).rejects.toThrow('aborted');
    const interrompida = { linhas: 520, completa: false };
    await until(async () => expect((await findAudited()).detalhe).toMatchObject(interrompida));
    // Nothing was sent yet of a file that is compressed: the answer is an error like any other.
    const comprimida = await get('/api/passagens/exportar');
    expect([comprimida.statusCode, comprimida.json().mensagem]).toEqual([500, 'Erro inesperado.']);
    await set('2026-03-10T03:00:00.000Z');
  });
});

async function open(url: string): Promise<IncomingMessage> {
  const { port } = teste.app.server.address() as AddressInfo;
  const pedido = httpGet({
    ...{ host: '127.0.0.1', port, path: url },
    headers: { authorization: `Bearer ${teste.token}` },
  });
  const [resposta] = (await once(pedido, 'response')) as [IncomingMessage];
  return resposta;
}

async function readAll(resposta: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const pedaco of resposta) bytes += (pedaco as Buffer).length;
  return bytes;
}

describe('every export', () => {
  const ROTAS = ['veiculos', 'proprietarios', 'passagens'].map((nome) => `/api/${nome}/exportar`);

  it.each(ROTAS)('%s needs a session', async (url) => {
    expect((await get(url, null)).statusCode).toBe(401);
  });

  it.each(ROTAS)('%s refuses an unknown format and parameter', async (url) => {
    const resposta = await get(`${url}?formato=xls`);
    expect([resposta.statusCode, resposta.json().mensagem]).toEqual([
      400,
      'Formato: use xlsx, csv ou pdf.',
    ]);
    expect((await get(`${url}?limite=10`)).statusCode).toBe(400);
  });

  it('writes one row of the audit: account, list, filter, format, number of rows', async () => {
    await get('/api/veiculos/exportar?formato=csv&q=AAA0A00&status=proibido&ordem=-cor');
    const dela = `select detalhe from auditoria_detalhes where detalhe like '%"-cor"%'`;
    expect(await query(teste.db, dela)).toHaveLength(1);
    expect(await findAudited()).toMatchObject({
      ...{ acao: 'exportar', entidade: 'veiculo', quem: expect.stringMatching(/./) },
      detalhe: {
        ...{ formato: 'csv', linhas: 1, completa: true },
        filtro: { q: 'AAA0A00', status: 'proibido', ordem: '-cor' },
      },
    });
  });

  it('is refused to an account with two of them, and allowed again after them', async () => {
    const url = '/api/veiculos/exportar?formato=csv';
    const respostas = await Promise.all([get(url), get(url), get(url)]);
    expect(respostas.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 429]);
    const recusada = respostas.find(({ statusCode }) => statusCode === 429);
    expect(recusada?.json().mensagem).toBe(
      'Você já tem 2 exportações em andamento. Aguarde uma delas terminar.',
    );
    expect(recusada?.headers['retry-after']).toBe('10');
    expect((await get(url)).statusCode).toBe(200);
  });
});

describe('a long list', () => {
  beforeAll(async () => {
    await query(teste.db, 'delete from veiculos');
    await query(teste.db, 'delete from proprietarios');
    await fill(teste.db, 12_000, 500);
  });

  it('is refused as PDF with a sentence that names the other format', async () => {
    const resposta = await get('/api/veiculos/exportar?formato=pdf');
    expect([resposta.statusCode, resposta.json().mensagem]).toEqual([
      422,
      'O PDF tem no máximo 5.000 linhas, e esta lista tem mais. Use um filtro ou exporte em Excel (.xlsx).',
    ]);
    // The refused ones hold no turn.
    for (let i = 0; i < 3; i += 1) await get('/api/veiculos/exportar?formato=pdf');
    expect((await get('/api/veiculos/exportar?formato=csv&tipo=2')).statusCode).toBe(200);
  });

  it('ends when its reader leaves, and the audit says how far it came', async () => {
    const resposta = await open('/api/veiculos/exportar?formato=csv');
    await once(resposta, 'data');
    resposta.destroy();
    await until(async () =>
      expect(await findAudited()).toMatchObject({ acao: 'exportar', detalhe: { completa: false } }),
    );
    const { linhas } = (await findAudited()).detalhe;
    expect(linhas).toBeGreaterThan(0);
    expect(linhas).toBeLessThan(12_000);
    const inteira = await get('/api/veiculos/exportar?formato=csv');
    expect(readCsv(inteira.rawPayload)).toHaveLength(12_001);
  });
});
