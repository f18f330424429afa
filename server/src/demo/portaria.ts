/** The gate of the demonstration: vehicles pass at a human pace, read by an ordinary device. */
import { findGemea, keyOfPlaca } from '@unipark/contract/placa';
import { likely, possible } from '@unipark/contract/semelhanca';
import { isAtivo, isProibido } from '@unipark/contract/veiculo';
import { drawFoto } from './fotos.ts';
import type { VeiculoDaFrota } from './registro.ts';

/** Seconds between two cars: a round of every kind takes less than two minutes. */
const RITMO_S = [4, 8] as const;

const MOTO = '2';

const randomBetween = (de: number, ate: number): number => de + Math.random() * (ate - de);
const pick = <T>(lista: readonly T[]): T => lista[Math.floor(Math.random() * lista.length)] as T;
/** Fifty in a row, so that a choice among them costs little. */
const some = <T>(lista: readonly T[]): T[] => {
  const de = Math.floor(Math.random() * Math.max(1, lista.length - 50));
  return lista.slice(de, de + 50);
};

/** What a car shows at the gate: its text as the camera reads it, and its picture. */
type CarAtGate = Pick<VeiculoDaFrota, 'cor' | 'tipo'> & { placa: string };

/** One round of the gate: every kind of passage, each drawn from the register. */
export function kindsOf(frota: VeiculoDaFrota[]) {
  const chaves = new Set(frota.map(({ placa }) => keyOfPlaca(placa)));
  const byStatus = (serve: (status: string) => boolean) =>
    frota.filter(({ status }) => serve(status));
  const [ativos, proibidos] = [byStatus(isAtivo), byStatus(isProibido)];
  const outros = byStatus((status) => !isAtivo(status) && !isProibido(status));
  const motos = ativos.filter(({ tipo }) => tipo === MOTO);
  /** A car whose plate is read as another text, of which the register has no car. */
  const misread = (carros: VeiculoDaFrota[], textsOf: (placa: string) => string[]): CarAtGate => {
    const legiveis = carros.flatMap((carro) => {
      const textos = textsOf(carro.placa).filter((texto) => !chaves.has(keyOfPlaca(texto)));
      return textos.length > 0 ? [{ ...carro, placa: pick(textos) }] : [];
    });
    return pick(legiveis);
  };
  const listDistant = (placa: string): string[] => {
    const perto = new Set(likely(placa));
    return possible(placa).filter((texto) => !perto.has(texto));
  };
  const drawKnown = (): CarAtGate => pick(ativos);
  const drawMoto = (): CarAtGate => pick(motos);
  // Each its half: the alarm of a car would silence that of its misread plate.
  const metade = Math.max(1, Math.floor(proibidos.length / 2));
  const drawProibido = (): CarAtGate => pick(proibidos.slice(0, metade));
  const drawIndefinido = (): CarAtGate => pick(outros);
  const drawStranger = (): CarAtGate => ({ ...pick(frota), placa: makeStranger() });
  const drawProbable = () => misread(some(ativos), likely);
  const drawSimilar = () => misread(some(ativos), listDistant);
  const drawSuspect = () => misread(proibidos.slice(-metade), likely);
  const drawTwin = (): CarAtGate => {
    const carro = pick(ativos.filter(({ placa }) => findGemea(placa)));
    return { ...carro, placa: findGemea(carro.placa) as string };
  };
  return [
    ...[
      drawKnown,
      drawKnown,
      drawMoto,
      drawKnown,
      drawStranger,
      drawKnown,
      drawProibido,
      drawKnown,
      drawProbable,
    ],
    ...[drawKnown, drawIndefinido, drawTwin, drawKnown, drawSimilar, drawSuspect, drawKnown],
  ];
}

/** An unregistered plate: the demonstration's register has no plate with this beginning. */
const makeStranger = (): string =>
  `QX${pick([...'ABCDEFGH'])}${Math.floor(randomBetween(0, 10))}${pick([...'KLMNPR'])}${Math.floor(randomBetween(10, 99))}`;

export async function readCar({ placa, cor, tipo }: CarAtGate): Promise<Record<string, unknown>> {
  const camera = tipo === MOTO ? '3' : pick(['1', '1', '2', '2', '4']);
  return {
    placa,
    camera,
    sentido: camera === '2' ? 'saida' : 'entrada',
    confianca: Number(randomBetween(0.82, 0.99).toFixed(2)),
    imagem: await drawFoto(camera, cor ?? 'Prata'),
  };
}

/** Sends readings to `endereco` with a device's token until the process ends. */
export function simulateGate(endereco: string, token: string, frota: VeiculoDaFrota[]): void {
  const kinds = kindsOf(frota);
  let turn = 0;
  const send = async (): Promise<void> => {
    const car = kinds[turn % kinds.length]?.() as CarAtGate;
    turn += 1;
    await readCar(car)
      .then((leitura) =>
        fetch(endereco, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(leitura),
        }),
      )
      .catch(() => undefined);
    setTimeout(send, randomBetween(...RITMO_S) * 1_000).unref();
  };
  void send();
}
