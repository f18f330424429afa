/** R7: an upgrade of each earlier schema completes, or leaves everything as it was. */
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { readConfig } from '../../server/src/config.ts';
import { verifyCopia } from '../../server/src/copias/copia.ts';
import { migrations } from '../../server/src/migrations/all.ts';
import { openPrepared } from '../../server/src/opening.ts';
import { openBanco } from '../../server/src/platform/db/banco.ts';
import { migrate } from '../../server/src/platform/db/migrate.ts';
import { query } from '../../server/test/query.ts';
import { listVersoes, unpackVersao } from '../../server/test/versoes/abrir.ts';
import { createVelha, isEqual, readState, startUpgrade, VELHO } from '../atualizacao/palco.ts';
import { run } from '../processo.ts';
import { describeRow, type Measure } from '../row.ts';

/** Upgrades in another process, which is killed `depois` ms after its first step. @returns the steps' time */
async function upgradeAndKill(pasta: string, depois: number, falha: string): Promise<number> {
  const { filho, fim, until } = startUpgrade({ DATA_DIR: pasta, FALHA: falha });
  await until('passo');
  const inicio = performance.now();
  if (Number.isFinite(depois)) setTimeout(() => filho.kill('SIGKILL'), depois);
  await fim;
  return performance.now() - inicio;
}

async function checkWhole(m: Measure, pasta: string, nome: string): Promise<void> {
  const db = openBanco(pasta);
  try {
    const paginas = await query(db, 'pragma integrity_check');
    m.check(isEqual(paginas, [{ integrity_check: 'ok' }]), `${nome}: every page is whole`, paginas);
    const soltas = await query(db, 'pragma foreign_key_check');
    m.check(soltas.length === 0, `${nome}: no reference is broken`, soltas);
  } finally {
    await db.destroy();
  }
}

/** The release of before: it knows the steps up to its own. */
async function startBefore(pasta: string): Promise<unknown> {
  const todos = Object.entries(await migrations.getMigrations());
  const deles = todos.filter(([nome]) => nome.slice(0, 4) <= VELHO);
  const db = openBanco(pasta);
  try {
    return await migrate(db, { getMigrations: async () => Object.fromEntries(deles) });
  } catch (error) {
    return String(error);
  } finally {
    await db.destroy();
  }
}

/** Kills upgrades of one installation at moments spread over their time. */
async function killUpgrades(m: Measure, mortes: number, falha = ''): Promise<void> {
  const base = mkdtempSync(join(tmpdir(), 'unipark-r7-'));
  try {
    const velha = join(base, 'velha');
    mkdirSync(velha);
    createVelha(velha);
    const antes = await readState(velha);
    const place = (nome: string): string => {
      cpSync(velha, join(base, nome), { recursive: true });
      return join(base, nome);
    };
    const inteira = place('inteira');
    const duracao = await upgradeAndKill(inteira, Number.POSITIVE_INFINITY, falha);
    const depois = await readState(inteira);
    m.note('the steps take, ms', Math.round(duracao));
    let voltas = 0;
    for (let i = 0; i < mortes; i += 1) {
      const pasta = place(`morte-${i}`);
      await upgradeAndKill(pasta, (duracao * (i + m.random())) / mortes, falha);
      const agora = await readState(pasta);
      const velho = isEqual(agora, antes);
      if (velho) voltas += 1;
      const inteiro = velho || isEqual(agora, depois);
      m.check(
        inteiro,
        `kill ${i}: the schema and its rows are the old ones or the new ones`,
        agora.esquema.filter((linha) => !antes.esquema.includes(linha)).slice(0, 3),
      );
      await checkWhole(m, pasta, `kill ${i}`);
      // One mixture is enough; on a busy machine the first kills may miss it.
      if (falha && !inteiro) break;
      if (falha) continue;
      const copias = join(pasta, 'copias');
      const [copia = ''] = readdirSync(copias);
      const { manifesto } = await verifyCopia(join(copias, copia), undefined);
      m.check(
        manifesto.passos.at(-1)?.startsWith(VELHO) ?? false,
        `kill ${i}: a copy was made first`,
      );
      if (!velho) continue;
      const partida = await startBefore(pasta);
      m.check(isEqual(partida, []), `kill ${i}: the release of before starts on it`, partida);
      await (await openPrepared(readConfig({ DATA_DIR: pasta }, '1.0.0'))).destroy();
      m.check(isEqual(await readState(pasta), depois), `kill ${i}: the next start upgrades it`);
    }
    m.note('killed before the commit', `${voltas} of ${mortes}`);
    if (!falha) m.check(voltas > 0, 'at least one kill came before the commit', voltas);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/** A program that is older than the database says so in one sentence, and changes nothing. */
async function checkNewer(m: Measure): Promise<void> {
  const pasta = mkdtempSync(join(tmpdir(), 'unipark-r7-'));
  try {
    unpackVersao(listVersoes('sqlite').at(-1) ?? '', pasta);
    await (await openPrepared(readConfig({ DATA_DIR: pasta }, '1.0.0'))).destroy();
    const sqlite = new Database(join(pasta, 'unipark.db'));
    sqlite.exec(`insert into kysely_migration values ('9999_futura', '2030')`);
    sqlite.close();
    const antes = await readState(pasta);
    const filho = run('server/src/main.ts', [], { DATA_DIR: pasta, PORT: '0' });
    let dito = '';
    filho.stderr?.on('data', (parte) => {
      dito += parte;
    });
    const [codigo] = await once(filho, 'close');
    m.check(codigo === 1, 'an older program ends with code 1', codigo);
    const frase =
      'UNIPARK não pôde iniciar. O banco de dados é de uma versão mais nova do UNIPARK. Atualize o programa.\n';
    m.check(dito === frase, 'an older program says so in one sentence', dito);
    m.check(isEqual(await readState(pasta), antes), 'an older program changes nothing');
  } finally {
    rmSync(pasta, { recursive: true, force: true });
  }
}

describeRow({
  id: 'R7',
  promise: 'an upgrade completes, or leaves the database as it was',
  async run(m) {
    await checkNewer(m);
    await killUpgrades(m, m.pick(4, 10, 20));
  },
  canary: (m) => killUpgrades(m, 9, 'semTransacao'),
});
