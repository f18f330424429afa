/** R18: the log goes to a full disk, a closed pipe or terminal, or a pipe whose reader has stopped. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerProcess, startProcesso } from '../../server/test/processo.ts';
import { DISCO_NEEDS, mountDisco } from '../disco/disco.ts';
import { describeRow, type Measure } from '../row.ts';

const STOP_MS = 10_000;
const ANSWER_MS = 10_000;
/** Lines that one call of `/teste/log` writes. */
const LINES = 500;

interface LogPlace {
  name: string;
  /** Undefined where this system does not allow the place. */
  open(folder: string): Promise<Opened | undefined>;
  needs?: string;
}

interface Opened {
  fd: number;
  spoil(): Promise<void> | void;
  /** Makes the place work again; answers the file that holds the log. */
  heal?(): string;
  close(): void;
}

const full: LogPlace = {
  name: '/dev/full',
  async open() {
    const fd = openSync('/dev/full', 'w');
    return { fd, spoil() {}, close: () => closeSync(fd) };
  },
};

/** A named pipe opened at both ends, so that neither blocks the other. */
function openPipe(folder: string): { reader: number; fd: number } {
  const path = join(folder, 'cano');
  spawnSync('mkfifo', [path]);
  const reader = openSync(path, 'r+');
  return { reader, fd: openSync(path, 'w') };
}

const closedPipe: LogPlace = {
  name: 'a pipe whose reader has closed',
  async open(folder) {
    const { reader, fd } = openPipe(folder);
    return { fd, spoil: () => closeSync(reader), close: () => closeSync(fd) };
  },
};

const stalledPipe: LogPlace = {
  name: 'a pipe whose reader stopped reading',
  async open(folder) {
    const { reader, fd } = openPipe(folder);
    return {
      fd,
      spoil() {},
      close() {
        closeSync(fd);
        closeSync(reader);
      },
    };
  },
};

async function untilThere(path: string): Promise<void> {
  for (let i = 0; i < 200 && !existsSync(path); i += 1) await sleep(25);
}

const closedTerminal: LogPlace = {
  name: 'a terminal that was closed',
  needs: 'a system with terminals: /dev/pts mounted (pts(4))',
  async open(folder) {
    if (!existsSync('/dev/pts/ptmx')) return undefined;
    // `script` keeps a terminal open for a program, which writes its name and waits.
    const note = join(folder, 'terminal');
    const command = `tty > ${note}~; mv ${note}~ ${note}; sleep 600`;
    const owner: ChildProcess = spawn('script', ['-qfc', command, '/dev/null'], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    await untilThere(note);
    const name = spawnSync('cat', [note], { encoding: 'utf8' }).stdout.trim();
    const fd = openSync(name, 'w');
    return {
      fd,
      async spoil() {
        owner.kill('SIGKILL');
        await sleep(200);
      },
      close() {
        owner.kill('SIGKILL');
        closeSync(fd);
      },
    };
  },
};

const fullDisk: LogPlace = {
  name: 'a full disk',
  needs: DISCO_NEEDS,
  async open() {
    const disk = mountDisco(2);
    if (!disk) return undefined;
    const log = join(disk.pasta, 'log');
    const fd = openSync(log, 'a');
    return {
      fd,
      spoil: () => disk.fill(),
      heal() {
        disk.free();
        return log;
      },
      close() {
        closeSync(fd);
        disk.remove();
      },
    };
  },
};

const read = (server: ServerProcess, path: string, ms = ANSWER_MS): Promise<string | undefined> =>
  fetch(server.url + path, { signal: AbortSignal.timeout(ms) }).then(
    (response) => response.text(),
    () => undefined,
  );

async function dropped(server: ServerProcess, ms?: number): Promise<number> {
  const text = await read(server, '/metrics', ms);
  return Number(/^log_lines_dropped_total (\d+)$/m.exec(text ?? '')?.[1]);
}

const toldBy = (log: string): number =>
  readFileSync(log, 'utf8')
    .split('\n')
    .map((line) => /^\{.*"perdidas":(\d+),"msg":".*"\}$/.exec(line)?.[1])
    .reduce((sum, found) => sum + Number(found ?? 0), 0);

/** After the place works again, one log line reports how many lines were lost. */
async function checkTold(m: Measure, name: string, log: string, lost: number): Promise<void> {
  for (let i = 0; i < 100 && toldBy(log) < lost; i += 1) await sleep(50);
  m.check(toldBy(log) === lost, `${name}: the log reports the lost lines`, toldBy(log));
}

async function exercise(m: Measure, place: LogPlace, falha?: string): Promise<void> {
  const { name } = place;
  const folder = mkdtempSync(join(tmpdir(), 'unipark-r18-'));
  const opened = await place.open(folder);
  if (!opened) {
    rmSync(folder, { recursive: true, force: true });
    return m.unmeasured(name, place.needs ?? '');
  }
  let server: ServerProcess | undefined;
  try {
    server = await startProcesso({ stdout: opened.fd, falha });
    await opened.spoil();
    // With the planted fault the server answers nothing, so the wait is short.
    const patience = falha ? 1_500 : undefined;
    await read(server, '/teste/log', patience);
    const health = await read(server, '/healthz', patience);
    m.check(health?.includes('"ok":true') === true, `${name}: /healthz answers ok`, health);
    const lost = await dropped(server, patience);
    m.check(lost > 0 && lost <= LINES + 10, `${name}: the lost lines are counted`, lost);
    m.note(`${name}: lines dropped`, lost);
    if (opened.heal) await checkTold(m, name, opened.heal(), lost);
    const { codigo, ms } = await server.end('SIGTERM', patience ?? STOP_MS);
    m.check(codigo === 0, `${name}: SIGTERM ends it within ${STOP_MS / 1_000} s`, codigo);
    m.note(`${name}: ended after, ms`, Math.round(ms));
  } finally {
    server?.remove();
    await sleep(50);
    opened.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const PLACES = [full, closedPipe, fullDisk, closedTerminal];

describeRow({
  id: 'R18',
  promise: 'a log that cannot be written stops nothing',
  async run(m) {
    const places = [...PLACES, ...(m.full ? [stalledPipe] : [])];
    await Promise.all(places.map((place) => exercise(m, place)));
  },
  /** The fault: the library writes the lines and retries each without end. */
  canary: (m) => exercise(m, full, 'log'),
});
