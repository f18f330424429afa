/** R2: the power is cut at moments of a run of writes, checkpoints included. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { openTestBanco } from '../../server/test/banco.ts';
import { DESTINOS, FileOnDisk } from '../energia/imagem.ts';
import { type DiskCall, hasStrace, readCalls, traceProgram } from '../energia/registro.ts';
import { describeRow, type Measure } from '../row.ts';

const RAIZ = fileURLToPath(new URL('../..', import.meta.url));
const BANCO = 'unipark.db';
const ARQUIVOS = [BANCO, `${BANCO}-wal`];

interface PowerRun {
  calls: DiskCall[];
  /** The files before the run. */
  inicio: Map<string, Buffer>;
}

/** Writes under strace, on an installation of its own. */
async function record(pasta: string, gravacoes: number, falha: string): Promise<PowerRun> {
  const dados = join(pasta, 'dados');
  mkdirSync(dados);
  const pronta = await openTestBanco(dados);
  await pronta.db.destroy();
  const inicio = new Map(
    ARQUIVOS.map((nome) => {
      const arquivo = join(dados, nome);
      return [arquivo, existsSync(arquivo) ? readFileSync(arquivo) : Buffer.alloc(0)];
    }),
  );
  const registro = join(pasta, 'registro');
  const env = { DATA_DIR: dados, GRAVACOES: String(gravacoes), FALHA: falha };
  traceProgram(registro, ['bar/energia/escritor.ts'], { cwd: RAIZ, env });
  return { calls: await readCalls(registro), inicio };
}

interface CutResult {
  perdidas: number;
  danos: string[];
}

/** Opens what a cut left, and compares it with what was acknowledged before. */
function examineImage(pasta: string, imagens: Buffer[], confirmadas: number[]): CutResult {
  rmSync(pasta, { recursive: true, force: true });
  mkdirSync(pasta);
  for (const [i, imagem] of imagens.entries())
    writeFileSync(join(pasta, ARQUIVOS[i] ?? ''), imagem);
  const danos: string[] = [];
  try {
    const sqlite = new Database(join(pasta, BANCO));
    try {
      const exame = sqlite.pragma('integrity_check(1)', { simple: true });
      if (exame !== 'ok') danos.push(String(exame));
      const lidas = sqlite.prepare('select matricula from proprietarios').pluck().all() as string[];
      const auditadas = sqlite.prepare('select count(*) from auditoria').pluck().get();
      if (auditadas !== lidas.length) danos.push(`${lidas.length} owners, ${auditadas} audit rows`);
      const ha = new Set(lidas.map(Number));
      return { perdidas: confirmadas.filter((numero) => !ha.has(numero)).length, danos };
    } finally {
      sqlite.close();
    }
  } catch (error) {
    return { perdidas: 0, danos: [String(error)] };
  }
}

/** Cuts the power at `cortes` moments of a run, each with three fates of what was not synchronised. */
async function cutPower(
  m: Measure,
  { gravacoes, cortes, ...minimo }: { gravacoes: number; cortes: number; imagens: number },
  falha = '',
): Promise<void> {
  if (!hasStrace()) return m.unmeasured('a power cut', 'apt-get install -y strace');
  const pasta = mkdtempSync(join(tmpdir(), 'unipark-r2-'));
  try {
    const { calls, inicio } = await record(pasta, gravacoes, falha);
    const momentos = new Set(
      Array.from({ length: cortes }, () => Math.floor(m.random() * calls.length)),
    );
    const discos = new Map([...inicio].map(([nome, bytes]) => [nome, new FileOnDisk(bytes)]));
    const confirmadas: number[] = [];
    const total = { imagens: 0, comPerda: 0, perdidas: 0, danos: [] as string[] };
    for (const [i, call] of calls.entries()) {
      if (call.tipo === 'dito') {
        for (const [, numero] of call.texto.matchAll(/ACK (\d+)/g))
          confirmadas.push(Number(numero));
      } else if (call.tipo === 'sincronia') discos.get(call.arquivo)?.sync();
      else discos.get(call.arquivo)?.change(call);
      if (!momentos.has(i)) continue;
      for (const destino of DESTINOS) {
        const imagens = [...discos.values()].map((disco) => disco.image(destino, m.random));
        const { perdidas, danos } = examineImage(join(pasta, 'imagem'), imagens, confirmadas);
        total.imagens += 1;
        total.comPerda += perdidas > 0 ? 1 : 0;
        total.perdidas = Math.max(total.perdidas, perdidas);
        total.danos.push(...danos);
      }
    }
    const noBanco = calls.filter((call) => call.tipo === 'escrita' && call.arquivo.endsWith(BANCO));
    m.note(
      'images, with a loss, damaged',
      `${total.imagens}, ${total.comPerda}, ${total.danos.length}`,
    );
    m.note('writes into the database file by checkpoints', noBanco.length);
    m.check(confirmadas.length === gravacoes, 'every write was acknowledged', confirmadas.length);
    m.check(total.comPerda === 0, 'no acknowledged write is lost', total);
    m.check(total.danos.length === 0, 'no image is damaged', total.danos.slice(0, 3));
    if (falha) return;
    m.check(
      total.imagens >= minimo.imagens,
      `at least ${minimo.imagens} images were examined`,
      total.imagens,
    );
    m.check(noBanco.length > 0, 'checkpoints wrote into the database file', noBanco.length);
  } finally {
    rmSync(pasta, { recursive: true, force: true });
  }
}

describeRow({
  id: 'R2',
  promise: 'a write that was acknowledged survives a power cut',
  run: (m) =>
    cutPower(
      m,
      m.pick(
        { gravacoes: 200, cortes: 50, imagens: 120 },
        { gravacoes: 400, cortes: 145, imagens: 400 },
        { gravacoes: 1_500, cortes: 500, imagens: 1_200 },
      ),
    ),
  canary: (m) => cutPower(m, { gravacoes: 60, cortes: 20, imagens: 60 }, 'normal'),
});
