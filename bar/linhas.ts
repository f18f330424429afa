/** Every row there is: one visible list. */
import type { Linha } from './linha.ts';
import { r11 } from './linhas/r11.ts';
import { s4 } from './linhas/s4.ts';

export const LINHAS: Linha[] = [r11, s4];
