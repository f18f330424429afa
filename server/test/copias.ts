/** The commands of backups in this process, with what they say. */
import { readConfig } from '../src/config.ts';
import type { CopiasDeps } from '../src/copias/comandos.ts';
import { migrations } from '../src/migrations/all.ts';
import { openBanco } from '../src/platform/db/banco.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { explainStartFailure } from '../src/platform/process/startup.ts';

/** Runs a command on the installation of `env`; answers its lines, and the sentence of its failure. */
export async function runCopias(
  comando: (deps: CopiasDeps, args: string[]) => Promise<void>,
  args: string[],
  env: Record<string, string>,
): Promise<string> {
  const ditas: string[] = [];
  const deps: CopiasDeps = {
    config: readConfig(env, '1.0.0'),
    say: (linha) => ditas.push(linha),
    prepare: async (onde) => {
      const db = openBanco(onde);
      await migrate(db, migrations).finally(() => db.destroy());
    },
    listPassos: async () => Object.keys(await migrations.getMigrations()),
  };
  await comando(deps, args).catch((error: unknown) => ditas.push(explainStartFailure(error)));
  return ditas.join('\n');
}
