import { expect, test } from 'vitest';
import { LIMITE_CORRENDO, LIMITE_INICIO } from './borda.ts';
import { createVigia } from './vigia.ts';

/** Looks every 250 ms, as the player does. */
function startVigia(de: number) {
  const vigia = createVigia();
  let agora = de;
  return {
    ...vigia,
    pass(milliseconds: number, oculta = false) {
      let olhar = vigia.look(agora, oculta);
      for (const ate = agora + milliseconds; agora < ate; ) {
        agora += 250;
        olhar = vigia.look(agora, oculta);
      }
      return olhar;
    },
    showFrame: () => vigia.onFrame(agora),
    sleep: (milliseconds: number) => {
      agora += milliseconds;
    },
    measureGap: () => agora - (vigia.getLastFrame() ?? Number.NaN),
  };
}

test('from a start until a second after its first picture the player jumps', () => {
  const vigia = startVigia(Date.now());
  vigia.start();
  expect(vigia.pass(5_000).limite).toBe(LIMITE_INICIO);
  expect(vigia.getLastFrame()).toBeNull();
  vigia.showFrame();
  expect(vigia.pass(750).limite).toBe(LIMITE_INICIO);
  expect(vigia.pass(500).limite).toBe(LIMITE_CORRENDO);
});

test('the time without a picture counts while the page is visible', () => {
  const vigia = startVigia(Date.now());
  vigia.start();
  vigia.showFrame();
  vigia.pass(4_000);
  expect(vigia.measureGap()).toBe(4_000);
});

test('in the background no picture is expected and nothing is frozen', () => {
  const vigia = startVigia(Date.now());
  vigia.start();
  vigia.showFrame();
  vigia.pass(20_000, true);
  expect(vigia.measureGap()).toBe(0);
  expect(vigia.pass(250).limite).toBe(LIMITE_INICIO);
});

test('after sleep the player jumps, and the picture was not frozen', () => {
  const vigia = startVigia(Date.now());
  vigia.start();
  vigia.showFrame();
  expect(vigia.pass(2_000).limite).toBe(LIMITE_CORRENDO);
  vigia.sleep(6_000);
  expect(vigia.pass(0).limite).toBe(LIMITE_INICIO);
  expect(vigia.measureGap()).toBe(0);
  expect(vigia.pass(1_500).limite).toBe(LIMITE_CORRENDO);
});
