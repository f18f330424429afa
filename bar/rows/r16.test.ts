/** R16: another process holds the lock, and the drive fails a write now and then. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONTA } from '../../server/test/app.ts';
import { openOther } from '../../server/test/outro.ts';
import { type ServerProcess, startProcesso } from '../../server/test/processo.ts';
import { describeRow, type Measure } from '../row.ts';

/** libfiu makes system calls fail on demand: apt-get install -y fiu-utils. */
const FIU = ['/usr/lib', '/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu']
  .map((pasta) =>
    ['fiu_run_preload.so', 'fiu_posix_preload.so'].map((nome) =>
      [join(pasta, 'fiu', nome), join(pasta, nome)].find(existsSync),
    ),
  )
  .find((achados) => achados.every((achado) => achado !== undefined));
const ESCRITORES = 4;
const PRAZO_MS = 2_500;

interface KeptCount {
  aceitas: string[];
  recusadas: number;
  estranhas: string[];
  demora: number;
}

async function signUp({ url }: ServerProcess): Promise<string> {
  const resposta = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(CONTA),
  });
  return ((await resposta.json()) as { token: string }).token;
}

async function write({ url }: ServerProcess, token: string, prefixo: string, ms: number) {
  const placar: KeptCount = { aceitas: [], recusadas: 0, estranhas: [], demora: 0 };
  const fim = performance.now() + ms;
  let numero = 0;
  const person = async (): Promise<void> => {
    while (performance.now() < fim) {
      numero += 1;
      const matricula = `${prefixo}${numero}`;
      const inicio = performance.now();
      const resposta = await fetch(`${url}/db/proprietarios`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ matricula, nome: 'Eva' }),
      });
      await resposta.arrayBuffer();
      placar.demora = Math.max(placar.demora, performance.now() - inicio);
      if (resposta.status === 201) placar.aceitas.push(matricula);
      else if ([503, 507].includes(resposta.status) && resposta.headers.has('retry-after'))
        placar.recusadas += 1;
      else placar.estranhas.push(String(resposta.status));
    }
  };
  await Promise.all(Array.from({ length: ESCRITORES }, person));
  return placar;
}

async function readQuickly(m: Measure, { url }: ServerProcess, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const tempos: number[] = [];
  for (let i = 0; i < 20; i += 1) {
    const inicio = performance.now();
    const lida = await fetch(`${url}/db/proprietarios`, { headers });
    await lida.arrayBuffer();
    tempos.push(lida.status === 200 ? performance.now() - inicio : Number.POSITIVE_INFINITY);
    await sleep(50);
  }
  const meio = tempos.sort((a, b) => a - b)[10] ?? 0;
  m.note('reads meanwhile, ms: median', Math.round(meio));
  m.check(meio < 300, 'reads are answered meanwhile', Math.round(meio));
}

function expectKept(m: Measure, { dataDir }: ServerProcess, aceitas: string[]): void {
  const banco = openOther(join(dataDir, 'unipark.db'));
  const perdidas = aceitas.filter(
    (matricula) => banco.read(`select 1 from proprietarios where matricula = '${matricula}'`) !== 1,
  );
  m.check(perdidas.length === 0, 'no acknowledged write is lost', perdidas.length);
  m.check(banco.read('pragma integrity_check') === 'ok', 'the database passes its integrity check');
  banco.close();
}

async function held(m: Measure, servidor: ServerProcess, token: string, ms: number): Promise<void> {
  const outro = openOther(join(servidor.dataDir, 'unipark.db'));
  outro.lock();
  const [placar] = await Promise.all([
    write(servidor, token, '1', ms),
    readQuickly(m, servidor, token),
  ]);
  outro.letGo();
  outro.close();
  m.check(
    placar.aceitas.length === 0,
    'while the lock is held nothing is acknowledged',
    placar.aceitas.length,
  );
  m.check(
    placar.recusadas > 0 && placar.estranhas.length === 0,
    'each write answers 503',
    placar.estranhas,
  );
  m.check(
    placar.demora < PRAZO_MS + 1_000,
    'a write is refused in time',
    `${Math.round(placar.demora)} ms`,
  );
}

/** One in twenty writes of the drive fails. */
async function faulty(
  m: Measure,
  servidor: ServerProcess,
  token: string,
  fifo: string,
  ms: number,
) {
  const runFiu = (ordem: string) =>
    spawnSync('fiu-ctrl', ['-f', fifo, '-c', ordem, String(servidor.filho.pid)]).status === 0;
  const ponto = 'posix/io/rw/pwrite';
  const ligada = runFiu(`enable_random name=${ponto},probability=0.05`);
  m.check(ligada, 'fiu-ctrl reaches the server');
  const placar = await write(servidor, token, '2', ms);
  runFiu(`disable name=${ponto}`);
  m.note('writes: kept, refused', `${placar.aceitas.length}, ${placar.recusadas}`);
  m.check(
    placar.recusadas > 0 && placar.estranhas.length === 0,
    'a failed write answers 503 or 507',
    placar.estranhas,
  );
  const depois = await write(servidor, token, '3', 500);
  m.check(depois.aceitas.length > 0, 'writes succeed after the drive works again');
  expectKept(m, servidor, [...placar.aceitas, ...depois.aceitas]);
}

async function exercise(m: Measure, ms: number, falha?: string): Promise<void> {
  const pasta = mkdtempSync(join(tmpdir(), 'unipark-fiu-'));
  const fifo = join(pasta, 'fiu');
  const env: Record<string, string> =
    FIU && !falha ? { LD_PRELOAD: FIU.join(' '), FIU_CTRL_FIFO: fifo } : {};
  const servidor = await startProcesso({ env, falha });
  try {
    const token = await signUp(servidor);
    await held(m, servidor, token, ms);
    if (falha) return;
    if (FIU) await faulty(m, servidor, token, fifo, ms);
    else m.note('failing writes: not run', 'apt-get install -y fiu-utils');
  } finally {
    servidor.remove();
    rmSync(pasta, { recursive: true, force: true });
  }
}

describeRow({
  id: 'R16',
  promise: 'a lock of another process and failing writes never give a false success',
  run: (m) => exercise(m, m.pick(500, 1_500, 10_000)),
  canary: (m) => exercise(m, 300, 'gravacao'),
});
