/** `unipark import`, as the operator runs it. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { START } from '../../test/processo.ts';
import { lockDataDir } from '../platform/process/lock.ts';

const ferramenta = fileURLToPath(new URL('../unipark.ts', import.meta.url));

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());

async function runImport(conteudo: string, ...opcoes: string[]) {
  const caminho = join(teste.dataDir, 'frota.csv');
  writeFileSync(caminho, conteudo);
  const env = { PATH: process.env.PATH, ...teste.installation };
  const filho = spawn(process.execPath, [START, ferramenta, 'import', caminho, ...opcoes], { env });
  filho.stdin.end();
  const [saida, erro] = await Promise.all([text(filho.stdout), text(filho.stderr)]);
  const codigo = filho.exitCode ?? (await new Promise((fim) => filho.on('exit', fim)));
  return { saida, erro, codigo };
}

const FROTA = 'Placa;Cor\nRIO2A18;Azul\nHKQ378;Preta\n';
const existe = async () => (await teste.request({ url: '/db/veiculos/RIO2A18' })).statusCode;

describe.each(['beside a running server', 'without one'])('unipark import, %s', (onde) => {
  let unlock: (() => void) | undefined;
  beforeAll(async () => {
    if (onde.startsWith('beside')) unlock = lockDataDir(teste.dataDir);
    await teste.db.deleteFrom('veiculos').execute();
  });
  afterAll(() => unlock?.());

  it('tells what a file would do, and writes it with --sim', async () => {
    const previa = await runImport(FROTA);
    expect(previa.saida).toContain(
      'frota.csv: 2 linhas: novas 1, atualizam 0, iguais 0, com erro 1.\n' +
        '  Linha 3: Placa inválida. Use ABC-1234 ou ABC1D23.\n' +
        'Nada foi gravado. Para gravar, repita com --sim.',
    );
    expect([previa.codigo, await existe()]).toEqual([0, 404]);
    const feita = await runImport(FROTA, '--sim');
    expect(feita.saida).toContain(
      'Importado: novos 1, atualizados 0, iguais 0, ignorados 0, rejeitados 1.',
    );
    expect([feita.codigo, await existe()]).toEqual([0, 200]);
    const outra = await runImport(
      FROTA.replace('Azul', 'Verde'),
      '--sim',
      '--existentes',
      'ignorar',
    );
    expect(outra.saida).toContain('novos 0, atualizados 0, iguais 0, ignorados 1, rejeitados 1.');
  });

  it('refuses a file and an option in one sentence', async () => {
    expect(await runImport('%PDF-1.7')).toMatchObject({
      erro: 'O arquivo não é CSV nem XLSX. Salve a planilha em um dos dois e envie de novo.\n',
      codigo: 1,
    });
    expect(await runImport(FROTA, '--tipo', 'cameras')).toMatchObject({
      erro: '--tipo: use veiculos ou proprietarios.\n',
      codigo: 1,
    });
    expect(await runImport('Chapa\nRIO2A18\n')).toMatchObject({
      erro: 'Falta a coluna de Placa.\n',
      codigo: 1,
    });
  });
});
