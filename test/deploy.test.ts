/** The files that an installation copies agree with the program. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { basename, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';
import { readConfig } from '../server/src/config.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string): string => readFileSync(root + name, 'utf8');
const dockerfile = read('Dockerfile');
const service = read('deploy/systemd/unipark.service');
const { optionalDependencies } = JSON.parse(read('package.json')) as {
  optionalDependencies: Record<string, string>;
};
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

it('the image has the Node.js that package.json pins, and no second one', () => {
  const [, node] = /^ARG NODE=(.+)$/m.exec(dockerfile) ?? [];
  expect(new Set(Object.values(optionalDependencies))).toEqual(new Set([node]));
  const installs = dockerfile.match(/npm ci .*/g) ?? [];
  expect(installs).toHaveLength(2);
  for (const line of installs) {
    expect(line).toContain('--workspace contract');
    expect(line).not.toContain('--include-workspace-root');
  }
});

it('every file of the Dockerfile exists, and is sent to the builder', () => {
  const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, names = '']) => names.split(' '),
  );
  const sent = read('.dockerignore').match(/(?<=^!).+$/gm) ?? [];
  expect(sources.length).toBeGreaterThan(10);
  expect(sources.filter((name) => !existsSync(root + name))).toEqual([]);
  const isSent = (name: string) =>
    sent.some((pattern) => name === pattern || matchesGlob(name, `${pattern}/**`));
  expect(sources.filter((name) => !isSent(name))).toEqual([]);
});

it('the image and the bundle have the scripts that build and start a server', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const programs = ['start', 'build'].map(
    (name) => scripts[name]?.match(/\S+\.mjs/g)?.at(-1) ?? '',
  );
  expect(programs).toEqual(['start.mjs', 'scripts/build.mjs']);
  const image = dockerfile.split('AS unipark\n')[1] ?? '';
  for (const place of [image, read('scripts/pacote.mjs')]) {
    expect(programs.filter((program) => !place.includes(program))).toEqual([]);
  }
});

it('the builder of the page has the settings that the page’s compiler extends', () => {
  const { extends: base } = JSON.parse(read('web/tsconfig.json')) as { extends: string };
  expect(dockerfile).toContain(`COPY ${basename(base)} ./`);
});

it('the service starts a program that is there and may be run', () => {
  const [, program = ''] = /^ExecStart=\/opt\/unipark\/(\S+) start$/m.exec(service) ?? [];
  accessSync(root + program, constants.X_OK);
  expect(service).toContain('Documentation=file:///opt/unipark/docs/implantacao.md');
  expect(existsSync(`${root}docs/implantacao.md`)).toBe(true);
});

it('the variables of the service are a configuration that the server accepts', () => {
  const config = readConfig(parseEnv(read('deploy/systemd/unipark.env')) as never, '0');
  expect(config).toMatchObject({ local: false, trustProxy: ['127.0.0.1'] });
  expect(config.dataDir).toBe('/var/lib/unipark');
});

it.runIf(hasSystemd)('systemd rates the exposure of the service below 2 of 10', () => {
  const { status, stdout } = spawnSync(
    'systemd-analyze',
    ['security', '--offline=true', '--threshold=20', `${root}deploy/systemd/unipark.service`],
    { encoding: 'utf8' },
  );
  expect(status, stdout).toBe(0);
});
