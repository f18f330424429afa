/**
 * The matching ladder against made-up registers: how often a car that nobody registered, or one
 * that was misread, is taken for a registered one. The ladder is the product's; the register it
 * asks is in memory.
 */
import { NIVEIS, type Nivel } from '@unipark/contract/passagem';
import { chavePlaca, gemeaPlaca } from '@unipark/contract/placa';
import { confundidas, distance } from '@unipark/contract/semelhanca';
import { random } from '../src/demo/registro.ts';
import {
  type Casamento,
  type Consultar,
  matchReading,
  type Registrado,
} from '../src/passagens/casamento.ts';

const LETRAS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export interface Cenario {
  /** Plates of the register. */
  cadastro: number;
  /** Three-letter prefixes that it shares; absent: any of the 17,576. */
  prefixos?: number;
  /** Readings of cars that are not in it. */
  desconhecidas: number;
  /** Readings of cars that are, each way. */
  conhecidas: number;
  semente?: number;
  /** The ladder; a test puts a broken one in its place. */
  casar?: (consultar: Consultar, placa: string) => Promise<Casamento>;
}

type Contagem = Record<Nivel, number>;

export interface Resultado {
  /** Readings of cars whose identity key is not in the register. */
  desconhecidas: Contagem & {
    /** Taken for a registered car without a person: 0 by construction. */
    automaticas: number;
    /** Some suggestion is one substitution away, whatever its rung. */
    umaSubstituicao: number;
  };
  /** Registered cars read as they are registered, and in the other format where there is one. */
  certas: Contagem;
  gemeas: Contagem;
  /** Registered cars read with one confusion, at any place. */
  confundidas: Contagem & {
    /** The car is the match, or among the suggestions. */
    achadas: number;
    /** The misread text is another registered car's plate, to the letter or by conversion. */
    outroCarro: number;
  };
}

const zeros = (): Contagem => Object.fromEntries(NIVEIS.map((nivel) => [nivel, 0])) as Contagem;

/** Plates as a region issues them: half of the old kind, half Mercosul with any fifth letter. */
function dealer(sorteio: () => number, prefixos: number | undefined) {
  const ate = (n: number) => Math.floor(sorteio() * n);
  const letra = () => LETRAS.charAt(ate(26));
  const prefixo = () => letra() + letra() + letra();
  const regiao = new Set<string>();
  while (prefixos !== undefined && regiao.size < prefixos) regiao.add(prefixo());
  const lista = [...regiao];
  return () => {
    const letras = lista.length > 0 ? (lista[ate(lista.length)] as string) : prefixo();
    const numero = String(ate(10_000)).padStart(4, '0');
    return sorteio() < 0.5
      ? letras + numero
      : letras + numero.charAt(0) + letra() + numero.slice(2);
  };
}

/** One character taken for another that it is confused with; undefined where none can be. */
export function misread(placa: string, sorteio: () => number): string | undefined {
  const lugares = [...placa].flatMap((caractere, i) =>
    confundidas(caractere).length > 0 ? i : [],
  );
  const lugar = lugares[Math.floor(sorteio() * lugares.length)];
  if (lugar === undefined) return undefined;
  const outros = confundidas(placa.charAt(lugar));
  const outro = outros[Math.floor(sorteio() * outros.length)];
  return placa.slice(0, lugar) + outro + placa.slice(lugar + 1);
}

function makeRegister(placaNova: () => string, quantas: number) {
  const porChave = new Map<string, Registrado>();
  while (porChave.size < quantas) {
    const placa = placaNova();
    const chave = chavePlaca(placa);
    if (porChave.has(chave)) continue;
    porChave.set(chave, {
      placa,
      chave,
      modelo: null,
      tipo: '1',
      status: 'ATIVO',
      motivo: null,
      cidade: null,
      estado: null,
    });
  }
  return porChave;
}

/** Runs one scenario; the same seed gives the same figures. */
export async function simulate(cenario: Cenario): Promise<Resultado> {
  const { casar = matchReading, semente = 7 } = cenario;
  const sorteio = random(semente);
  const placaNova = dealer(sorteio, cenario.prefixos);
  const cadastro = makeRegister(placaNova, cenario.cadastro);
  const registrados = [...cadastro.values()];
  const consultar: Consultar = async (chaves) =>
    chaves.flatMap((chave) => cadastro.get(chave) ?? []);

  const resultado: Resultado = {
    desconhecidas: { ...zeros(), automaticas: 0, umaSubstituicao: 0 },
    certas: zeros(),
    gemeas: zeros(),
    confundidas: { ...zeros(), achadas: 0, outroCarro: 0 },
  };

  for (let feitas = 0; feitas < cenario.desconhecidas; ) {
    const lida = placaNova();
    if (cadastro.has(chavePlaca(lida))) continue;
    feitas += 1;
    const { nivel, registrado, sugestoes } = await casar(consultar, lida);
    resultado.desconhecidas[nivel] += 1;
    if (registrado) resultado.desconhecidas.automaticas += 1;
    if (sugestoes.some(({ placa }) => distance(placa, lida) === 1)) {
      resultado.desconhecidas.umaSubstituicao += 1;
    }
  }

  for (let i = 0; i < cenario.conhecidas; i += 1) {
    const carro = registrados[Math.floor(sorteio() * registrados.length)] as Registrado;
    resultado.certas[(await casar(consultar, carro.placa)).nivel] += 1;
    const gemea = gemeaPlaca(carro.placa);
    if (gemea) resultado.gemeas[(await casar(consultar, gemea)).nivel] += 1;
    const lida = misread(carro.placa, sorteio);
    if (lida === undefined) continue;
    const { nivel, registrado, sugestoes } = await casar(consultar, lida);
    resultado.confundidas[nivel] += 1;
    if (registrado && registrado !== carro) resultado.confundidas.outroCarro += 1;
    if (registrado === carro || sugestoes.some(({ placa }) => placa === carro.placa)) {
      resultado.confundidas.achadas += 1;
    }
  }
  return resultado;
}
