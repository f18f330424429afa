/** A year of passages: the questions about them, the home page, and what a new passage costs. */
import { makePlaca } from '../server/src/demo/registro.ts';
import { forgetRaw } from '../server/src/leituras/repo.ts';
import { type Banco, inTransaction, openBanco } from '../server/src/platform/db/banco.ts';
import { chunks } from '../server/src/platform/db/chunks.ts';
import { take } from '../server/src/platform/db/slices.ts';
import { cutOf } from '../server/src/retencao/prazos.ts';
import { countIds, listPassagens, removePassagens } from '../server/src/retencao/repo.ts';
import { CADASTRADOS, fillPostgres, fillSqlite } from './ano.ts';
import { withPostgres } from './bancadaPostgres.ts';
import { measure } from './cadastro.ts';
import { promiseAtMost, showTable } from './promessas.ts';
import { type BenchServer, quantileOf, startBancada } from './servidor.ts';

const VEZES = 40;
const NOVAS = 2_000;
const CONEXOES = 8;
const DIA_MS = 86_400_000;
/** Passages that are deleted, in slices of a cleaning; those of this many days stay. */
const APAGADAS = 5_000;
/** The slices of a walk that find them. */
const FATIAS = 4;
const LOTE = 50;
const DIAS_GUARDADOS = 330;

/** A promised 95th percentile, in milliseconds. */
const HISTORICO = 50;
const RELATORIO = 500;
/** The longest time in which a slice lets nothing else run. */
const BLOQUEIO = 50;

interface YearQuestion {
  nome: string;
  caminhos: string[];
  /** The promised 95th percentile. */
  teto: number;
}

/** Of 52 weeks, beside those before. */
const RELATORIOS = new Map([
  ['relatório de um ano', '/api/relatorios/passagens'],
  ['relatório de um ano por veículo', '/api/relatorios/veiculos'],
]);

const dayOf = (diasAtras: number): string =>
  new Date(Date.now() - diasAtras * DIA_MS).toISOString().slice(0, 10);

const cursorOf = (id: number): string => Buffer.from(`-id ${id}`).toString('base64url');

/** Each question asked `VEZES` times, each time with other values. */
async function listQuestions(
  { url, headers }: BenchServer,
  total: number,
): Promise<YearQuestion[]> {
  const resposta = await fetch(`${url}/db/proprietarios?limite=${VEZES}`, { headers });
  const donos = (await resposta.json()) as { nome: string; matricula: string }[];
  const ask = (nome: string, make: (i: number) => string, teto = HISTORICO): YearQuestion => ({
    nome,
    caminhos: Array.from({ length: VEZES }, (_, i) => make(i)),
    teto,
  });
  const history = (nome: string, make: (i: number) => Record<string, string>) =>
    ask(nome, (i) => `/api/passagens?${new URLSearchParams({ limite: '50', ...make(i) })}`);
  const placaOf = (i: number): string => makePlaca((i * 611 + 17) % CADASTRADOS);
  const donoOf = (i: number) => donos[i % donos.length] ?? { nome: '', matricula: '' };
  const status = ['ATIVO', 'INDEFINIDO', 'PROIBIDO', 'Não cadastrado'];
  const statusOf = (i: number): string => status[i % status.length] ?? '';
  const cameraOf = (i: number): string => String(1 + (i % 6));
  const month = (i: number) => ({ de: dayOf(((i * 7) % 330) + 31), ate: dayOf((i * 7) % 330) });
  return [
    history('primeira página', () => ({})),
    history('por placa', (i) => ({ q: placaOf(i) })),
    history('por parte da placa', (i) => ({ q: placaOf(i).slice(i % 3, (i % 3) + 4) })),
    history('por três letras da placa', (i) => ({ q: placaOf(i).slice(0, 3) })),
    history('por nome inteiro do dono', (i) => ({ q: donoOf(i).nome })),
    history('por primeiro nome e sobrenome', (i) => ({
      q: donoOf(i).nome.split(' ').slice(0, 2).join(' '),
    })),
    history('por primeiro nome', (i) => ({ q: donoOf(i).nome.split(' ')[0] ?? '' })),
    history('por matrícula do dono', (i) => ({ proprietario: donoOf(i).matricula })),
    history('por status', (i) => ({ status: statusOf(i) })),
    history('por status e um mês', (i) => ({ status: statusOf(i), ...month(i) })),
    history('por câmera e um mês', (i) => ({ camera: cameraOf(i), ...month(i) })),
    history('por câmera que não há e um ano', () => ({ camera: '9', de: dayOf(364) })),
    history('por um dia', (i) => ({ de: dayOf(i * 9), ate: dayOf(i * 9) })),
    history('por um ano', () => ({ de: dayOf(364), ate: dayOf(0) })),
    history('por um dia e sentido', (i) => ({
      ...{ de: dayOf(i * 9), ate: dayOf(i * 9), sentido: i % 2 ? 'entrada' : 'saida' },
    })),
    history('página distante, por cursor', (i) => ({
      apos: cursorOf(Math.floor((total * (i + 1)) / (VEZES + 1))),
    })),
    ask('histórico de um veículo', (i) => `/api/veiculos/${placaOf(i)}/historico`),
    ask('/api/painel', () => '/api/painel'),
    ask('/api/painel/entradas', () => '/api/painel/entradas'),
    ...[...RELATORIOS].map(([nome, caminho]) =>
      ask(nome, (i) => `${caminho}?de=${dayOf(363 + (i % 7))}&ate=${dayOf(i % 7)}`, RELATORIO),
    ),
  ];
}

/** One request at a time. @throws when an answer is not 200 */
async function time({ url, headers }: BenchServer, caminhos: string[]): Promise<number[]> {
  const tempos: number[] = [];
  for (const caminho of caminhos) {
    const inicio = performance.now();
    const resposta = await fetch(url + caminho, { headers });
    const corpo = await resposta.text();
    tempos.push(performance.now() - inicio);
    if (resposta.status !== 200) throw new Error(`${caminho}: ${resposta.status} ${corpo}`);
  }
  return tempos;
}

/** New passages of different cars. Answers the server's CPU for one, in milliseconds. */
async function measureNew(bancada: BenchServer): Promise<number> {
  let feitas = 0;
  const criar = {
    nome: 'POST de uma passagem',
    requests: [
      {
        method: 'POST' as const,
        setupRequest: (pedido: object) => {
          feitas += 1;
          const placa = makePlaca((feitas * 7) % CADASTRADOS);
          const corpo = { placa, camera: '1', sentido: 'entrada' };
          return { ...pedido, path: '/db/ultimosveiculos', body: JSON.stringify(corpo) };
        },
      },
    ],
  };
  await measure(bancada, criar, { amount: NOVAS / 4 }, CONEXOES);
  return (await measure(bancada, criar, { amount: NOVAS }, CONEXOES)).cpu;
}

/** The longest time in which nothing else ran beside `work`, in milliseconds. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let [maior, antes, acabou] = [0, performance.now(), false];
  const tick = (): void => {
    const agora = performance.now();
    maior = Math.max(maior, agora - antes);
    antes = agora;
    if (!acabou) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  acabou = true;
  tick();
  return maior;
}

/** What a cleaning of passages that are older than eleven months blocks: its preview, its slices. */
async function measureSlices(db: Banco): Promise<Record<string, number[]>> {
  const ate = cutOf(DIAS_GUARDADOS);
  const cortes = { passagens: ate, nao_cadastradas: ate, fotos: ate };
  const previa = await longestBlock(() => countIds(listPassagens(db, cortes), APAGADAS));
  const velhas = (await take(listPassagens(db, cortes), FATIAS)).flat().slice(0, APAGADAS);
  const blocos: number[] = [];
  for (const ids of chunks(velhas, LOTE)) {
    blocos.push(
      await longestBlock(() => inTransaction(db, (trx) => removePassagens(trx, ids, cortes))),
    );
  }
  return {
    'prévia da retenção': [previa],
    [`apagar ${LOTE} passagens`]: blocos,
    'esquecer as mensagens de um dia': [await longestBlock(() => forgetRaw(db, cutOf(5)))],
  };
}

async function measureYear(
  titulo: string,
  total: number,
  abrir: (vazio: boolean) => Promise<{ bancada: BenchServer; endereco: string }>,
): Promise<void> {
  const vazia = await abrir(true);
  const antes = await measureNew(vazia.bancada);
  await vazia.bancada.stop();
  const { bancada, endereco } = await abrir(false);
  const db = openBanco(endereco);
  try {
    const linhas: Record<string, string | number>[] = [];
    const add = (pergunta: string, tempos: number[], teto: number, cpu?: number): void => {
      const p95 = quantileOf(tempos, 0.95);
      linhas.push({
        pergunta,
        'p50 ms': quantileOf(tempos, 0.5).toFixed(1),
        'p95 ms': p95.toFixed(1),
        'máx ms': quantileOf(tempos, 1).toFixed(1),
        'CPU ms': cpu === undefined ? '–' : cpu.toFixed(1),
      });
      promiseAtMost(`${titulo}, ${pergunta}: p95`, p95, teto, ' ms');
    };
    for (const { nome, caminhos, teto } of await listQuestions(bancada, total)) {
      await time(bancada, caminhos.slice(0, 3));
      const usada = bancada.usage().cpu;
      const tempos = await time(bancada, caminhos);
      add(nome, tempos, teto, (bancada.usage().cpu - usada) / tempos.length);
    }
    const depois = await measureNew(bancada);
    for (const [nome, blocos] of Object.entries(await measureSlices(db))) {
      add(`${nome}: bloqueio`, blocos, BLOQUEIO);
    }
    showTable(`${titulo}, ${total} passagens`, linhas);
    showTable(`${titulo}, POST de uma passagem`, [
      { 'sem passagens, CPU ms': antes.toFixed(3), 'com o ano, CPU ms': depois.toFixed(3) },
    ]);
  } finally {
    await db.destroy();
    await bancada.stop();
  }
}

/** A year in the embedded database. */
export const benchPassagens = (total: number): Promise<void> =>
  measureYear('Ano', total, async (vazio) => {
    const bancada = await startBancada(CADASTRADOS, {}, (dataDir) => {
      if (!vazio) fillSqlite(dataDir, total);
    });
    return { bancada, endereco: bancada.dataDir };
  });

/** The same on a PostgreSQL of its own. */
export async function benchPassagensPostgres(total: number): Promise<void> {
  await withPostgres(async ({ start }) => {
    await measureYear('Ano no PostgreSQL', total, async (vazio) => {
      const { bancada, url } = await start(vazio ? 'vazio' : 'ano', CADASTRADOS, (endereco) =>
        vazio ? undefined : fillPostgres(endereco, total),
      );
      return { bancada, endereco: url };
    });
  });
}
