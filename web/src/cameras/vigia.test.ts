import { expect, test } from 'vitest';
import { LIMITE_CORRENDO, LIMITE_INICIO } from './borda.ts';
import { createVigia } from './vigia.ts';

/** Looks every 250 ms, as the player does. */
function vigiar(de: number) {
  const vigia = createVigia();
  let agora = de;
  return {
    ...vigia,
    passar(milliseconds: number, oculta = false) {
      let olhar = vigia.olhar(agora, oculta);
      for (const ate = agora + milliseconds; agora < ate; ) {
        agora += 250;
        olhar = vigia.olhar(agora, oculta);
      }
      return olhar;
    },
    quadro: () => vigia.aoQuadro(agora),
    dormir: (milliseconds: number) => {
      agora += milliseconds;
    },
    semQuadro: () => agora - (vigia.ultimoQuadro() ?? Number.NaN),
  };
}

test('a start jumps to the edge, however long it takes, and for a second after', () => {
  const vigia = vigiar(Date.now());
  vigia.comecar();
  expect(vigia.passar(5_000).limite).toBe(LIMITE_INICIO);
  expect(vigia.ultimoQuadro()).toBeNull();
  vigia.quadro();
  expect(vigia.passar(750).limite).toBe(LIMITE_INICIO);
  expect(vigia.passar(500).limite).toBe(LIMITE_CORRENDO);
});

test('the time without a picture counts while the page is seen', () => {
  const vigia = vigiar(Date.now());
  vigia.comecar();
  vigia.quadro();
  vigia.passar(4_000);
  expect(vigia.semQuadro()).toBe(4_000);
});

test('hidden, nothing is presented and nothing is frozen', () => {
  const vigia = vigiar(Date.now());
  vigia.comecar();
  vigia.quadro();
  vigia.passar(20_000, true);
  expect(vigia.semQuadro()).toBe(0);
  expect(vigia.passar(250).limite).toBe(LIMITE_INICIO);
});

test('after a sleep the edge is jumped to, and nothing was frozen', () => {
  const vigia = vigiar(Date.now());
  vigia.comecar();
  vigia.quadro();
  expect(vigia.passar(2_000).limite).toBe(LIMITE_CORRENDO);
  vigia.dormir(6_000);
  expect(vigia.passar(0).limite).toBe(LIMITE_INICIO);
  expect(vigia.semQuadro()).toBe(0);
  expect(vigia.passar(1_500).limite).toBe(LIMITE_CORRENDO);
});
