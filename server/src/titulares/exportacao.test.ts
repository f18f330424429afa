/** All data of one owner as an archive: what is in it, what must not be, and who may have it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatDiaIso } from '@unipark/contract/horaLocal';
import { parse } from 'csv-parse/sync';

import { describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { listAudited } from '../../test/usuarios.ts';
import { readZip } from '../../test/zip.ts';
import { readCorreio } from '../config/correio.ts';
import { AGENDA } from '../platform/audit.ts';
import { moveCut, removeCutEntries } from '../platform/auditCut.ts';
import { inTransaction } from '../platform/db/banco.ts';
import { createCorreio } from '../platform/mail/correio.ts';
import { createValidade } from '../veiculos/validade.ts';
import { readPosses } from './possesRepo.ts';

const RITA = {
  ...{ matricula: '2019-77', nome: 'Rita Prado Alves' },
  ...{ email: 'rita@exemplo.com.br', telefone: '35991234567' },
};
const RUI = { matricula: '3040', nome: 'Rui Barcelos' };
const FOTO = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200_000, 'rita')]);

async function write(teste: TestApp, method: 'POST' | 'PUT', url: string, payload: object) {
  const resposta = await teste.request({ method, url, payload });
  expect([url, resposta.statusCode < 300, resposta.body]).toEqual([url, true, resposta.body]);
  return resposta.json();
}

/** Rita has RIO2A18, and had ABC1D23 before Rui: it passed once for each of them. */
async function prepare(teste: TestApp) {
  await write(teste, 'POST', '/db/proprietarios', RITA);
  await write(teste, 'POST', '/db/proprietarios', RUI);
  const dela = { proprietario_matricula: RITA.matricula };
  await write(teste, 'POST', '/db/veiculos', { placa: 'RIO2A18', modelo: 'ONIX', ...dela });
  await write(teste, 'POST', '/db/veiculos', { placa: 'ABC1D23', modelo: 'UNO', ...dela });
  await write(teste, 'POST', '/db/veiculos', { placa: 'XYZ9K99', modelo: 'GOL' });
  const imagem = FOTO.toString('base64');
  await write(teste, 'POST', '/db/ultimosveiculos', { placa: 'RIO2A18', camera: '1', imagem });
  await write(teste, 'POST', '/db/ultimosveiculos', { placa: 'ABC1D23', camera: '1' });
  const dele = { proprietario_matricula: RUI.matricula };
  await write(teste, 'PUT', '/db/veiculos/ABC1D23', dele);
  await write(teste, 'POST', '/db/ultimosveiculos', { placa: 'ABC1D23', camera: '4' });
  await write(teste, 'POST', '/db/ultimosveiculos', { placa: 'XYZ9K99', camera: '3' });
  const de = Date.now();
  const visita = {
    destino: 'Bloco 2',
    de: new Date(de).toISOString(),
    ate: new Date(de + 86_400_000).toISOString(),
  };
  for (const [placa, nome, anfitriao] of [
    ['VIS1T04', 'Nuno Visitante', 'rita prado alves'],
    ['VIS1T05', 'Nuno Visitante', 'Rita Prado'],
    ['RIO2A18', RITA.nome, RUI.nome],
    ['ABC1D23', 'Nuno Visitante', RUI.nome],
  ]) {
    await write(teste, 'POST', '/api/visitantes', { ...visita, placa, nome, anfitriao });
  }
  const motivo = 'Batida relatada por Nuno';
  const reter = { reter_ate: formatDiaIso(new Date()), motivo };
  await write(teste, 'PUT', '/api/passagens/1/retencao', reter);
  await write(teste, 'POST', '/api/contato', {
    ...{ nome: RITA.nome, email: RITA.email, mensagem: 'Quero os meus dados, por favor.' },
  });
}

const ask = (teste: TestApp, matricula = RITA.matricula, as?: string | null) =>
  teste.request({ url: `/api/proprietarios/${matricula}/dados`, ...(as !== undefined && { as }) });

async function readArchive(teste: TestApp) {
  const resposta = await ask(teste);
  expect(resposta.statusCode).toBe(200);
  const arquivos = readZip(resposta.rawPayload);
  const textOf = (nome: string) => new TextDecoder().decode(arquivos[nome]);
  const rowsOf = (nome: string): string[][] =>
    parse(textOf(nome), { delimiter: ';', bom: true }).slice(1);
  return { resposta, arquivos, textOf, rowsOf };
}

describe.each(['in the database', 'in files'])('with pictures %s', (onde) => {
  it('has the record, the vehicles, the passages of its own time, the acts, the pictures', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'unipark-titular-'));
    const env: Record<string, string> = onde === 'in files' ? { ARQUIVOS_DIR: dir } : {};
    const teste = await buildTestApp({ env });
    try {
      await prepare(teste);
      const { resposta, arquivos, textOf, rowsOf } = await readArchive(teste);
      expect(resposta.headers).toMatchObject({
        'content-type': 'application/zip',
        'content-disposition': expect.stringMatching(
          /^attachment; filename="dados-do-titular-\d{4}-\d\d-\d\d\.zip"$/,
        ),
      });
      expect(Object.keys(arquivos)).toEqual([
        ...['LEIA-ME.txt', 'dados.json', 'veiculos.csv', 'passagens.csv', 'historico.csv'],
        'visitas.csv',
        expect.stringMatching(/^fotos\/passagem-1-\d+-cena\.jpg$/),
      ]);
      expect(textOf('LEIA-ME.txt')).toContain(`Titular: ${RITA.nome}, matrícula ${RITA.matricula}`);
      expect(rowsOf('veiculos.csv').map((linha) => linha[4])).toEqual(['RIO2A18']);
      expect(rowsOf('passagens.csv').map((linha) => [linha[1], linha[4], linha[6]])).toEqual([
        ['RIO2A18', RITA.nome, 'Câmera 1'],
        ['ABC1D23', RITA.nome, 'Câmera 1'],
      ]);
      const atos = rowsOf('historico.csv').map((linha) => `${linha[2]} ${linha[4]}`);
      expect(atos).toEqual([
        'Editou ABC1D23',
        'Cadastrou ABC1D23',
        'Cadastrou RIO2A18',
        `Cadastrou ${RITA.matricula}`,
        'Editou 1',
        ...['Registrou na portaria 2', 'Registrou na portaria 1'],
      ]);
      expect(Buffer.from(Object.values(arquivos).at(-1) ?? [])).toEqual(FOTO);
      const dados = JSON.parse(textOf('dados.json'));
      expect(dados.titular).toMatchObject(RITA);
      expect(dados.veiculos).toMatchObject([{ placa: 'RIO2A18', modelo: 'ONIX' }]);
      expect(dados.passagens).toHaveLength(2);
      expect(dados.historico).toHaveLength(7);
      expect(textOf('dados.json')).not.toContain('"endereco"');
      expect(dados.cartas).toEqual([]);
      expect(rowsOf('visitas.csv').map(([papel, , , , placa]) => [papel, placa])).toEqual([
        ['anfitrião', ''],
        ['visitante', 'RIO2A18'],
      ]);
      expect(dados.mensagens).toMatchObject([{ mensagem: 'Quero os meus dados, por favor.' }]);
      // Nothing of another person, nor of another car.
      const tudo = Object.keys(arquivos).map(textOf).join('\n');
      for (const alheio of [RUI.nome, RUI.matricula, 'XYZ9K99', 'VIS1T04', 'Nuno'])
        expect(tudo).not.toContain(alheio);
    } finally {
      await teste.close();
      rmSync(dir, { recursive: true, force: true });
    }
  });
});

describe('the request', () => {
  it('is one act of the audit, with what was given away', async () => {
    const teste = await buildTestApp();
    try {
      await prepare(teste);
      await ask(teste);
      const [ato] = await listAudited(teste);
      expect(ato).toMatchObject({ acao: 'exportar', entidade: 'proprietario', chave: '2019-77' });
      expect(JSON.parse(ato?.detalhe ?? '')).toEqual({
        ...{ formato: 'zip', veiculos: 1, passagens: 2, mensagens: 1, completa: true },
      });
      expect((await ask(teste, 'ninguem')).statusCode).toBe(404);
      expect((await ask(teste, RITA.matricula, null)).statusCode).toBe(401);
    } finally {
      await teste.close();
    }
  });

  it('has nothing of an earlier person with the same matrícula', async () => {
    const teste = await buildTestApp();
    try {
      await write(teste, 'POST', '/db/proprietarios', { ...RITA, nome: 'Outra Pessoa' });
      await teste.request({ method: 'DELETE', url: `/db/proprietarios/${RITA.matricula}` });
      await write(teste, 'POST', '/db/proprietarios', RITA);
      const { arquivos, textOf, rowsOf } = await readArchive(teste);
      expect(rowsOf('historico.csv')).toHaveLength(1);
      expect(Object.keys(arquivos).map(textOf).join()).not.toContain('Outra Pessoa');
    } finally {
      await teste.close();
    }
  });
});

it('has the letters to this owner, none of an account or of another owner with the same address', async () => {
  // No mail server: every letter waits, with its text.
  const correio = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'UNIPARK <unipark@exemplo.br>' };
  const teste = await buildTestApp({ env: correio });
  try {
    const email = 'Casa@Exemplo.com.br';
    await write(teste, 'POST', '/api/auth/sign-up/email', {
      ...{ name: 'Casa', email, password: 'cancela-azul-42' },
    });
    await write(teste, 'POST', '/api/auth/newpassword', { email });
    for (const [pessoa, placa] of [
      [RITA, 'RIO2A18'],
      [RUI, 'ABC1D23'],
    ] as const) {
      await write(teste, 'POST', '/db/proprietarios', { ...pessoa, email });
      const dela = { proprietario_matricula: pessoa.matricula, status: 'ATIVO' };
      const valido_ate = formatDiaIso(new Date());
      await write(teste, 'POST', '/db/veiculos', { placa, ...dela, valido_ate });
    }
    const { db } = teste;
    const outra = createCorreio({ db, config: readCorreio(correio), log: teste.app.log });
    const onChange = async () => undefined;
    await createValidade({ db, correio: outra, avisar: true, onChange }).run();
    const mensagem = 'Quero os meus dados, por favor.';
    await write(teste, 'POST', '/api/contato', { nome: RITA.nome, email, mensagem });
    const { textOf } = await readArchive(teste);
    const { cartas, mensagens } = JSON.parse(textOf('dados.json'));
    expect(cartas).toEqual([
      expect.objectContaining({ para: email, assunto: expect.stringContaining('RIO2A18') }),
    ]);
    expect(mensagens).toMatchObject([{ mensagem }]);
    const enviadas = await db.selectFrom('correio').select('assunto').execute();
    expect(enviadas.length).toBeGreaterThan(2);
  } finally {
    await teste.close();
  }
});

it('the time before retention cut the audit is not the present owner’s', async () => {
  const teste = await buildTestApp();
  try {
    await prepare(teste);
    const { db } = teste;
    const chave = 'ABC1D23';
    const [venda] = await db
      .selectFrom('auditoria')
      .select(['id', 'hash', 'quando'])
      .where('chave', '=', chave)
      .orderBy('id', 'desc')
      .execute();
    const { id: ate, hash, quando: em } = venda ?? expect.fail('the car was not sold');
    expect((await readPosses(db, RUI.matricula)).posses).toEqual([{ chave, de: em, ate: null }]);
    await inTransaction(db, async (trx) => {
      await moveCut(trx, AGENDA, { ate, hash, linhas: ate, em });
      await removeCutEntries(trx, ate);
    });
    expect((await readPosses(db, RUI.matricula)).posses).toEqual([{ chave, de: em, ate: null }]);
  } finally {
    await teste.close();
  }
});
