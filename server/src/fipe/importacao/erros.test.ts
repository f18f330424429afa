import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BancadaImportacao, buildImportacao, CABECALHO } from '../../../test/importacao.ts';

let bancada: BancadaImportacao;
let antes: string[];
beforeAll(async () => {
  bancada = await buildImportacao();
  await bancada.importText(`${CABECALHO}1,59,VW,5940,Gol,2018-5,2018 Flex\n`);
  antes = await bancada.listCatalogo();
  expect(antes).toHaveLength(3);
});
afterAll(() => bancada.close());

const zip = (nome: string) =>
  Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(26), Buffer.from(nome)]);

const NENHUM = 'O arquivo não é CSV nem JSON. Salve a planilha como CSV UTF-8 e importe.';

/** Files that are not a table at all. */
const ARQUIVOS: [nome: string, conteudo: string | Uint8Array, frase: string][] = [
  ['empty', '', 'O arquivo está vazio.'],
  ['blank', '\ufeff \n\n', 'O arquivo está vazio.'],
  ['XLSX', zip('[Content_Types].xml'), NENHUM],
  ['ODS', zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'), NENHUM],
  ['ZIP', zip('tabela.csv'), NENHUM],
  ['gzip', new Uint8Array([0x1f, 0x8b, 8, 0]), NENHUM],
  ['XLS', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), NENHUM],
  ['PDF', '%PDF-1.7\n', NENHUM],
  ['UTF-16 with a mark', Buffer.from(`\ufeff${CABECALHO}`, 'utf16le'), NENHUM],
  ['UTF-16 without', Buffer.from(CABECALHO, 'utf16le'), NENHUM],
  ['a web page', '<!doctype html><title>403</title>', NENHUM],
  ['a header alone', CABECALHO, 'O arquivo não tem nenhuma marca.'],
  ['JSON without makes', '{"tipos":{}}', 'O arquivo não tem nenhuma marca.'],
];

describe('what cannot be imported', () => {
  test.each(ARQUIVOS)('%s', async (_nome, conteudo, frase) => {
    expect(await bancada.importText(conteudo)).toEqual({ codigo: 1, linhas: [frase] });
  });

  test('a missing file, a folder, a file without permission, no file', async () => {
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
      ['Informe o arquivo: npm run unipark -- fipe import ARQUIVO'],
    ]);
    // A user who may read everything (root) gets no refusal.
    if (process.getuid?.() !== 0) {
      expect((await bancada.run([fechado])).linhas).toEqual([`Sem permissão para ler ${fechado}.`]);
    }
  });

  test('invalid options', async () => {
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

  test('afterwards the catalogue is unchanged, and no edition is unfinished', async () => {
    expect(await bancada.listCatalogo()).toEqual(antes);
    const situacoes = (await bancada.editions()).map(({ situacao }) => situacao);
    expect(situacoes.filter((situacao) => situacao !== 'antiga')).toEqual(['ativa']);
    const atos = await bancada.db.selectFrom('auditoria').select('acao').execute();
    expect(atos).toEqual([{ acao: 'importar' }]);
  });
});
