import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findGemea, formatPlaca } from '@unipark/contract/placa';
import { fill, makePlaca, random } from '../server/src/demo/registro.ts';
import { migrations } from '../server/src/migrations/all.ts';
import { openBanco } from '../server/src/platform/db/banco.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { search } from '../server/src/veiculos/buscaRepo.ts';
import { misread } from '../server/test/simulacaoPlacas.ts';
import { quantileOf } from './servidor.ts';

const PEDIDOS = 1_000;
const AQUECIMENTO = 100;

/** Prints ms of a search with all its statements, and CPU time, which load does not change. */
export async function benchBuscaPlaca(veiculos: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'unipark-bench-'));
  const db = openBanco(dataDir);
  await migrate(db, migrations);
  await fill(db, veiculos, Math.ceil(veiculos / 2));

  const draw = random(11);
  const pickPlaca = () => makePlaca(Math.floor(draw() * veiculos));
  const pickConfundida = () => misread(pickPlaca(), draw) ?? pickPlaca();
  const pickEstranha = () => `QZ${pickPlaca().slice(2, 4)}X${pickPlaca().slice(5)}`;
  const buscas: [string, () => string, { status?: string; tipo?: '1'; ordem?: string }][] = [
    ['como está', pickPlaca, {}],
    ['com hífen, minúsculas', () => formatPlaca(pickPlaca()).toLowerCase(), {}],
    ['no outro padrão', () => findGemea(pickPlaca()) ?? pickPlaca(), {}],
    ['um caractere confundido', pickConfundida, {}],
    ['o mesmo, com espaço', () => pickConfundida().replace(/^.../, '$& '), {}],
    ['o mesmo, por modelo', pickConfundida, { ordem: '-modelo' }],
    ['o mesmo, só PROIBIDO', pickConfundida, { status: 'PROIBIDO' }],
    ['o mesmo, só carros', pickConfundida, { tipo: '1' }],
    ['desconhecida', pickEstranha, {}],
  ];
  const linhas: Record<string, string | number>[] = [];
  for (const [busca, q, filtros] of buscas) {
    const tempos: number[] = [];
    const cpu: number[] = [];
    let achados = 0;
    for (let i = -AQUECIMENTO; i < PEDIDOS; i += 1) {
      const termo = q();
      const antes = process.cpuUsage();
      const inicio = performance.now();
      const pagina = await search(db, termo, { limite: 25, ...filtros });
      if (i < 0) continue;
      tempos.push(performance.now() - inicio);
      const { user, system } = process.cpuUsage(antes);
      cpu.push((user + system) / 1_000);
      achados += Number(pagina.linhas.length > 0);
    }
    linhas.push({
      busca,
      'p50 ms': Number(quantileOf(tempos, 0.5).toFixed(2)),
      'p99 ms': Number(quantileOf(tempos, 0.99).toFixed(2)),
      'CPU p99 ms': Number(quantileOf(cpu, 0.99).toFixed(2)),
      'com resposta %': Number(((100 * achados) / PEDIDOS).toFixed(1)),
    });
  }
  console.log(`Busca de uma placa entre ${veiculos} veículos, ${PEDIDOS} de cada:`);
  console.table(linhas);
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
}
