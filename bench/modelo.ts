/** The need of an installation, computed from measured unit costs. Nothing is measured here. */
import type { CostedWork, UnitCosts } from './custos.ts';

export interface CapacityDemand {
  campi: number;
  /** Of all campuses together, as are the next two. */
  veiculos: number;
  /** A second, in the busy hours. */
  leituras: number;
  /** Screens that follow the live stream. */
  ouvintes: number;
  /** R$ of one core in a month. */
  precoNucleo: number;
}

export interface CapacityNeed {
  leiturasPorSegundo: number;
  bytesPorDia: number;
  bytesDoCadastro: number;
  nucleosNos: number;
  nucleosBanco: number;
  nos: number;
  memoriaMb: number;
  reaisPorMes: number;
  /** Share of the passages that one installation accepts: above 1 it does not fit. */
  escrita: number;
}

/** What is assumed and not measured. */
export const HIPOTESES = {
  /** Hours of a day as busy as `leituras`; the other hours count as nothing. */
  horasCheias: 4,
  /** Requests a second of each screen, and what they are. */
  pedidosPorOuvinte: 0.2,
  mistura: { ler: 0.5, listar: 0.3, buscar: 0.2 },
  /** Registrations and changes of each vehicle in a year, in the busy hours of 200 days. */
  mudancasPorVeiculo: 2,
  diasUteis: 200,
  /** Cores are busy to this share: the rest is for peaks. */
  ocupacao: 0.6,
  /** A node takes at most so many streams. */
  ouvintesPorNo: 2_000,
  /** Memory of the database besides the register, which it keeps whole. */
  memoriaBancoMb: 1_024,
} as const;

const MB = 1_024 ** 2;

/** Core milliseconds a second of one side. */
function loadOf(custos: UnitCosts, demanda: CapacityDemand, lado: 'no' | 'banco'): number {
  const { horasCheias, pedidosPorOuvinte, mistura, mudancasPorVeiculo, diasUteis } = HIPOTESES;
  const cost = (trabalho: CostedWork): number => custos.cpu[trabalho][lado];
  const leitura = Object.entries(mistura).reduce(
    (soma, [trabalho, parte]) => soma + parte * cost(trabalho as CostedWork),
    0,
  );
  const mudancas = (demanda.veiculos * mudancasPorVeiculo) / (diasUteis * horasCheias * 3_600);
  return (
    demanda.leituras * cost('passagem') +
    demanda.ouvintes * pedidosPorOuvinte * leitura +
    (mudancas * (cost('criar') + cost('alterar'))) / 2
  );
}

/**
 * One installation of all campuses: every screen hears every passage.
 * @throws for a demand that is no number
 */
export function computeNeed(custos: UnitCosts, demanda: CapacityDemand): CapacityNeed {
  const errado = Object.entries(demanda).find(([, valor]) => !(valor >= 0));
  if (errado) throw new Error(`${errado[0]}: use um número.`);
  const { ocupacao, horasCheias, ouvintesPorNo, memoriaBancoMb } = HIPOTESES;
  const { leituras, ouvintes, veiculos, precoNucleo } = demanda;
  const eventos = leituras * ouvintes * custos.ouvinteMs;
  const nucleosNos = (loadOf(custos, demanda, 'no') + eventos) / 1_000 / ocupacao;
  const nucleosBanco = loadOf(custos, demanda, 'banco') / 1_000 / ocupacao;
  // A process uses one core.
  const nos = Math.max(Math.ceil(nucleosNos), Math.ceil(ouvintes / ouvintesPorNo), 1);
  const bytesDoCadastro = veiculos * custos.bytes.veiculo;
  const { passagem, imagem } = custos.bytes;
  return {
    leiturasPorSegundo: leituras,
    bytesPorDia: leituras * horasCheias * 3_600 * (passagem + imagem),
    bytesDoCadastro,
    nucleosNos,
    nucleosBanco,
    nos,
    memoriaMb: nos * custos.memoriaNoMb + memoriaBancoMb + bytesDoCadastro / MB,
    reaisPorMes: (nos + Math.max(Math.ceil(nucleosBanco), 1)) * precoNucleo,
    escrita: leituras / (custos.passagensPorSegundo * ocupacao),
  };
}

/** Each campus with an installation of its own, side by side; the sum of all. */
export function computeSeparate(custos: UnitCosts, demanda: CapacityDemand): CapacityNeed {
  const { campi } = demanda;
  const um = computeNeed(custos, {
    ...demanda,
    veiculos: demanda.veiculos / campi,
    leituras: demanda.leituras / campi,
    ouvintes: demanda.ouvintes / campi,
  });
  const { escrita, ...soma } = um;
  const todos = Object.entries(soma).map(([nome, valor]) => [nome, valor * campi]);
  return { ...(Object.fromEntries(todos) as Omit<CapacityNeed, 'escrita'>), escrita };
}
