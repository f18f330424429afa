/** R7 on PostgreSQL: the server that upgrades is killed, and the one that waits for its turn takes over. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOnce } from '../../server/test/postgres.ts';
import { listVersoes, readDump } from '../../server/test/versoes/abrir.ts';
import { SEGREDO } from '../../server/test/versoes/roteiro.ts';
import { isEqual, readState, startUpgrade } from '../atualizacao/palco.ts';
import { createStage } from '../nos.ts';
import { describeRow, type Measure } from '../row.ts';

const ESPERA = 'à espera da vez';
/** The step that a reader of its table holds up. */
const PRESO = 'passo 0019_arquivos';

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
    const dois = falha ? undefined : startUpgrade(env);
    await dois?.until(ESPERA);
    um.filho.kill('SIGKILL');
    await um.fim;
    m.check(isEqual(await readState(url), antes), 'what the killed server did is undone');
    await leitor.end();
    if (!dois) return;
    const [codigo] = await dois.fim;
    m.check(codigo === 0, 'the server that waited upgrades', codigo);
    await runOnce(cluster.url, 'create database nova');
    const nova = new URL(url);
    nova.pathname = '/nova';
    await startUpgrade({ ...env, DATABASE_URL: nova.href }).fim;
    const [feito, novo] = [await readState(url), await readState(nova.href)];
    m.check(isEqual(feito.esquema, novo.esquema), 'the schema is that of a new installation');
    const { passagens } = feito.linhas;
    m.check(passagens === antes.linhas.passagens, 'no passage is lost', passagens);
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
