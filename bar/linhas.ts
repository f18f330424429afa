/** Every row there is: one visible list. */
import type { Linha } from './linha.ts';

export const LINHAS: Linha[] = [];
