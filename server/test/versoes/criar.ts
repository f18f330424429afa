/**
 * `npm run versao -- COMMIT`: keeps the database of the newest schema of a commit as a fixture, for
 * the tests of upgrades. Before a new migration lands, its author runs it with `origin/main`.
 * With TEST_DATABASE_URL (a superuser's, of Debian's PostgreSQL) also the one of PostgreSQL.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import sharp from 'sharp';
import { dumpVersao } from './despejo.ts';
import { completeBanco } from './preencher.ts';
import { checkoutPrograma, schemaOf, withServer } from './programa.ts';
import { SEGREDO, tellStory } from './roteiro.ts';

const BANCOS = fileURLToPath(new URL('./bancos/', import.meta.url));
/** Since this schema an owner has a contact. */
const COM_CONTATO = 11;

const [pedido = 'origin/main'] = process.argv.slice(2);
const commit = execFileSync('git', ['rev-parse', '--short=8', pedido], { encoding: 'utf8' }).trim();
const pasta = mkdtempSync(join(tmpdir(), 'unipark-versao-'));
const say = (texto: string): void => void process.stdout.write(`${texto}\n`);

try {
  const [programa, dados] = [join(pasta, 'programa'), join(pasta, 'dados')];
  checkoutPrograma(commit, programa);
  execFileSync('mkdir', ['-m', '700', dados]);
  const segredo = join(dados, 'identidade.segredo');
  writeFileSync(segredo, SEGREDO, { mode: 0o600 });
  const numero = schemaOf(programa);
  const cor = { r: 40, g: 90, b: 60 };
  const imagem = await sharp({ create: { width: 64, height: 36, channels: 3, background: cor } })
    .jpeg()
    .toBuffer();
  const respostas = await withServer(programa, { DATA_DIR: dados }, (url) =>
    tellStory(url, { imagem: imagem.toString('base64'), contato: Number(numero) >= COM_CONTATO }),
  );
  const banco = join(dados, 'unipark.db');
  const vazias = completeBanco(banco);
  const sqlite = brotliCompressSync(readFileSync(banco));
  writeFileSync(join(BANCOS, `${numero}.db.br`), sqlite);
  const texto = JSON.stringify({ commit, respostas }, null, 2);
  writeFileSync(join(BANCOS, `${numero}.json`), `${texto}\n`);
  say(`${numero} (${commit}): ${sqlite.length} bytes; rows not made by it: ${vazias.join(', ')}`);

  const cluster = process.env.TEST_DATABASE_URL;
  if (cluster) {
    const sql = await dumpVersao(cluster, banco, async (url) => {
      const env = { DATA_DIR: dados, DATABASE_URL: url, SECRET_FILE: segredo };
      await withServer(programa, env, async () => undefined);
    });
    const dump = brotliCompressSync(sql);
    writeFileSync(join(BANCOS, `${numero}.sql.br`), dump);
    say(`${numero} (${commit}): PostgreSQL, ${dump.length} bytes`);
  }
} finally {
  rmSync(pasta, { recursive: true, force: true });
}
