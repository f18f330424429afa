/** Whole lists: streamed as JSON and exported as files, with a keyed GET beside them. */
import { get as open } from 'node:http';
import { makePlaca } from '../server/src/demo/registro.ts';
import { promiseAtMost, showTable } from './promessas.ts';
import { type BenchServer, quantileOf, startBancada } from './servidor.ts';

interface WholeList {
  primeiro: number;
  fim: number;
  bytes: number;
}

/** Reads a list as it comes. */
const readWhole = ({ url, headers }: BenchServer, caminho: string): Promise<WholeList> =>
  new Promise((resolve, reject) => {
    const inicio = performance.now();
    let [primeiro, bytes] = [0, 0];
    open(url + caminho, { headers }, (resposta) => {
      resposta.on('data', (parte: Buffer) => {
        primeiro ||= performance.now() - inicio;
        bytes += parte.length;
      });
      resposta.on('error', reject);
      resposta.on('end', () => resolve({ primeiro, fim: performance.now() - inicio, bytes }));
    }).on('error', reject);
  });

/** Reads a list some times, and vehicles of `veiculos` beside it: medians, and the highest memory. */
async function watchWhole(bancada: BenchServer, veiculos: number, caminho: string, vezes: number) {
  const antes = bancada.usage().mb;
  const listas: WholeList[] = [];
  const tempos: number[] = [];
  let [memoria, correndo] = [antes, true];
  const reading = (async () => {
    for (let i = 0; i < vezes; i += 1) listas.push(await readWhole(bancada, caminho));
    correndo = false;
  })();
  while (correndo) {
    const inicio = performance.now();
    const placa = makePlaca((tempos.length * 197) % veiculos);
    await (await fetch(`${bancada.url}/db/veiculos/${placa}`, bancada)).text();
    tempos.push(performance.now() - inicio);
    memoria = Math.max(memoria, bancada.usage().mb);
  }
  await reading;
  const medianOf = (nome: keyof WholeList): number =>
    quantileOf(
      listas.map((lista) => lista[nome]),
      0.5,
    );
  const [primeiro, fim, p99] = [medianOf('primeiro'), medianOf('fim'), quantileOf(tempos, 0.99)];
  const linha = {
    caminho,
    'primeiro byte ms': Math.round(primeiro),
    'fim ms': Math.round(fim),
    MB: (medianOf('bytes') / 1e6).toFixed(1),
    'GET ao lado p99 ms': p99.toFixed(1),
    'memória MB': `${Math.round(antes)} → ${Math.round(memoria)}`,
  };
  return { linha, primeiro, fim, p99, aMais: memoria - antes };
}

/** The whole list of `veiculos`, and a keyed GET beside it. */
export async function benchListaInteira(veiculos: number): Promise<void> {
  const bancada = await startBancada(veiculos);
  try {
    await readWhole(bancada, '/db/veiculos');
    const { linha, primeiro, p99, aMais } = await watchWhole(bancada, veiculos, '/db/veiculos', 5);
    showTable(`Lista inteira, ${veiculos} veículos`, [linha]);
    promiseAtMost('lista inteira: primeiro byte', primeiro, 50, ' ms');
    promiseAtMost('GET ao lado da lista inteira: p99', p99, 50, ' ms');
    promiseAtMost('lista inteira: memória a mais', aMais, 40, ' MB');
  } finally {
    await bancada.stop();
  }
}

/** All vehicles as files, after the database's own memory is filled: the writers are loaded now. */
export async function benchExportar(veiculos: number): Promise<void> {
  const bancada = await startBancada(veiculos);
  try {
    await readWhole(bancada, '/db/veiculos');
    const exportar = '/api/veiculos/exportar';
    const xlsx = await watchWhole(bancada, veiculos, exportar, 3);
    const csv = await watchWhole(bancada, veiculos, `${exportar}?formato=csv`, 3);
    showTable(`Exportar ${veiculos} veículos`, [xlsx.linha, csv.linha]);
    promiseAtMost('exportar em XLSX: fim', xlsx.fim / 1_000, 20, ' s');
    promiseAtMost('exportar em XLSX: memória a mais', xlsx.aMais, 80, ' MB');
    promiseAtMost('GET ao lado do XLSX: p99', xlsx.p99, 100, ' ms');
  } finally {
    await bancada.stop();
  }
}
