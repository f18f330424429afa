/**
 * The matching ladder against invented registers: how often an unregistered or misread car is
 * matched to a registered one. The ladder is the product's; its register is in memory.
 */
import { NIVEIS, type Nivel } from '@unipark/contract/passagem';
import { findGemea, keyOfPlaca } from '@unipark/contract/placa';
import { confusableWith, distance } from '@unipark/contract/semelhanca';
import { random } from '../src/demo/registro.ts';
import {
  type Casamento,
  type FindRegistered,
  matchReading,
  type RegisteredVeiculo,
} from '../src/passagens/encontro/casamento.ts';

const LETRAS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export interface Scenario {
  cadastro: number;
  /** Different three-letter prefixes; absent: any of the 17,576. */
  prefixos?: number;
  /** Readings of unregistered cars. */
  desconhecidas: number;
  /** Readings of registered cars, of each kind. */
  conhecidas: number;
  semente?: number;
  /** The ladder; a test replaces it with a broken one. */
  match?: (lookUp: FindRegistered, placa: string) => Promise<Casamento>;
}

type NivelCount = Record<Nivel, number>;

export interface SimulationResult {
  /** Readings of cars whose identity key is not in the register. */
  desconhecidas: NivelCount & {
    /** Matched to a registered car without a person: always 0. */
    automaticas: number;
    /** A suggestion differs by one substitution, at any level. */
    umaSubstituicao: number;
  };
  /** Registered cars read correctly, and in the other format when there is one. */
  certas: NivelCount;
  gemeas: NivelCount;
  /** Registered cars read with one confusion, at any place. */
  confundidas: NivelCount & {
    /** The car is the match, or among the suggestions. */
    achadas: number;
    /** The misread text is the plate of another registered car, exactly or by conversion. */
    outroCarro: number;
  };
}

const zeros = (): NivelCount => Object.fromEntries(NIVEIS.map((nivel) => [nivel, 0])) as NivelCount;

/** Plates as a region issues them: half of the old kind, half Mercosul with any fifth letter. */
function dealer(draw: () => number, prefixos: number | undefined) {
  const pickBelow = (n: number) => Math.floor(draw() * n);
  const pickLetter = () => LETRAS.charAt(pickBelow(26));
  const pickPrefixo = () => pickLetter() + pickLetter() + pickLetter();
  const regiao = new Set<string>();
  while (prefixos !== undefined && regiao.size < prefixos) regiao.add(pickPrefixo());
  const lista = [...regiao];
  return () => {
    const letras = lista.length > 0 ? (lista[pickBelow(lista.length)] as string) : pickPrefixo();
    const numero = String(pickBelow(10_000)).padStart(4, '0');
    return draw() < 0.5
      ? letras + numero
      : letras + numero.charAt(0) + pickLetter() + numero.slice(2);
  };
}

/** Replaces one character with one that OCR confuses with it; undefined when none can be. */
export function misread(placa: string, draw: () => number): string | undefined {
  const lugares = [...placa].flatMap((caractere, i) =>
    confusableWith(caractere).length > 0 ? i : [],
  );
  const lugar = lugares[Math.floor(draw() * lugares.length)];
  if (lugar === undefined) return undefined;
  const outros = confusableWith(placa.charAt(lugar));
  const outro = outros[Math.floor(draw() * outros.length)];
  return placa.slice(0, lugar) + outro + placa.slice(lugar + 1);
}

function makeRegister(nextPlaca: () => string, quantas: number) {
  const porChave = new Map<string, RegisteredVeiculo>();
  while (porChave.size < quantas) {
    const placa = nextPlaca();
    const chave = keyOfPlaca(placa);
    if (porChave.has(chave)) continue;
    porChave.set(chave, {
      placa,
      chave,
      modelo: null,
      tipo: '1',
      status: 'ATIVO',
      motivo: null,
      cor: null,
      nome: null,
      cidade: null,
      estado: null,
    });
  }
  return porChave;
}

/** Runs one scenario; the same seed gives the same figures. */
export async function simulate(cenario: Scenario): Promise<SimulationResult> {
  const { match = matchReading, semente = 7 } = cenario;
  const draw = random(semente);
  const nextPlaca = dealer(draw, cenario.prefixos);
  const cadastro = makeRegister(nextPlaca, cenario.cadastro);
  const registrados = [...cadastro.values()];
  const lookUp: FindRegistered = async (chaves) =>
    chaves.flatMap((chave) => cadastro.get(chave) ?? []);

  const resultado: SimulationResult = {
    desconhecidas: { ...zeros(), automaticas: 0, umaSubstituicao: 0 },
    certas: zeros(),
    gemeas: zeros(),
    confundidas: { ...zeros(), achadas: 0, outroCarro: 0 },
  };

  for (let feitas = 0; feitas < cenario.desconhecidas; ) {
    const lida = nextPlaca();
    if (cadastro.has(keyOfPlaca(lida))) continue;
    feitas += 1;
    const { nivel, registrado, sugestoes } = await match(lookUp, lida);
    resultado.desconhecidas[nivel] += 1;
    if (registrado) resultado.desconhecidas.automaticas += 1;
    if (sugestoes.some(({ placa }) => distance(placa, lida) === 1)) {
      resultado.desconhecidas.umaSubstituicao += 1;
    }
  }

  for (let i = 0; i < cenario.conhecidas; i += 1) {
    const carro = registrados[Math.floor(draw() * registrados.length)] as RegisteredVeiculo;
    resultado.certas[(await match(lookUp, carro.placa)).nivel] += 1;
    const gemea = findGemea(carro.placa);
    if (gemea) resultado.gemeas[(await match(lookUp, gemea)).nivel] += 1;
    const lida = misread(carro.placa, draw);
    if (lida === undefined) continue;
    const { nivel, registrado, sugestoes } = await match(lookUp, lida);
    resultado.confundidas[nivel] += 1;
    if (registrado && registrado !== carro) resultado.confundidas.outroCarro += 1;
    if (registrado === carro || sugestoes.some(({ placa }) => placa === carro.placa)) {
      resultado.confundidas.achadas += 1;
    }
  }
  return resultado;
}
