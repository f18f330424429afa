/** Misread plates: how often they match a wrong car, and the search that uses the rules. */
import { NIVEIS } from '@unipark/contract/passagem';
import { type SimulationResult, simulate } from '../server/test/simulacaoPlacas.ts';
import { benchBuscaPlaca } from './buscaPlaca.ts';

/**
 * Registers by size and number of prefixes (absent: any). `esperado` is the share of unknown cars,
 * in %, that the simulation of the rules' design found one substitution away from a registered
 * plate.
 */
const CENARIOS: { cadastro: number; prefixos?: number; esperado: number }[] = [
  { cadastro: 2_000, esperado: 0.04 },
  { cadastro: 2_000, prefixos: 3_500, esperado: 0.19 },
  { cadastro: 2_000, prefixos: 1_500, esperado: 0.39 },
  { cadastro: 10_000, esperado: 0.21 },
  { cadastro: 10_000, prefixos: 3_500, esperado: 0.92 },
  { cadastro: 10_000, prefixos: 1_500, esperado: 2.0 },
  { cadastro: 30_000, esperado: 0.67 },
  { cadastro: 30_000, prefixos: 3_500, esperado: 2.79 },
  { cadastro: 30_000, prefixos: 1_500, esperado: 6.0 },
];

const sumContagem = (contagem: SimulationResult['certas']): number =>
  NIVEIS.reduce((total, nivel) => total + contagem[nivel], 0);

const percentOf = (parte: number, todo: number): number =>
  Number(((100 * parte) / todo).toFixed(3));

const percentByNivel = (contagem: SimulationResult['certas']) => {
  const total = sumContagem(contagem);
  return Object.fromEntries(NIVEIS.map((nivel) => [nivel, percentOf(contagem[nivel], total)]));
};

/**
 * Prints the tables. `placas`: readings of unknown cars for each register; a tenth as many of known
 * ones. Exits with a failure when an unknown car is matched without confirmation by a person.
 */
export async function benchPlacas(placas: number, veiculos: number): Promise<void> {
  const comeco = performance.now();
  const estranhas: Record<string, string | number>[] = [];
  const confundidas: Record<string, string | number>[] = [];
  let automaticas = 0;
  let conhecidas = 0;
  let iguais = 0;
  for (const { esperado, ...cenario } of CENARIOS) {
    const resultado = await simulate({
      ...cenario,
      desconhecidas: placas,
      conhecidas: Math.ceil(placas / 10),
    });
    const registro = { cadastro: cenario.cadastro, prefixos: cenario.prefixos ?? 'todos' };
    const { desconhecidas, certas, gemeas } = resultado;
    automaticas += desconhecidas.automaticas;
    conhecidas += sumContagem(certas) + sumContagem(gemeas);
    iguais += certas.exata + gemeas.equivalente;
    estranhas.push({
      ...registro,
      ...percentByNivel(desconhecidas),
      'a uma troca': percentOf(desconhecidas.umaSubstituicao, placas),
      esperado,
      'automáticas (n)': desconhecidas.automaticas,
    });
    const lidas = sumContagem(resultado.confundidas);
    confundidas.push({
      ...registro,
      ...percentByNivel(resultado.confundidas),
      'a certa entre elas': percentOf(resultado.confundidas.achadas, lidas),
      'lida como outra do cadastro': percentOf(resultado.confundidas.outroCarro, lidas),
    });
  }
  console.log(
    `Placas fora do cadastro (a chave de identidade não está nele), ${placas} leituras por cadastro, em %:`,
  );
  console.table(estranhas);
  console.log('Veículos do cadastro lidos com um caractere confundido, em qualquer posição, em %:');
  console.table(confundidas);
  console.log(
    `Veículos do cadastro lidos como estão (exata) e no outro padrão (equivalente): ${iguais} de ${conhecidas} leituras.`,
  );
  console.log(
    `Correspondência automática de veículo fora do cadastro: ${automaticas} em ${placas * CENARIOS.length} leituras (${Math.round((performance.now() - comeco) / 1000)} s).`,
  );
  if (automaticas > 0 || iguais !== conhecidas) process.exitCode = 1;
  await benchBuscaPlaca(veiculos);
}
