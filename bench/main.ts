/** `npm run bench`: the product's own process under load on a filled register, figures as a table. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import autocannon, { type Request } from 'autocannon';
import { fill, placaDe } from '../server/src/demo/registro.ts';
import { migrations } from '../server/src/migrations/all.ts';
import { openBanco } from '../server/src/platform/db/banco.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { seed } from '../server/src/seed.ts';
import { termos } from './dados.ts';

const { values } = parseArgs({
  options: {
    veiculos: { type: 'string', default: '100000' },
    segundos: { type: 'string', default: '8' },
  },
});
const veiculos = Number(values.veiculos);
const duration = Number(values.segundos);
const raiz = fileURLToPath(new URL('..', import.meta.url));
const dataDir = mkdtempSync(join(tmpdir(), 'unipark-bench-'));

const db = openBanco(dataDir);
await migrate(db, migrations);
await seed(db);
await fill(db, veiculos);
await db.destroy();

const nasceu = performance.now();
const servidor = spawn(process.execPath, ['server/src/main.ts'], {
  cwd: raiz,
  env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const url = await new Promise<string>((resolve) => {
  let saida = '';
  servidor.stdout.on('data', (parte) => {
    saida += parte;
    const achado = /UNIPARK no ar: (\S+)/.exec(saida)?.[1];
    if (achado) resolve(achado);
  });
});
await fetch(`${url}/healthz`);
const partida = performance.now() - nasceu;

const conta = { name: 'Bancada', email: 'bancada@exemplo.edu.br', password: 'cancela-azul-42' };
const resposta = await fetch(`${url}/api/auth/sign-up/email`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(conta),
});
const { token } = (await resposta.json()) as { token: string };
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

/** Memory (MB) and CPU time (ms) of the server so far; Linux only. */
function usage(): { mb: number; cpu: number } {
  const status = readFileSync(`/proc/${servidor.pid}/status`, 'utf8');
  const partes =
    readFileSync(`/proc/${servidor.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return {
    mb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    cpu: (Number(partes[11]) + Number(partes[12])) * 10,
  };
}

const linhas: Record<string, string | number>[] = [];

async function measure(trabalho: string, requests: Request[], connections = 32): Promise<void> {
  const antes = usage().cpu;
  const {
    requests: taxa,
    latency,
    non2xx,
    errors,
  } = await autocannon({ url, connections, duration, requests });
  linhas.push({
    trabalho,
    'pedidos/s': Math.round(taxa.average),
    'p50 ms': latency.p50,
    'p99 ms': latency.p99,
    'CPU ms/pedido': Number(((usage().cpu - antes) / taxa.total).toFixed(3)),
    falhas: non2xx + errors,
  });
}

let proxima = 0;
const novaPlaca = (): string => {
  proxima += 1;
  return `ZZ${String.fromCharCode(65 + (Math.floor(proxima / 10_000) % 26))}${String(proxima % 10_000).padStart(4, '0')}`;
};
const busca = termos(veiculos).map(
  (q): Request => ({ path: `/db/veiculos/busca?q=${encodeURIComponent(q)}`, headers }),
);
const umVeiculo = Array.from(
  { length: 500 },
  (_, i): Request => ({
    path: `/db/veiculos/${placaDe((i * 197) % veiculos)}`,
    headers,
  }),
);

const ociosa = usage().mb;
await measure('GET um veículo', umVeiculo);
await measure('lista de 50', [{ path: '/db/veiculos?limite=50&ordem=modelo', headers }]);
await measure('busca, 200 termos', busca);
await measure(
  'criar',
  [
    {
      method: 'POST',
      path: '/db/veiculos',
      headers,
      setupRequest: (pedido) => ({
        ...pedido,
        body: JSON.stringify({ placa: novaPlaca(), modelo: 'GOL', cor: 'Azul', status: 'ATIVO' }),
      }),
    },
  ],
  8,
);
await measure(
  'alterar',
  [
    {
      method: 'PUT',
      path: `/db/veiculos/${placaDe(7)}`,
      headers,
      body: JSON.stringify({ cor: 'Verde' }),
    },
  ],
  8,
);

console.table(linhas);
console.log(
  `partida até o primeiro 200: ${Math.round(partida)} ms · memória: ${Math.round(ociosa)} MB ociosa, ${Math.round(usage().mb)} MB no fim`,
);
servidor.kill('SIGTERM');
await new Promise((resolve) => servidor.once('exit', resolve));
rmSync(dataDir, { recursive: true, force: true });
