/** Each rule of .dependency-cruiser.cjs finds a violation that is planted for it. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const raiz = fileURLToPath(new URL('..', import.meta.url));
const PASTAS = ['contract/src', 'server/src', 'web/src'];

/** Rule → a file and a line that breaks it; those of the arrows are made from the rules. */
const VIOLACOES: Record<string, [arquivo: string, linha: string]> = {
  'no-cycles': ['server/src/platform/p3.ts', "import './p3b.ts';"],
  'contract-only-zod': ['contract/src/p4.ts', "import 'jose';"],
  'sql-only-where-said': ['server/src/veiculos/p5.ts', "import { sql } from 'kysely';"],
  'driver-only-in-platform': [
    'server/src/veiculos/p6.ts',
    "import Database from 'better-sqlite3';",
  ],
  'platform-knows-no-feature': ['server/src/platform/p7.ts', "import '../veiculos/repo.ts';"],
  'config-leans-on-nothing': ['server/src/config/p14.ts', "import '../platform/errors.ts';"],
  'ui-knows-no-domain': [
    'web/src/ui/p8.ts',
    "import { tipoPlaca } from '@unipark/contract/placa';",
  ],
  'lib-knows-no-feature': ['web/src/lib/p9.ts', "import '../veiculos/api.ts';"],
  'select-and-toasts-behind-ui': ['web/src/veiculos/p10.ts', "import '@base-ui/react/combobox';"],
  'web-never-server': [
    'web/src/app/p11.ts',
    "import type { Config } from '../../../server/src/config.ts';",
  ],
  'server-never-web': ['server/src/conta/p12.ts', "import '../../../web/src/lib/time/format.ts';"],
  'not-to-unresolvable': ['server/src/conta/p13.ts', "import './nao-existe.ts';"],
};

interface CruiserRule {
  name: string;
  to: { path?: string };
}
const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
  forbidden: CruiserRule[];
};

/** For each arrow, an import of the first source file that it forbids. */
for (const { name, to } of forbidden) {
  const [, lado, feature] = /^arrow-(\w+)-(\w+)$/.exec(name) ?? [];
  if (!lado) continue;
  const alvo = readdirSync(join(raiz, lado, 'src'), { recursive: true, encoding: 'utf8' })
    .map((nome) => `${lado}/src/${nome}`)
    .find((nome) => /(?<!\.test)\.ts$/.test(nome) && new RegExp(to.path ?? '').test(nome));
  VIOLACOES[name] = [
    `${lado}/src/${feature}/plantada.ts`,
    `import '${join('../../..', alvo ?? '')}';`,
  ];
}

let copia: string;
beforeAll(() => {
  copia = mkdtempSync(join(tmpdir(), 'unipark-camadas-'));
  for (const pasta of ['contract', 'server', 'web']) {
    mkdirSync(join(copia, pasta));
    for (const parte of ['src', 'test']) {
      const origem = join(raiz, pasta, parte);
      if (existsSync(origem)) cpSync(origem, join(copia, pasta, parte), { recursive: true });
    }
    cpSync(join(raiz, pasta, 'package.json'), join(copia, pasta, 'package.json'));
  }
  for (const arquivo of ['.dependency-cruiser.cjs', 'tsconfig.base.json', 'package.json']) {
    cpSync(join(raiz, arquivo), join(copia, arquivo));
  }
  symlinkSync(join(raiz, 'node_modules'), join(copia, 'node_modules'));
});
afterAll(() => rmSync(copia, { recursive: true, force: true }));

interface CruiserReport {
  modules: { source: string }[];
  summary: { violations: { rule: { name: string }; from: string }[] };
}

function cruise(): CruiserReport {
  const programa = join(raiz, 'node_modules/.bin/dependency-cruise');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [programa, ...PASTAS, '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
    { cwd: copia, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  );
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as CruiserReport;
}

it('finds a violation planted for each rule, and no other, in every source file', () => {
  expect(Object.keys(VIOLACOES).sort()).toEqual(forbidden.map(({ name }) => name).sort());
  for (const [arquivo, linha] of Object.values(VIOLACOES)) {
    mkdirSync(dirname(join(copia, arquivo)), { recursive: true });
    writeFileSync(join(copia, arquivo), `${linha}\nexport const plantada = 1;\n`);
  }
  const volta = 'server/src/platform/p3b.ts';
  writeFileSync(join(copia, volta), "import './p3.ts';\n");
  const fontes = PASTAS.flatMap((pasta) =>
    readdirSync(join(copia, pasta), { recursive: true, encoding: 'utf8' }).filter((nome) =>
      /\.tsx?$/.test(nome),
    ),
  );
  const { modules, summary } = cruise();
  const lidas = modules.filter(({ source }) => PASTAS.some((pasta) => source.startsWith(pasta)));
  expect(lidas.length).toBeGreaterThanOrEqual(fontes.length);
  const { violations } = summary;
  for (const [regra, [arquivo]] of Object.entries(VIOLACOES)) {
    const achadas = violations.filter(({ from }) => from === arquivo).map(({ rule }) => rule.name);
    expect(achadas, `${regra} in ${arquivo}`).toContain(regra);
  }
  const plantados = [volta, ...Object.values(VIOLACOES).map(([arquivo]) => arquivo)];
  expect(violations.filter(({ from }) => !plantados.includes(from))).toEqual([]);
});
