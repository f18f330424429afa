/**
 * `npm run capacidade [-- --campi 30 --veiculos 300000 --leituras 40 --ouvintes 300 --preco-nucleo
 * 150]`: what an installation needs, from `bench/results/custos.json`. Without options, four sizes.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { UnitCosts } from './custos.ts';
import {
  type CapacityDemand,
  type CapacityNeed,
  computeNeed,
  computeSeparate,
  HIPOTESES,
} from './modelo.ts';

const { values } = parseArgs({
  options: {
    campi: { type: 'string' },
    veiculos: { type: 'string' },
    leituras: { type: 'string' },
    ouvintes: { type: 'string' },
    'preco-nucleo': { type: 'string', default: '150' },
  },
});

const custos = JSON.parse(
  readFileSync(new URL('./results/custos.json', import.meta.url), 'utf8'),
) as UnitCosts;

/** A campus of ten thousand vehicles: in the busy hours a reading each two seconds, ten screens. */
function buildDemand(campi: number): CapacityDemand {
  const read = (valor: string | undefined, padrao: number): number =>
    valor === undefined ? padrao : Number(valor);
  return {
    campi,
    veiculos: read(values.veiculos, campi * 10_000),
    leituras: read(values.leituras, campi * 0.5),
    ouvintes: read(values.ouvintes, campi * 10),
    precoNucleo: Number(values['preco-nucleo']),
  };
}

const numero = new Intl.NumberFormat('pt-BR', { maximumSignificantDigits: 2 });
const inteiro = new Intl.NumberFormat('pt-BR');
const formatGb = (bytes: number): string => `${numero.format(bytes / 1_024 ** 3)} GB`;

function formatNeed(
  forma: string,
  { campi, veiculos, ouvintes }: CapacityDemand,
  need: CapacityNeed,
) {
  return {
    campi: inteiro.format(campi),
    instalações: forma,
    veículos: inteiro.format(veiculos),
    'leituras/s': numero.format(need.leiturasPorSegundo),
    ouvintes: inteiro.format(ouvintes),
    'núcleos (nós)': numero.format(need.nucleosNos),
    'núcleos (banco)': numero.format(need.nucleosBanco),
    nós: inteiro.format(need.nos),
    memória: formatGb(need.memoriaMb * 1_024 ** 2),
    cadastro: formatGb(need.bytesDoCadastro),
    'por dia, com imagens': formatGb(need.bytesPorDia),
    'R$ por mês': numero.format(need.reaisPorMes),
    cabe: need.escrita <= 1 ? 'sim' : `não: ${numero.format(need.escrita)} × o teto de gravações`,
  };
}

const tamanhos = values.campi === undefined ? [1, 10, 100, 1_000] : [Number(values.campi)];
console.log(
  `Custos medidos em ${custos.medidoEm}, em ${custos.nucleos} núcleos, com a carga na mesma máquina.`,
);
for (const campi of tamanhos) {
  const demanda = buildDemand(campi);
  const linhas = [formatNeed('uma para todos', demanda, computeNeed(custos, demanda))];
  if (campi > 1) {
    linhas.push(formatNeed('uma por campus', demanda, computeSeparate(custos, demanda)));
  }
  for (const linha of linhas) {
    console.log('');
    for (const [nome, valor] of Object.entries(linha)) console.log(`  ${nome.padEnd(22)} ${valor}`);
  }
}
console.log(`
Suposto, não medido: ${HIPOTESES.horasCheias} horas cheias por dia; cada ouvinte faz ${numero.format(HIPOTESES.pedidosPorOuvinte)} pedido por segundo; cada veículo muda
${HIPOTESES.mudancasPorVeiculo} vezes por ano; núcleos ocupados até ${HIPOTESES.ocupacao * 100} %; R$ ${values['preco-nucleo']} por núcleo e mês (--preco-nucleo), sem disco, rede e
a reserva do banco. A ordem de grandeza vale; o algarismo, não.`);
