/**
 * What one unit of each work costs on PostgreSQL: CPU of the node and of the database, bytes on disk.
 * Writes `bench/results/custos.json`, from which `npm run capacidade` computes.
 */
import { existsSync, globSync, statSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import autocannon, { type Request } from 'autocannon';
import { makePlaca } from '../server/src/demo/registro.ts';
import { openBanco } from '../server/src/platform/db/banco.ts';
import type { Cluster } from '../server/test/cluster.ts';
import { query } from '../server/test/query.ts';
import { withPostgres } from './bancadaPostgres.ts';
import { get } from './cadastro.ts';
import { listTermos } from './dados.ts';
import { crowd, tokensFor } from './portaria.ts';
import { showTable } from './promessas.ts';
import { type BenchServer, usageOf } from './servidor.ts';

const OUVINTES = 60;
/** Passages a second while listeners are measured: their frames are not joined. */
const CALMO = 30;
const ARQUIVO = fileURLToPath(new URL('./results/custos.json', import.meta.url));

/** Milliseconds of a core. */
interface CpuCost {
  no: number;
  banco: number;
}

/** The works whose unit is one request. */
export type CostedWork = 'ler' | 'listar' | 'buscar' | 'criar' | 'alterar' | 'passagem';

export interface UnitCosts {
  medidoEm: string;
  nucleos: number;
  veiculos: number;
  cpu: Record<CostedWork, CpuCost>;
  /** Milliseconds of the node for one event on one stream. */
  ouvinteMs: number;
  /** Passages that one installation accepted in a second, at full load. */
  passagensPorSegundo: number;
  /** In the database, indexes included; a picture as the demonstration's cameras send it. */
  bytes: { veiculo: number; passagem: number; imagem: number };
  memoriaNoMb: number;
}

interface CostStage {
  bancada: BenchServer;
  cluster: Cluster;
  url: string;
}

/** A process of the list may have ended by now. */
const cpuOf = (pids: number[]): Map<number, number> =>
  new Map(
    pids.flatMap((pid) => (existsSync(`/proc/${pid}`) ? [[pid, usageOf(pid).cpu] as const] : [])),
  );

/** CPU of the database since `antes`; processes that ended meanwhile are not counted. */
const spentBy = ({ cluster }: CostStage, antes: Map<number, number>): number =>
  [...cpuOf(cluster.pids())].reduce((soma, [pid, cpu]) => soma + cpu - (antes.get(pid) ?? 0), 0);

/** Runs requests for `duration` seconds. @throws when an answer is not 2xx */
async function measureWork(
  stage: CostStage,
  requests: Request[],
  options: { duration: number; overallRate?: number },
): Promise<CpuCost & { taxa: number }> {
  const { url, headers, usage } = stage.bancada;
  const noAntes = usage().cpu;
  const bancoAntes = cpuOf(stage.cluster.pids());
  const {
    requests: feitos,
    non2xx,
    errors,
    duration,
  } = await autocannon({
    url,
    connections: 16,
    ...options,
    requests: requests.map((pedido) => ({ ...pedido, headers })),
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx} recusas, ${errors} erros`);
  return {
    no: (usage().cpu - noAntes) / feitos.total,
    banco: spentBy(stage, bancoAntes) / feitos.total,
    taxa: feitos.total / duration,
  };
}

const send = (method: 'POST' | 'PUT', make: () => { path: string; corpo: object }): Request => ({
  method,
  setupRequest: (pedido) => {
    const { path, corpo } = make();
    return { ...pedido, path, body: JSON.stringify(corpo) };
  },
});

function listWorks(veiculos: number): Record<CostedWork, Request[]> {
  let vez = 0;
  const placaOf = (i: number): string => makePlaca((i * 197) % veiculos);
  return {
    ler: Array.from({ length: 500 }, (_, i) => get(`/db/veiculos/${placaOf(i)}`)),
    listar: [get('/db/veiculos?limite=50&ordem=modelo')],
    buscar: listTermos(veiculos).map((q) => get(`/db/veiculos/busca?q=${encodeURIComponent(q)}`)),
    criar: [
      send('POST', () => {
        vez += 1;
        const corpo = { modelo: 'GOL', cor: 'Azul', status: 'ATIVO' };
        return { path: '/db/veiculos', corpo: { ...corpo, placa: makePlaca(veiculos + vez) } };
      }),
    ],
    alterar: [
      send('PUT', () => {
        vez += 1;
        const cor = vez % 2 === 0 ? 'Verde' : 'Azul';
        return { path: `/db/veiculos/${placaOf(vez)}`, corpo: { cor } };
      }),
    ],
    passagem: [
      send('POST', () => {
        vez += 1;
        const corpo = { placa: makePlaca((vez * 7) % veiculos), camera: '1', sentido: 'entrada' };
        return { path: '/db/ultimosveiculos', corpo };
      }),
    ],
  };
}

/** Bytes of tables with their indexes. */
async function sizeOf(url: string, tabelas: string[]): Promise<number> {
  const db = openBanco(url);
  try {
    const nomes = tabelas.map((nome) => `'${nome}'`).join();
    const [linha] = await query<{ total: number }>(
      db,
      `select sum(pg_total_relation_size(relid)) as total from pg_stat_user_tables
       where relname in (${nomes})`,
    );
    return linha?.total ?? 0;
  } finally {
    await db.destroy();
  }
}

const VEICULO = ['veiculos', 'proprietarios'];
const PASSAGEM = ['passagens', 'leituras'];

const pictureBytes = (): number => {
  const fotos = globSync(fileURLToPath(new URL('../demo/*.jpg', import.meta.url)));
  return fotos.reduce((soma, foto) => soma + statSync(foto).size, 0) / fotos.length;
};

async function measureCosts(
  stage: CostStage,
  veiculos: number,
  duration: number,
): Promise<UnitCosts> {
  const { bancada, url } = stage;
  const veiculo = (await sizeOf(url, VEICULO)) / veiculos;
  const works = Object.entries(listWorks(veiculos)) as [CostedWork, Request[]][];
  const vazio = await sizeOf(url, PASSAGEM);
  const cpu = {} as Record<CostedWork, CpuCost>;
  let passagensPorSegundo = 0;
  let passagens = 0;
  for (const [nome, requests] of works) {
    const { taxa, ...custo } = await measureWork(stage, requests, { duration });
    cpu[nome] = custo;
    if (nome !== 'passagem') continue;
    passagensPorSegundo = taxa;
    passagens = taxa * duration;
  }
  const passagem = ((await sizeOf(url, PASSAGEM)) - vazio) / passagens;
  const calma = works.find(([nome]) => nome === 'passagem')?.[1] ?? [];
  const sozinho = await measureWork(stage, calma, { duration, overallRate: CALMO });
  const tokens = await tokensFor(bancada, OUVINTES, 0);
  const multidao = await crowd(bancada, tokens, true);
  const ouvido = await measureWork(stage, calma, { duration, overallRate: CALMO });
  await multidao.terminate();
  return {
    medidoEm: new Date().toISOString().slice(0, 10),
    nucleos: cpus().length,
    veiculos,
    cpu,
    ouvinteMs: Math.max(ouvido.no - sozinho.no, 0) / OUVINTES,
    passagensPorSegundo,
    bytes: { veiculo, passagem, imagem: pictureBytes() },
    memoriaNoMb: bancada.usage().mb,
  };
}

/** Measures the unit costs, prints them and writes the file. `duration`: seconds of each load. */
export async function benchCustos(veiculos: number, duration: number): Promise<void> {
  await withPostgres(async ({ cluster, start }) => {
    const { bancada, url } = await start('bancada', veiculos);
    const custos = await measureCosts({ bancada, cluster, url }, veiculos, duration);
    await bancada.stop();
    showTable(
      `Custo de uma unidade no PostgreSQL, ${veiculos} veículos`,
      Object.entries(custos.cpu).map(([trabalho, { no, banco }]) => ({
        trabalho,
        'nó, ms': no.toFixed(3),
        'banco, ms': banco.toFixed(3),
      })),
    );
    const round = (_: string, valor: unknown) =>
      typeof valor === 'number' ? Number(valor.toPrecision(4)) : valor;
    writeFileSync(ARQUIVO, `${JSON.stringify(custos, round, 2)}\n`);
  });
}
