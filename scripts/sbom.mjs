/** `npm run sbom` writes dist/unipark.cdx.json: what `npm ci --omit=dev` installs, in CycloneDX. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const raiz = fileURLToPath(new URL('..', import.meta.url));
const arquivo = `${raiz}dist/unipark.cdx.json`;

// From the lockfile: an installation for tests gives the same list, and nothing leaves this machine.
const { status, stdout, stderr } = spawnSync(
  'npm',
  [
    'sbom',
    '--package-lock-only',
    '--omit=dev',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
  ],
  { cwd: raiz, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
);
if (status !== 0) {
  process.stderr.write(
    `O npm não escreveu o inventário. Ele precisa ser o 10 ou mais novo.\n${stderr}`,
  );
  process.exit(1);
}
mkdirSync(`${raiz}dist`, { recursive: true });
writeFileSync(arquivo, stdout);
console.log(`${arquivo}: ${JSON.parse(stdout).components.length} componentes`);
