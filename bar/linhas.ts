/** Every row there is: one visible list. */
import type { Linha } from './linha.ts';
import { r10 } from './linhas/r10.ts';
import { r11 } from './linhas/r11.ts';
import { s1 } from './linhas/s1.ts';
import { s2 } from './linhas/s2.ts';
import { s3 } from './linhas/s3.ts';
import { s4 } from './linhas/s4.ts';
import { s5 } from './linhas/s5.ts';
import { s6 } from './linhas/s6.ts';
import { s7 } from './linhas/s7.ts';
import { s8 } from './linhas/s8.ts';

export const LINHAS: Linha[] = [r10, r11, s1, s2, s3, s4, s5, s6, s7, s8];
