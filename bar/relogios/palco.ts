/** Two nodes of one PostgreSQL whose machines have wrong clocks, by Debian's libfaketime. */
import { globSync } from 'node:fs';
import { CONTA } from '../../server/test/app.ts';
import type { ServerProcess } from '../../server/test/processo.ts';
import { ask, type NodeStage } from '../nos.ts';

/** What a system must have for `skewedEnv`. */
export const FAKETIME_NEEDS = 'libfaketime (apt-get install -y faketime)';

const [LIBRARY] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');

/** The environment of a process whose clock differs by these seconds; undefined without libfaketime. */
export const skewedEnv = (seconds: number): Record<string, string> | undefined =>
  LIBRARY === undefined
    ? undefined
    : {
        LD_PRELOAD: LIBRARY,
        FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`,
        // Only the wall clock is wrong: durations are right on such a machine too.
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
        DONT_FAKE_MONOTONIC: '1',
        NO_FAKE_STAT: '1',
      };

export interface SkewStage {
  stage: NodeStage;
  ahead: ServerProcess;
  behind: ServerProcess;
  /** Of the first account, an administrator. */
  token: string;
}

/** Each node with the other one: what one wrote, the other reads. */
export const pairsOf = ({ ahead, behind }: SkewStage) =>
  [
    { nome: 'ahead, then behind', um: ahead, outro: behind },
    { nome: 'behind, then ahead', um: behind, outro: ahead },
  ] as const;

export type Person = Pick<typeof CONTA, 'name' | 'email' | 'password'>;

export async function signUpAs(node: ServerProcess, email: string): Promise<Person> {
  const body = { ...CONTA, email };
  const { status } = await ask(node, 'POST', '/api/auth/sign-up/email', { body });
  if (status >= 300) throw new Error(`not signed up: ${status}`);
  return body;
}

export const signInAs = (
  node: ServerProcess,
  { email, password }: Pick<Person, 'email' | 'password'>,
) => ask(node, 'POST', '/api/auth/sign-in/email', { body: { email, password } });

/** An instant this many seconds from the real time, which is the database's. */
export const fromNow = (seconds: number): string =>
  new Date(Date.now() + seconds * 1_000).toISOString();
