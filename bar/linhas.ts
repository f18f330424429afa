/** Every row there is: one visible list. */
import type { Linha } from './linha.ts';
import { r11 } from './linhas/r11.ts';

export const LINHAS: Linha[] = [r11];
