/**
 * `npm run bench [-- NAME …]`: load on the product's own process, and the plate rules on many plates;
 * prints tables. Without a name all benchmarks run, and the report of the day is written. With
 * `--check` a missed promise ends it with 1.
 */
import { parseArgs } from 'node:util';
import { benchCadastro } from './cadastro.ts';
import { benchCameras } from './cameras.ts';
import { benchCatalogo } from './catalogo.ts';
import { benchChamas } from './chamas.ts';
import { benchCrescimento, benchEscritas } from './crescimento.ts';
import { benchCustos } from './custos.ts';
import { benchEntrada } from './entrada.ts';
import { benchExportar, benchListaInteira } from './lista.ts';
import { benchPassagens, benchPassagensPostgres } from './passagens.ts';
import { benchPlacas } from './placas.ts';
import { benchPortaria } from './portaria.ts';
import { benchPostgres } from './postgres.ts';
import { failRun, reportPromises, writeReport } from './promessas.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    veiculos: { type: 'string', default: '100000' },
    segundos: { type: 'string', default: '8' },
    placas: { type: 'string', default: '100000' },
    check: { type: 'boolean', default: false },
    passagens: { type: 'string', default: '200000' },
    grande: { type: 'string', default: '200000' },
    escritas: { type: 'string', default: '60000' },
    anos: { type: 'string', default: '50000,500000' },
  },
});
const veiculos = Number(values.veiculos);
const segundos = Number(values.segundos);

const BANCADAS: Record<string, () => Promise<void>> = {
  cadastro: () => benchCadastro(veiculos, segundos),
  lista: () => benchListaInteira(veiculos),
  exportar: () => benchExportar(veiculos),
  crescimento: () => benchCrescimento(Number(values.grande), segundos),
  escritas: () => benchEscritas(Number(values.escritas)),
  portaria: () => benchPortaria(veiculos, segundos),
  passagens: () => benchPassagens(Number(values.passagens)),
  'passagens-postgres': () => benchPassagensPostgres(Number(values.passagens)),
  cameras: () => benchCameras(segundos),
  catalogo: () => benchCatalogo(values.anos.split(',').map(Number)),
  entrada: () => benchEntrada(),
  postgres: () => benchPostgres(veiculos, segundos),
  custos: () => benchCustos(veiculos, segundos),
  chamas: () => benchChamas(veiculos, segundos),
  placas: () => benchPlacas(Number(values.placas), veiculos),
};

for (const nome of positionals.length > 0 ? positionals : Object.keys(BANCADAS)) {
  const run = BANCADAS[nome];
  if (!run) throw new Error(`Não há bancada '${nome}'. Use: ${Object.keys(BANCADAS).join(', ')}.`);
  try {
    await run();
  } catch (erro) {
    // The figures of the others are kept: a whole run is half an hour.
    console.error(erro);
    process.exitCode = 1;
    failRun(nome, erro);
  }
}
if (!reportPromises() && values.check) process.exitCode = 1;
if (positionals.length === 0) writeReport();
