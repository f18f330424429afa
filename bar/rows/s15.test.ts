import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildTestApp } from '../../server/test/app.ts';
import { createImportador } from '../../server/test/importacoes.ts';
import { buildPlanilha, buildZip, sheetXml } from '../../server/test/planilha.ts';
import { describeRow, type Measure } from '../row.ts';

const LEITOR = fileURLToPath(new URL('../arquivoLido.ts', import.meta.url));
const run = promisify(execFile);
const MEGA = 1024 * 1024;
const MEMORIA = 64 * MEGA;
const PRAZO_MS = 2_000;
const FORMULAS = ['=1+1', '+1', '-1', '@SOMA(A1)', '\t=1'];

/** A sheet of 160 MB in a file of less than one; the header may lie about its size. */
function buildBomb(tamanho?: number): Buffer {
  const linha = '<row><c><v>1</v></c></row>';
  const dados = Buffer.alloc(160 * MEGA, linha);
  return buildZip([
    { nome: 'xl/workbook.xml', dados: Buffer.from('<workbook/>') },
    { nome: 'xl/worksheets/sheet1.xml', dados, ...(tamanho && { tamanho }) },
  ]);
}

const HOSTIS: Record<string, () => Buffer> = {
  'a bomb that says its size': () => buildBomb(),
  'a bomb that hides its size': () => buildBomb(4_000),
  'ten thousand columns': () =>
    buildPlanilha([Array.from({ length: 10_000 }, (_, i) => `Coluna ${i}`)]),
  'texts of twenty megabytes': () =>
    buildPlanilha([['Placa']], { textos: Array.from({ length: 20_000 }, () => 'x'.repeat(1_024)) }),
  'an entity that grows': () =>
    buildPlanilha([], {
      folha: `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(1_000)}">]>${sheetXml([['Placa']])}`,
    }),
  'one line of twenty megabytes': () => Buffer.alloc(20 * MEGA, 'a'),
};

async function examineReader(m: Measure, leitor: string, nomes: string[]): Promise<void> {
  const pasta = mkdtempSync(join(tmpdir(), 'unipark-s15-'));
  try {
    for (const nome of nomes) {
      const caminho = join(pasta, 'arquivo');
      writeFileSync(caminho, HOSTIS[nome]?.() ?? '');
      const { stdout } = await run(process.execPath, [LEITOR, leitor, caminho]);
      const { ms, cresceu, recusa } = JSON.parse(stdout);
      m.check(recusa !== '', `${nome} is refused`);
      m.check(ms <= PRAZO_MS, `${nome} is refused within 2 s of a processor`, ms);
      m.check(cresceu <= MEMORIA, `${nome} takes at most 64 MB`, cresceu);
      m.note(nome, `${Math.round(ms)} ms, +${Math.round(cresceu / MEGA)} MB`);
    }
  } finally {
    rmSync(pasta, { recursive: true, force: true });
  }
}

/** Formulas stay text, and a cancelled import leaves nothing. */
async function examineImport(m: Measure): Promise<void> {
  const teste = await buildTestApp();
  const importador = createImportador(teste);
  const countDonos = async (): Promise<number> =>
    (await teste.request({ url: '/db/proprietarios' })).json<object[]>().length;
  try {
    const linhas = FORMULAS.map((formula, i) => `${i},"'${formula}"`);
    const { id } = await importador.preview({
      tipo: 'proprietarios',
      conteudo: `Matrícula,Nome\n${linhas.join('\n')}\n`,
    });
    const lidas = await importador.listLinhas(id);
    FORMULAS.forEach((formula, i) => {
      m.check(lidas[i]?.celulas[1] === formula, `${formula} loses its guard`, lidas[i]?.celulas);
    });
    await importador.write(id);
    const quantos = m.pick(2_000, 5_000, 20_000);
    const muitos = Array.from({ length: quantos }, (_, i) => `9${i};Ana ${i}`).join('\n');
    const grande = await importador.preview({
      tipo: 'proprietarios',
      conteudo: `Matrícula;Nome\n${muitos}\n`,
    });
    const antes = await countDonos();
    await importador.act(grande.id, 'gravar', 'atualizar');
    await importador.act(grande.id, 'cancelar');
    await importador.reach(grande.id, 'desfeita', 'concluida');
    m.check((await countDonos()) === antes, 'a cancelled import leaves nothing');
    const { statusCode } = await importador.send({ conteudo: Buffer.alloc(20 * MEGA + 1, 'a') });
    m.check(statusCode === 413, 'more than 20 MB is 413', statusCode);
  } finally {
    await teste.close();
  }
}

describeRow({
  id: 'S15',
  promise: 'a hostile file is refused in 2 s and 64 MB, and an import is whole or nothing',
  async run(m) {
    await examineReader(m, 'com-limite', Object.keys(HOSTIS));
    await examineImport(m);
  },
  canary: (m) => examineReader(m, 'sem-limite', ['a bomb that hides its size']),
});
