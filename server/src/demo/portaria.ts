/** The gate of the demonstration: vehicles pass at a human pace, read by an ordinary device. */
import { readFileSync } from 'node:fs';
import { makePlaca } from './registro.ts';

/** Seconds between two cars. */
const RITMO_S = [4, 9] as const;

const PASTA = new URL('../../../demo/', import.meta.url);
const FOTOS = ['1', '2', '3', '4'].map((camera) =>
  readFileSync(new URL(`cam${camera}.jpg`, PASTA)).toString('base64'),
);

const randomBetween = (de: number, ate: number): number => de + Math.random() * (ate - de);
const pick = <T>(lista: readonly T[]): T => lista[Math.floor(Math.random() * lista.length)] as T;

/** Characters that OCR confuses (positions 1 to 3 are letters, so 0 can only be O there). */
const TROCAS: Record<string, string> = { B: '8', '8': 'B', O: '0', '0': 'O', S: '5', '5': 'S' };

/** An unregistered plate: the demonstration's register has no plate with this beginning. */
const makeStranger = (): string =>
  `QX${pick([...'ABCDEFGH'])}${Math.floor(randomBetween(0, 10))}${pick([...'KLMNPR'])}${Math.floor(randomBetween(10, 99))}`;

function misreadPlaca(placa: string): string {
  const i = [...placa].findIndex((letra, n) => n !== 4 && TROCAS[letra] !== undefined);
  if (i < 0) return placa;
  return placa.slice(0, i) + TROCAS[placa[i] as string] + placa.slice(i + 1);
}

/** The next reading: mostly known vehicles, some unknown, some misread. */
export function nextReading(veiculos: number): Record<string, unknown> {
  const camera = pick(['1', '1', '2', '2', '3', '4']);
  const conhecida = makePlaca(Math.floor(randomBetween(0, veiculos)));
  const sorte = Math.random();
  const placa = sorte < 0.12 ? makeStranger() : sorte < 0.22 ? misreadPlaca(conhecida) : conhecida;
  return {
    placa,
    camera,
    sentido: camera === '2' ? 'saida' : 'entrada',
    confianca: Number(randomBetween(0.82, 0.99).toFixed(2)),
    imagem: FOTOS[Number(camera) - 1],
  };
}

/** Sends readings to `endereco` with a device's token until the process ends. */
export function simulateGate(endereco: string, token: string, veiculos: number): void {
  const send = async (): Promise<void> => {
    await fetch(endereco, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(nextReading(veiculos)),
    }).catch(() => undefined);
    setTimeout(send, randomBetween(...RITMO_S) * 1_000).unref();
  };
  void send();
}
