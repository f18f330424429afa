import { createPreference } from '../lib/preference.ts';

/** Fingers want keys on the screen; a booth with keyboard and mouse does not. */
const toque = window.matchMedia('(any-pointer: coarse)').matches;

/** Where the plate is typed: on our keys, or on the device's own. */
export const teclado = createPreference(
  'unipark.portaria.teclado',
  ['tela', 'aparelho'],
  toque ? 'tela' : 'aparelho',
);
