/** How every program starts: on which Node.js, and with which sentence where it cannot. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const { findProgram, stampOf } = await import('../scripts/programs.mjs' as string);

const root = fileURLToPath(new URL('..', import.meta.url));

let folder: string;
let ordinaryFile: string;
let oldNode: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unipark-start-'));
  ordinaryFile = join(folder, 'arquivo');
  writeFileSync(ordinaryFile, '');
  // Imported first, it makes the process report an older Node.js, as one of the system can be.
  oldNode = join(folder, 'old.mjs');
  writeFileSync(
    oldNode,
    `if (!process.env.UNIPARK_TEST_RESTARTED) {
       process.env.UNIPARK_TEST_RESTARTED = '1';
       Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.2' } });
     }`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(args: string[], env: Record<string, string> = {}, nodeArgs: string[] = []) {
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [...nodeArgs, 'start.mjs', ...args],
    {
      cwd: root,
      encoding: 'utf8',
      timeout: 20_000,
      env: { PATH: '/usr/bin:/bin', DATA_DIR: join(folder, 'data'), PORT: '0', ...env },
    },
  );
  return { status, signal, stdout, lines: `${stdout}${stderr}`.trim().split('\n') };
}

const SERVER = ['server/src/main.ts'];
const DEMO = ['server/src/demo/main.ts'];
const DOCTOR = ['server/src/unipark.ts', 'doctor'];
const USERS = ['server/src/unipark.ts', 'user', 'list'];

describe('a mistake in a variable gives one sentence that names it', () => {
  const cases: [string, string[], Record<string, string>, RegExp][] = [
    ...[SERVER, DEMO, DOCTOR, USERS].map(
      (args) => [args.join(' '), args, { PORT: 'abc' }, /PORT: 'abc' não é uma porta/] as never,
    ),
    ...[SERVER, DOCTOR].flatMap((args) => {
      const name = args.join(' ');
      return [
        [name, args, { HOST: '0.0.0.0' }, /SIGNUP_MODE: escolha/],
        [name, args, { DATA_DIR: '/proc/unipark' }, /Não é possível criar \/proc\/unipark/],
        [name, args, { DATA_DIR: '/proc' }, /\/proc\/servidor\.trava|DATA_DIR/],
        [name, args, { DATA_DIR: '/dev/null' }, /\/dev\/null não é uma pasta/],
        [name, args, { DATA_DIR: '/dev/null/dados' }, /\/dev\/null não é uma pasta/],
      ] as never[];
    }),
  ];
  it.each(cases)('%s %s %j', (_name, args, env, sentence) => {
    const { status, signal, lines } = start(args, env);
    expect({ status, signal }).toEqual({ status: 1, signal: null });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(sentence);
  });

  it('DATA_DIR at an ordinary file gives a sentence and status 1', () => {
    const { status, lines } = start(SERVER, { DATA_DIR: ordinaryFile });
    expect(status).toBe(1);
    expect(lines.join('\n')).toBe(
      `UNIPARK não pôde iniciar. ${ordinaryFile} não é uma pasta. Aponte DATA_DIR para outra.`,
    );
  });
});

it('an unknown command of the operator’s tool is named, and the tool exits with 2', () => {
  const { status, lines } = start(['server/src/unipark.ts', 'usuario', 'criar']);
  expect(status).toBe(2);
  expect(lines.join('\n')).toContain('Comando desconhecido: usuario criar');
});

describe('the built programs', () => {
  const TOOL = 'server/src/unipark.ts';
  const PART = 'server/src/config.ts';
  const MARK = 'server/dist/.fontes';
  /** A checkout of two sources, with their build. */
  function stage(): string {
    const copy = mkdtempSync(join(folder, 'copia-'));
    const write = (file: string, text: string): void => {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), text);
    };
    for (const file of [TOOL, PART, 'server/dist/ferramenta.js']) write(file, 'x');
    const sources = [TOOL, PART].map((file) => [file, stampOf(join(copy, file))]);
    write(MARK, JSON.stringify(Object.fromEntries(sources)));
    return copy;
  }

  it('are used while the sources are those of the build', () => {
    const copy = stage();
    expect(findProgram(copy, TOOL)).toBe(join(copy, 'server/dist/ferramenta.js'));
    expect(findProgram(copy, PART)).toBe(join(copy, PART));
  });

  it.each([
    ['a changed source', (copy: string) => writeFileSync(join(copy, PART), 'xy')],
    ['a source changed at another time', (copy: string) => utimesSync(join(copy, PART), 9, 9)],
    ['a source that is gone', (copy: string) => rmSync(join(copy, PART))],
    ['a build that was cut short', (copy: string) => rmSync(join(copy, MARK))],
  ])('not with %s', (_, change) => {
    const copy = stage();
    change(copy);
    expect(findProgram(copy, TOOL)).toBe(join(copy, TOOL));
  });
});

it('npm run build makes the screens and the programs, and these run', () => {
  const copy = mkdtempSync(join(folder, 'copia-'));
  const isMade = /[/\\](dist|node_modules)$/;
  const sources = [
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
    'start.mjs',
    'scripts',
    'contract',
  ];
  for (const part of [...sources, 'server', 'web']) {
    cpSync(join(root, part), join(copy, part), {
      recursive: true,
      filter: (path) => !isMade.test(path),
    });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const { status, stdout } = spawnSync('npm', ['run', 'build'], {
    cwd: copy,
    encoding: 'utf8',
    timeout: 150_000,
  });
  expect([status, stdout]).toEqual([0, expect.stringContaining('Montando as telas…')]);
  expect(existsSync(join(copy, 'web/dist/index.html'))).toBe(true);
  expect(findProgram(copy, 'server/src/main.ts')).toBe(join(copy, 'server/dist/servidor.js'));
});

describe('on an older Node.js', () => {
  const old = () => ['--import', pathToFileURL(oldNode).href];

  it('every program runs on the installed one, with its arguments and its exit code', () => {
    const help = start(['server/src/unipark.ts', '--help'], {}, old());
    expect(help.status).toBe(0);
    expect(help.lines[0]).toBe('Uso: npm run unipark -- COMANDO');
    const unknown = start(['server/src/unipark.ts', 'nada'], {}, old());
    expect(unknown.status).toBe(2);
    expect(unknown.lines.join('\n')).toContain('Comando desconhecido: nada');
  });

  it('a program that a script starts by the name node is the installed one', () => {
    const script = join(folder, 'version.mjs');
    writeFileSync(
      script,
      `import { execFileSync } from 'node:child_process';
       console.log(execFileSync('node', ['-v'], { encoding: 'utf8' }).trim());`,
    );
    const { lines } = start([script], {}, old());
    expect(lines).toEqual([process.version]);
  });
});

it('the command unipark is the operator’s tool, from any folder', () => {
  const { stderr, status } = spawnSync(process.execPath, [join(root, 'unipark.mjs'), 'nada'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', DATA_DIR: join(folder, 'data'), PORT: '0' },
  });
  expect(stderr).toContain('Comando desconhecido: nada');
  expect(status).toBe(2);
});

describe('the launcher of deploy/', () => {
  const launch = (args: string[], env: Record<string, string> = {}) =>
    spawnSync(join(root, 'deploy/unipark'), args, {
      cwd: folder,
      encoding: 'utf8',
      timeout: 20_000,
      env: { PATH: '/usr/bin:/bin', DATA_DIR: join(folder, 'data'), UNIPARK_ENV: '/nada', ...env },
    });

  it('runs the operator’s tool on the installed Node.js', () => {
    const { stderr, status } = launch(['nada']);
    expect(stderr).toContain('Comando desconhecido: nada');
    expect(status).toBe(2);
  });

  it('gives the server the variables of its file', () => {
    const variables = join(folder, 'unipark.env');
    writeFileSync(variables, 'PORT=abc\n');
    const { stderr, status } = launch(['start'], { UNIPARK_ENV: variables });
    expect(stderr).toContain("PORT: 'abc' não é uma porta");
    expect(status).toBe(1);
  });
});

it('every script of package.json begins with the guard', () => {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
    scripts: Record<string, string>;
  };
  const others = Object.entries(scripts).filter(
    ([, line]) => !/^node (--\S+ )*start\.mjs/.test(line),
  );
  expect(others.map(([name]) => name)).toEqual(['format']);
});
