/**
 * C2: known faults and signatures of what the lockfile names. It asks the registry, so a run without
 * a network measures nothing; `npm test` reads the list of what is shipped alone.
 */
import { spawnSync } from 'node:child_process';

import { fileURLToPath } from 'node:url';
import { listLocked, nameOf } from '../../scripts/notice.ts';
import { describeRow, type Measure } from '../row.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A registry that does not answer is not asked again. */
const ONCE = ['--fetch-retries=0', '--fetch-timeout=20000'];
const NETWORK = 'a registry that answers npm audit';

/** Versions with a published fault that packages of others have asked for: without a network too. */
const KNOWN_BAD: Record<string, RegExp> = {
  // CVE-2021-23337
  lodash: /^4\.(\d|1[0-6])\.|^4\.17\.(\d|1\d|20)$/,
  // CVE-2021-44906
  minimist: /^0\.|^1\.[01]\.|^1\.2\.[0-5]$/,
};

interface AuditReport {
  metadata?: { vulnerabilities?: Record<string, number> };
}

/** What `npm audit` says of the shipped packages of a folder; undefined when it could not ask. */
function audit(folder: string): Record<string, number> | undefined {
  const args = ['audit', '--omit=dev', '--json', '--package-lock-only', ...ONCE];
  const { stdout } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8', timeout: 120_000 });
  try {
    return (JSON.parse(stdout) as AuditReport).metadata?.vulnerabilities;
  } catch {
    return undefined;
  }
}

const gravesOf = ({ high = 0, critical = 0 }: Record<string, number>): number => high + critical;

function askRegistry(m: Measure): void {
  const found = audit(ROOT);
  if (!found) m.unmeasured('npm audit', NETWORK);
  else m.check(gravesOf(found) === 0, 'no shipped package has a high or critical fault', found);
  const { status, stdout, stderr } = spawnSync('npm', ['audit', 'signatures', ...ONCE], {
    ...{ cwd: ROOT, encoding: 'utf8', timeout: 300_000 },
  });
  const asked = /verified registry signature|invalid|missing/i.test(stdout + stderr);
  if (!asked) m.unmeasured('npm audit signatures', NETWORK);
  else
    m.check(status === 0, 'every package has the signature of the registry', stderr.slice(0, 500));
}

type Named = [name: string, version: string];

const listNamed = (): Named[] =>
  listLocked().map(([folder, { version }]) => [nameOf(folder), version]);

function examine(m: Measure, named: Named[]): void {
  const bad = named.filter(([name, version]) => KNOWN_BAD[name]?.test(version));
  m.check(named.length > 300, 'the lockfile is read', named.length);
  m.check(bad.length === 0, 'no locked version has a published fault', bad);
}

describeRow({
  id: 'C2',
  promise: 'no shipped package has a known fault',
  async run(m) {
    examine(m, listNamed());
    if (m.full) askRegistry(m);
  },
  /** The fault: a version with a published fault. */
  canary: async (m) => examine(m, [...listNamed(), ['lodash', '4.17.15']]),
});
