import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BancadaImportacao, buildImportacao, CABECALHO } from '../../../test/importacao.ts';

let bancada: BancadaImportacao;
let antes: string[];
beforeAll(async () => {
  bancada = await buildImportacao();
  await bancada.importText(`${CABECALHO}1,59,VW,5940,Gol,2018-5,2018 Flex\n`);
  antes = await bancada.catalogo();
  expect(antes).toHaveLength(3);
});
afterAll(() => bancada.close());

const zip = (nome: string) =>
  Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(26), Buffer.from(nome)]);

/** A whole file that is none. */
const ARQUIVOS: [nome: string, conteudo: string | Uint8Array, frase: string][] = [
  ['empty', '', 'O arquivo está vazio.'],
  ['blank', '\ufeff \n\n', 'O arquivo está vazio.'],
  ['XLSX', zip('[Content_Types].xml'), 'É uma planilha XLSX: salve como CSV.'],
  [
    'ODS',
    zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
    'É uma planilha ODS: salve como CSV.',
  ],
  [
    'ZIP',
    zip('tabela.csv'),
    'O arquivo está compactado (ZIP): descompacte e importe o que há dentro.',
  ],
  [
    'gzip',
    new Uint8Array([0x1f, 0x8b, 8, 0]),
    'O arquivo está compactado (gzip): descompacte e importe o que há dentro.',
  ],
  ['XLS', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'É uma planilha XLS: salve como CSV.'],
  ['PDF', '%PDF-1.7\n', 'É um PDF: importe um arquivo CSV ou JSON.'],
  [
    'UTF-16 with a mark',
    Buffer.from(`\ufeff${CABECALHO}`, 'utf16le'),
    'O arquivo está em UTF-16: salve como CSV UTF-8 (ou Unicode UTF-8) e importe de novo.',
  ],
  [
    'UTF-16 without',
    Buffer.from(CABECALHO, 'utf16le'),
    'O arquivo está em UTF-16: salve como CSV UTF-8 (ou Unicode UTF-8) e importe de novo.',
  ],
  [
    'a web page',
    '<!doctype html><title>403</title>',
    'É uma página da web (HTML), não uma tabela: baixe o arquivo CSV ou JSON.',
  ],
  ['a header alone', CABECALHO, 'O arquivo não tem nenhuma marca.'],
  ['JSON without makes', '{"tipos":{}}', 'O arquivo não tem nenhuma marca.'],
];

describe('what cannot be imported', () => {
  test.each(ARQUIVOS)('%s', async (_nome, conteudo, frase) => {
    expect(await bancada.importText(conteudo)).toEqual({ codigo: 1, linhas: [frase] });
  });

  test('missing, a folder, no permission, no file', async () => {
    const pasta = join(bancada.dataDir, 'pasta');
    mkdirSync(pasta);
    const fechado = bancada.write('fechado.csv', CABECALHO);
    chmodSync(fechado, 0);
    const falta = join(bancada.dataDir, 'falta.csv');
    const ditos = await Promise.all(
      [[falta], [pasta], ['/dev/null'], []].map(async (args) => (await bancada.run(args)).linhas),
    );
    expect(ditos).toEqual([
      [`Arquivo não encontrado: ${falta}.`],
      [`${pasta} é uma pasta: indique o arquivo.`],
      ['/dev/null não é um arquivo comum.'],
      ['Diga o arquivo: npm run unipark -- fipe import ARQUIVO'],
    ]);
    // Whoever may read everything is refused nothing.
    if (process.getuid?.() !== 0) {
      expect((await bancada.run([fechado])).linhas).toEqual([`Sem permissão para ler ${fechado}.`]);
    }
  });

  test('options that say nothing', async () => {
    const options = (...args: string[]) => bancada.importText(CABECALHO, ...args);
    expect((await options('--tipo', '4')).linhas).toEqual([
      '--tipo: use 1 (carros), 2 (motos) ou 3 (caminhões).',
    ]);
    expect((await options('--referencia', '2026-13')).linhas).toEqual([
      '--referencia: use ano e mês, como 2026-11.',
    ]);
    expect((await options('--codificacao', 'utf-16')).linhas).toEqual([
      '--codificacao: use utf-8 ou windows-1252.',
    ]);
  });

  test('after all of it the catalogue is what it was, and nothing is in the making', async () => {
    expect(await bancada.catalogo()).toEqual(antes);
    const situacoes = (await bancada.editions()).map(({ situacao }) => situacao);
    expect(situacoes.filter((situacao) => situacao !== 'antiga')).toEqual(['ativa']);
    const atos = await bancada.db.selectFrom('auditoria').select('acao').execute();
    expect(atos).toEqual([{ acao: 'importar' }]);
  });
});
