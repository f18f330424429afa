/** R7 on PostgreSQL: the server that upgrades is killed, and the one that waits for its turn takes over. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBanco } from '../../server/src/platform/db/banco.ts';
import { countLinhas, listEsquema } from '../../server/test/esquema.ts';
import { runOnce } from '../../server/test/postgres.ts';
import { listVersoes, readDump } from '../../server/test/versoes/abrir.ts';
import { SEGREDO } from '../../server/test/versoes/roteiro.ts';
import { createStage } from '../nos.ts';
import { describeRow, type Measure } from '../row.ts';

const ATUALIZADOR = fileURLToPath(new URL('../atualizador.ts', import.meta.url));
const ESPERA = 'à espera da vez';
/** The step that a reader of its table holds up. */
const PRESO = 'passo 0019_arquivos';

async function readState(url: string): Promise<string> {
  const db = openBanco(url);
  try {
    return JSON.stringify([await listEsquema(db), await countLinhas(db)]);
  } finally {
    await db.destroy();
  }
}

/** An upgrade in another process. */
function startUpgrade(env: Record<string, string>) {
  const filho = fork(ATUALIZADOR, {
    env: { PATH: process.env.PATH ?? '', ...env },
    execArgv: [],
    stdio: ['ignore', 'ignore', env.FALHA ? 'ignore' : 'inherit', 'ipc'],
  });
  const ditas: string[] = [];
  let hear: () => void = () => undefined;
  filho.on('message', ({ fazendo }: { fazendo: string }) => {
    ditas.push(fazendo);
    hear();
  });
  return {
    filho,
    fim: once(filho, 'exit'),
    /** Resolves when it does this. */
    until: (inicio: string) =>
      new Promise<void>((pronto, falhou) => {
        filho.once('exit', (codigo) => falhou(new Error(`the upgrade ended with ${codigo}`)));
        hear = () => ditas.some((dita) => dita.startsWith(inicio)) && pronto();
        hear();
      }),
  };
}

async function killUpgrading(m: Measure, falha = ''): Promise<void> {
  const pasta = mkdtempSync(join(tmpdir(), 'unipark-r7-'));
  const { cluster, url, remove } = await createStage('atualizacao');
  try {
    await runOnce(url, readDump(listVersoes('postgres')[0] ?? ''));
    const segredo = join(pasta, 'segredo');
    writeFileSync(segredo, SEGREDO);
    const env = { DATA_DIR: pasta, DATABASE_URL: url, SECRET_FILE: segredo, FALHA: falha };
    const antes = await readState(url);
    const { Client } = (await import('pg')).default;
    const leitor = new Client({ connectionString: url });
    await leitor.connect();
    await leitor.query('begin; lock table imagens in access share mode');
    const um = startUpgrade(env);
    await um.until(PRESO);
    const dois = startUpgrade(env);
    if (!falha) await dois.until(ESPERA);
    um.filho.kill('SIGKILL');
    await um.fim;
    m.check((await readState(url)) === antes, 'what the killed server did is undone');
    await leitor.query('rollback');
    await leitor.end();
    const [codigo] = await dois.fim;
    m.check(codigo === 0, 'the server that waited upgrades', codigo);
    await runOnce(cluster.url, 'create database nova');
    const nova = new URL(url);
    nova.pathname = '/nova';
    await startUpgrade({ ...env, DATABASE_URL: nova.href, FALHA: '' }).fim;
    const [feito, novo] = await Promise.all([url, nova.href].map(readState));
    const [[esquema, linhas], [esquemaNovo]] = [feito, novo].map((texto) =>
      JSON.parse(texto ?? ''),
    );
    m.check(
      JSON.stringify(esquema) === JSON.stringify(esquemaNovo),
      'the schema is that of a new installation',
    );
    const [, linhasAntes] = JSON.parse(antes);
    m.check(linhas.passagens === linhasAntes.passagens, 'no passage is lost', linhas.passagens);
  } finally {
    remove();
    rmSync(pasta, { recursive: true, force: true });
  }
}

describeRow({
  id: 'R7',
  promise: 'an upgrade whose server is killed is undone, and the next server makes it',
  run: (m) => killUpgrading(m),
  canary: (m) => killUpgrading(m, 'semTransacao'),
});
