/**
 * A row of the reliability bar: a promise, the check that measures it, and a fault that the check
 * must find.
 */
import { loadavg } from 'node:os';
import { describe, expect, type TestContext, test } from 'vitest';

/** What a check asks of a running application, and whether the answer was the promised one. */
export interface Measure {
  /** Counts one check; a failed one reports the promise and what came instead. */
  check(ok: boolean, promise: string, got?: unknown): void;
  /** Names a part that this system does not allow to be measured; `npm run bar` fails for it. */
  unmeasured(part: string, needs: string): void;
  /** Prints a figure; it decides nothing. */
  note(name: string, value: string | number): void;
  /** Random numbers of this run: the same seed gives the same run. */
  random(): number;
  /** Release numbers instead of the quick ones. */
  full: boolean;
  /** The number of this run: in `npm test`, in a quick run of the bar, in a full one. */
  pick<T>(brief: T, quick: T, full: T): T;
}

export interface BarRow {
  /** As in the reliability page: 'S3', 'R11', … */
  id: string;
  promise: string;
  /** The check against the real application. */
  run(measure: Measure): Promise<void>;
  /** The same check, in its shortest form, against an application with a fault planted in it. */
  canary(measure: Measure): Promise<void>;
}

export interface Count extends Measure {
  passed: number;
  failures: string[];
  missing: string[];
  /** The figures, as 'name: value'. */
  figures: string[];
}

/** The options of `npm run bar`; absent in `npm test`, where a row is brief and prints nothing. */
const ASKED = JSON.parse(process.env.UNIPARK_BAR ?? 'null') as {
  full: boolean;
  seed: number;
} | null;

/** Mulberry32: a small seeded generator. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function createCount({ full = false, seed = 42, say = (_line: string) => {} } = {}): Count {
  return {
    passed: 0,
    failures: [],
    missing: [],
    figures: [],
    full,
    random: createRandom(seed),
    pick: (brief, quick, whole) => (full ? whole : ASKED ? quick : brief),
    check(ok, promise, got) {
      if (ok) this.passed += 1;
      else this.failures.push(got === undefined ? promise : `${promise}: ${JSON.stringify(got)}`);
    },
    unmeasured(part, needs) {
      if (ASKED) this.failures.push(`${part}: not measured, it takes ${needs}`);
      else this.missing.push(`${part}: ${needs}`);
    },
    note(name, value) {
      this.figures.push(`${name}: ${value}`);
      say(`  · ${name}: ${value}`);
    },
  };
}

/** Leaves in the report of `npm test` what was not measured; a test without any check is skipped. */
function leaveOut({ task, skip }: TestContext, { passed, missing }: Count): void {
  if (missing.length === 0) return;
  Object.assign(task.meta, { missing });
  if (passed === 0) skip(missing.join('; '));
}

/** Makes the two tests of a row: its planted fault is found, and its promise holds. */
export function describeRow({ id, promise, run, canary }: BarRow): void {
  // It ends what hangs: a row of a minute takes several beside other tests on a slow machine.
  const timeout = ASKED?.full ? 3_600_000 : 600_000;
  describe(id, () => {
    test('the planted fault is found', { timeout }, async (test) => {
      const count = createCount();
      await canary(count);
      if (count.passed + count.failures.length === 0) leaveOut(test, count);
      expect(count.failures).not.toEqual([]);
    });

    test(promise, { timeout }, async (test) => {
      const say = ASKED ? (line: string) => console.log(line) : undefined;
      say?.(`${id}: seed ${ASKED?.seed}, load ${loadavg()[0]?.toFixed(2)}`);
      const count = createCount({ ...ASKED, say });
      await run(count);
      Object.assign(test.task.meta, { checks: count.passed, figures: count.figures });
      const failures = count.failures.join('; ');
      // A second try may hold: the first one's failure would be lost.
      if (failures) say?.(`${id}: ${failures}`);
      expect(count.failures, failures).toEqual([]);
      leaveOut(test, count);
      expect(count.passed).toBeGreaterThan(0);
      say?.(`${id}: ${count.passed} checks hold`);
    });
  });
}
