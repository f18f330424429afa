/**
 * `npm run ensaio`: the installation of `compose.escala.yml` with Debian's packages (postgresql,
 * haproxy, nginx-light) on this machine. Under load the primary is killed and its standby promoted,
 * then a node is killed, then the old primary comes back as the standby. `--segundos` of load each.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openBanco } from '../server/src/platform/db/banco.ts';
import { createFirst } from '../server/test/conta.ts';
import {
  createPasta,
  createPrimeiro,
  type DebianBanco,
  openDebianBanco,
  urlOf,
} from './debian/bancos.ts';
import { findProgramas, freePort, readModelo, startPrograma } from './debian/programas.ts';
import { compareOwners, measureReturn, writeOwners } from './escritores.ts';
import { signUp } from './nos.ts';
import { followStream } from './ouvinte.ts';
import { run } from './processo.ts';
import type { Measure } from './row.ts';

const { values } = parseArgs({ options: { segundos: { type: 'string', default: '5' } } });
const pausa = Number(values.segundos) * 1_000;

let falhas = 0;
const medida: Measure = {
  check(ok, promessa, got) {
    if (!ok) falhas += 1;
    console.log(
      `${ok ? '✓' : '✕'} ${promessa}${ok || got === undefined ? '' : `: ${JSON.stringify(got)}`}`,
    );
  },
  note: (nome, valor) => console.log(`  · ${nome}: ${valor}`),
  unmeasured: (parte, precisa) => console.log(`  · ${parte}: ${precisa}`),
  random: Math.random,
  full: true,
  pick: (_brief, _quick, full) => full,
};

async function until(nome: string, isDone: () => boolean | Promise<boolean>): Promise<void> {
  for (let tentativa = 0; tentativa < 600; tentativa += 1) {
    if (
      await Promise.resolve()
        .then(isDone)
        .catch(() => false)
    )
      return;
    await sleep(50);
  }
  throw new Error(`not in 30 s: ${nome}`);
}

const isReady = (url: string) => fetch(`${url}/readyz`).then(({ ok }) => ok);
const isSynchronous = (banco: DebianBanco): boolean =>
  banco.ask('select sync_state from pg_stat_replication') === 'sync';

async function startHaproxy(bancos: DebianBanco[]): Promise<number> {
  const porta = await freePort();
  const [BANCO1, BANCO2] = bancos.map((banco) => `127.0.0.1:${banco.porta}`) as [string, string];
  const arquivo = fileURLToPath(new URL('../escala/haproxy.cfg', import.meta.url));
  const env = { BANCOS: `127.0.0.1:${porta}`, BANCO1, BANCO2 };
  startPrograma(findProgramas().haproxy, ['-db', '-f', arquivo], { env, calado: true });
  return porta;
}

/** nginx with the file of the folder `escala`, on these ports. */
async function startNginx(pasta: string, porta: number, nos: number[]): Promise<void> {
  const ours = readModelo('nginx.conf', {
    'listen 8080': `listen 127.0.0.1:${porta}`,
    'unipark1:3000': `127.0.0.1:${nos[0]}`,
    'unipark2:3000': `127.0.0.1:${nos[1]}`,
  });
  const temporarios = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((nome) => `${nome}_temp_path ${pasta}/${nome};`)
    .join(' ');
  writeFileSync(
    join(pasta, 'nginx.conf'),
    `user root; daemon off; pid ${pasta}/nginx.pid;
     error_log ${pasta}/nginx.log; events { worker_connections 512; }
     http { access_log off; ${temporarios} ${ours} }`,
  );
  startPrograma(findProgramas().nginx, ['-p', pasta, '-c', join(pasta, 'nginx.conf')], {
    calado: true,
  });
}

async function drill(pasta: string): Promise<void> {
  createPasta(pasta);
  const um = await createPrimeiro(pasta);
  const dois = await openDebianBanco(pasta, 'banco2');
  dois.follow(um);
  await dois.start();
  um.ask('select pg_reload_conf()');
  await until('the standby is synchronous', () => isSynchronous(um));
  const bancos = await startHaproxy([um, dois]);

  const segredo = join(pasta, 'segredo');
  writeFileSync(segredo, randomBytes(48).toString('base64url'), { mode: 0o600 });
  const frente = await freePort();
  const nos = [await freePort(), await freePort()];
  const site = { url: `http://127.0.0.1:${frente}` };
  const processos = nos.map((porta) =>
    run('server/src/main.ts', [], {
      PORT: String(porta),
      DATA_DIR: join(pasta, `no-${porta}`),
      DATABASE_URL: urlOf(bancos),
      SECRET_FILE: segredo,
      PUBLIC_URL: site.url,
      TRUST_PROXY: '127.0.0.1',
      SIGNUP_MODE: 'aberto',
      LOG_LEVEL: 'fatal',
    }),
  );
  for (const { stdout, stderr } of processos) {
    stdout?.resume();
    stderr?.pipe(process.stderr);
  }
  for (const porta of nos)
    await until('a node is ready', () => isReady(`http://127.0.0.1:${porta}`));
  await startNginx(pasta, frente, nos);
  await until('nginx answers', () => isReady(site.url));
  const db = openBanco(urlOf(bancos));
  await createFirst({ db });
  await db.destroy();
  const token = await signUp(site);

  const seguidor = await followStream([site.url], token);
  let over = false;
  const writing = writeOwners([site], token, () => over);
  await sleep(pausa);
  const morte = await um.kill();
  dois.promote();
  medida.note('banco1 killed, banco2 promoted after, ms', Math.round(performance.now() - morte));
  await sleep(pausa);
  over = true;
  const log = await writing;
  const volta = measureReturn(log, morte);
  medida.note(
    'accepted, refused, slowest answer ms',
    `${log.aceitas.length}, ${log.recusadas}, ${Math.round(log.demora)}`,
  );
  medida.note('first accepted write after the death, ms', Math.round(volta));
  medida.check(volta <= 10_000, 'writes succeed within 10 s of the death', volta);
  medida.check(
    log.estranhas.length === 0,
    'each write answers 201, or 503 with Retry-After',
    log.estranhas,
  );

  over = false;
  const more = writeOwners([site], token, () => over);
  await sleep(pausa / 2);
  processos[0]?.kill('SIGKILL');
  await sleep(pausa / 2);
  over = true;
  const depois = await more;
  const cortadas = depois.estranhas.length;
  medida.note('a node killed: accepted, cut by its death', `${depois.aceitas.length}, ${cortadas}`);
  medida.check(cortadas <= 8, 'only the requests under way are cut', depois.estranhas);
  await sleep(2_500);
  medida.note(
    'stream: opened again, longest time without it, ms',
    `${seguidor.retornos}, ${Math.round(seguidor.ausencia)}`,
  );
  seguidor.close();

  const volte = performance.now();
  um.follow(dois);
  await um.start();
  dois.ask("alter system set synchronous_standby_names = 'reserva'");
  dois.ask('select pg_reload_conf()');
  await until('the old primary is the synchronous standby', () => isSynchronous(dois));
  medida.note(
    'the old primary is the standby again after, ms',
    Math.round(performance.now() - volte),
  );
  const { aceitas } = await writeOnce(site, token);
  await compareOwners(medida, { url: urlOf(bancos), nodes: 1 }, [
    ...log.aceitas,
    ...depois.aceitas,
    ...aceitas,
  ]);
}

/** Half a second of writing. */
function writeOnce(site: { url: string }, token: string) {
  const fim = performance.now() + 500;
  return writeOwners([site], token, () => performance.now() > fim);
}

for (const sinal of ['SIGINT', 'SIGTERM'] as const) process.on(sinal, () => process.exit(1));
const pasta = mkdtempSync(join(tmpdir(), 'unipark-ensaio-'));
try {
  await drill(pasta);
} finally {
  process.on('exit', () => rmSync(pasta, { recursive: true, force: true }));
}
process.exit(falhas === 0 ? 0 : 1);
