/** The catalogue from a file: time and memory of the import, and its effect on a running server. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type BenchServer, quantileOf, startBancada } from './servidor.ts';

const raiz = fileURLToPath(new URL('..', import.meta.url));
const ANOS = 10;
const MODELOS = 200;
const PEDIDOS = 2_000;

const agente = new Agent({ keepAlive: true, maxSockets: 8 });
const inteiro = new Intl.NumberFormat('pt-BR');

/** A catalogue of `linhas` model years as CSV. */
function* generateTabela(linhas: number): Generator<string> {
  yield 'tipo,marca_codigo,marca,modelo_codigo,modelo,ano_codigo,ano\n';
  for (let i = 0; i < linhas; i += 1) {
    const modelo = Math.floor(i / ANOS);
    const marca = Math.floor(modelo / MODELOS);
    const ano = 2016 + (i % ANOS);
    yield `${1 + (marca % 3)},${marca},Marca ${marca},${modelo},"Modelo ${modelo} 1.0, Flex 16V 4p",${ano}-5,${ano} Flex\n`;
  }
}

/** Peak memory of a process; 0 after it has exited. */
function peakOf({ pid }: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

interface CatalogImport {
  segundos: number;
  pico: number;
}

async function importFile({ dataDir }: BenchServer, arquivo: string): Promise<CatalogImport> {
  const args = ['server/src/unipark.ts', 'fipe', 'import', arquivo, '--substituir'];
  const comeco = performance.now();
  const filho = spawn(process.execPath, args, {
    cwd: raiz,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let pico = 0;
  const olhar = setInterval(() => {
    pico = Math.max(pico, peakOf(filho));
  }, 100);
  const codigo = await new Promise((pronto) => filho.once('exit', pronto));
  clearInterval(olhar);
  if (codigo !== 0) throw new Error(`fipe import ended with ${codigo}`);
  return { segundos: (performance.now() - comeco) / 1_000, pico };
}

function post({ url, headers }: BenchServer, path: string, corpo: object, status: number) {
  const saiu = performance.now();
  return new Promise<number>((resolve, reject) => {
    const pedido = request(
      `${url}${path}`,
      { method: 'POST', agent: agente, headers },
      (resposta) => {
        resposta.resume();
        resposta.on('end', () => {
          if (resposta.statusCode === status) resolve(performance.now() - saiu);
          else reject(new Error(`${path}: ${resposta.statusCode}`));
        });
      },
    );
    pedido.on('error', reject);
    pedido.end(JSON.stringify(corpo));
  });
}

let proxima = 0;
const nextPlaca = (): string => {
  proxima += 1;
  return `ZZ${String.fromCharCode(65 + (Math.floor(proxima / 10_000) % 26))}${String(proxima % 10_000).padStart(4, '0')}`;
};

/** Registers a vehicle every 20 ms until `acabou` is true. */
async function register(bancada: BenchServer, isDone: () => boolean): Promise<number[]> {
  const ms: number[] = [];
  while (!isDone()) {
    ms.push(await post(bancada, '/db/veiculos', { placa: nextPlaca(), modelo: 'GOL' }, 201));
    await sleep(20);
  }
  return ms;
}

const ms = (numeros: number[], parte: number): number =>
  Number(quantileOf(numeros, parte).toFixed(1));

async function lists(bancada: BenchServer, linhas: number) {
  const modelos = linhas / ANOS;
  const marcas = modelos / MODELOS;
  const tempos: Record<string, number[]> = { marcas: [], modelos: [], anos: [] };
  for (let i = 0; i < PEDIDOS; i += 1) {
    const modelo = (i * 197) % modelos;
    const marca = Math.floor(modelo / MODELOS) % marcas;
    const tipo = `/fipe/${1 + (marca % 3)}`;
    tempos.marcas?.push(await post(bancada, tipo, {}, 200));
    tempos.modelos?.push(await post(bancada, `${tipo}/${marca}`, {}, 200));
    tempos.anos?.push(await post(bancada, `${tipo}/${marca}/${modelo}`, {}, 200));
  }
  return Object.entries(tempos).map(([nivel, numeros]) => ({
    catálogo: inteiro.format(linhas),
    'POST /fipe': nivel,
    'p50 ms': ms(numeros, 0.5),
    'p99 ms': ms(numeros, 0.99),
  }));
}

/** Prints the tables. `tamanhos`: model years of each file. */
export async function benchCatalogo(tamanhos: number[]): Promise<void> {
  const pasta = mkdtempSync(join(tmpdir(), 'unipark-bench-catalogo-'));
  const bancada = await startBancada(1_000);
  const importacoes: object[] = [];
  const listas: object[] = [];
  try {
    let parado = false;
    const sozinho = register(bancada, () => parado);
    await sleep(5_000);
    parado = true;
    const antes = await sozinho;
    importacoes.push({
      'anos-modelo': '(sem importar)',
      'criar p50 ms': ms(antes, 0.5),
      'criar p99 ms': ms(antes, 0.99),
    });
    for (const linhas of tamanhos) {
      const arquivo = join(pasta, `${linhas}.csv`);
      await pipeline(Readable.from(generateTabela(linhas)), createWriteStream(arquivo));
      let acabou = false;
      const criando = register(bancada, () => acabou);
      const { segundos, pico } = await importFile(bancada, arquivo);
      acabou = true;
      const durante = await criando;
      importacoes.push({
        'anos-modelo': inteiro.format(linhas),
        'arquivo MB': Number((statSync(arquivo).size / 1e6).toFixed(1)),
        segundos: Number(segundos.toFixed(1)),
        'pico MB': Math.round(pico),
        'criar p50 ms': ms(durante, 0.5),
        'criar p99 ms': ms(durante, 0.99),
        'criar máx ms': ms(durante, 1),
      });
      rmSync(arquivo);
      listas.push(...(await lists(bancada, linhas)));
    }
    console.table(importacoes);
    console.table(listas);
  } finally {
    await bancada.stop();
    rmSync(pasta, { recursive: true, force: true });
    agente.destroy();
  }
}
