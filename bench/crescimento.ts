/** What grows with the register: the same questions on a small and on a large one, and many writes. */
import { makePlaca } from '../server/src/demo/registro.ts';
import { get, type LoadWork, listWorks, measure } from './cadastro.ts';
import { listTermos } from './dados.ts';
import { promiseAtMost, showTable } from './promessas.ts';
import { startBancada } from './servidor.ts';

const PEQUENO = 10_000;
/** Writes before and after which the cost of one is measured. */
const PRIMEIRAS = 10_000;

const questions = (veiculos: number) => [
  {
    nome: 'GET um veículo',
    teto: 1.3,
    requests: Array.from({ length: 500 }, (_, i) =>
      get(`/db/veiculos/${makePlaca((i * 197) % veiculos)}`),
    ),
  },
  { nome: 'lista de 50', teto: 2, requests: [get('/db/veiculos?limite=50&ordem=modelo')] },
  {
    nome: 'busca, 200 termos',
    teto: 2,
    requests: listTermos(veiculos).map((q) => get(`/db/veiculos/busca?q=${encodeURIComponent(q)}`)),
  },
  {
    nome: 'lista com dois filtros',
    teto: 2,
    requests: [get('/db/veiculos?limite=50&status=PROIBIDO&cor=Prata')],
  },
];

async function measureQuestions(veiculos: number, duration: number) {
  const bancada = await startBancada(veiculos);
  try {
    const medidas = [];
    for (const trabalho of questions(veiculos)) {
      await measure(bancada, trabalho, 1);
      medidas.push(await measure(bancada, trabalho, duration));
    }
    return medidas;
  } finally {
    await bancada.stop();
  }
}

/** 10,000 vehicles beside `grande`. The promise is of the 95th percentile; 97.5 is what is read. */
export async function benchCrescimento(grande: number, duration: number): Promise<void> {
  const pequena = await measureQuestions(PEQUENO, duration);
  const enorme = await measureQuestions(grande, duration);
  const linhas = questions(PEQUENO).map(({ nome, teto }, i) => {
    const [antes, depois] = [pequena[i], enorme[i]];
    const vezes = (depois?.cpu ?? Number.NaN) / (antes?.cpu ?? Number.NaN);
    promiseAtMost(`${nome}, de ${PEQUENO} a ${grande} veículos: CPU`, vezes, teto, ' ×');
    return {
      trabalho: nome,
      'pequeno CPU ms': antes?.cpu.toFixed(3) ?? '',
      'grande CPU ms': depois?.cpu.toFixed(3) ?? '',
      'pequeno p97,5 ms': antes?.p97 ?? '',
      'grande p97,5 ms': depois?.p97 ?? '',
      '÷': vezes.toFixed(2),
    };
  });
  showTable(`De ${PEQUENO} a ${grande} veículos`, linhas);
}

/** The cost of a creation after many. */
export async function benchEscritas(escritas: number): Promise<void> {
  const minimo = 2 * PRIMEIRAS + 2_000;
  if (!(escritas >= minimo)) throw new Error(`--escritas: use ${minimo} ou mais.`);
  const bancada = await startBancada(PEQUENO);
  try {
    const criar = listWorks(PEQUENO).find(({ nome }) => nome === 'criar') as LoadWork;
    const linhas: Record<string, string | number>[] = [];
    let feitas = 0;
    const write = async (quantas: number): Promise<number> => {
      await bancada.renew();
      const { cpu } = await measure(bancada, criar, { amount: quantas });
      feitas += quantas;
      linhas.push({ 'escritas feitas': feitas, 'CPU ms': cpu.toFixed(3) });
      return cpu;
    };
    await write(1_000);
    const primeira = await write(PRIMEIRAS);
    for (let passo = 0; passo < 4; passo += 1) {
      await write(Math.round((escritas - feitas - PRIMEIRAS) / (4 - passo)));
    }
    const ultima = await write(PRIMEIRAS);
    showTable(`Criações, até ${feitas}`, linhas);
    promiseAtMost(
      `criar depois de ${feitas} criações: CPU`,
      ultima / primeira,
      1.2,
      ' × as primeiras',
    );
  } finally {
    await bancada.stop();
  }
}
