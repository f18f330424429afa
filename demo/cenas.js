/**
 * The four scenes of the demonstration, drawn frame by frame on a 640×360 canvas. Each is a
 * function of the second `t` of a ten-second loop; its first and last frames are the same.
 */
import {
  A,
  arvore,
  bloco,
  brisa,
  cancela,
  carroDeFrente,
  carroDeLado,
  ceu,
  entre,
  estrada,
  gramado,
  guarita,
  L,
  LOOP,
  mistura,
  moto,
  nuvem,
  poligono,
  poste,
  predio,
} from './pecas.js';

/** Camera 1: a car comes in, waits at the barrier and passes. */
function entrada(c, t, cor = '#f1f3f5') {
  const horizonte = 150;
  ceu(c, horizonte, '#8ebbe6', '#dcebf7');
  nuvem(c, 70 + brisa(t), 44, 1);
  nuvem(c, 430, 30, 0.7);
  predio(c, 40, horizonte + 4, 9, 3);
  predio(c, 470, horizonte + 4, 8, 2);
  gramado(c, horizonte);
  arvore(c, 28, 176, 1.1);
  arvore(c, 236, 166, 0.7);
  arvore(c, 446, 168, 0.8);
  estrada(c, horizonte, 300, 318, 250, 7);
  poste(c, 150, 214, 104);
  guarita(c, 520, 258);
  const vem = entre(t, 0.4, 3.4);
  const sai = entre(t, 5.4, 8.2);
  const s = mistura(0.16, 0.86, vem) + sai * 1.9;
  const chao = mistura(horizonte + 6, 292, vem) + sai * 260;
  const x = mistura(312, 286, vem) - sai * 60;
  const aberta = entre(t, 4.2, 5.4) - entre(t, 8.2, 9.4);
  if (vem > 0 && chao < 292.5) carroDeFrente(c, x, chao, s, { cor, farol: true });
  cancela(c, 476, 322, 320, aberta, true);
  if (chao >= 292.5) carroDeFrente(c, x, chao, s, { cor, farol: true });
}

/** Camera 2: a car goes out, seen from behind. */
function saida(c, t, cor = '#a52a2a') {
  const horizonte = 138;
  ceu(c, horizonte, '#9fc4e8', '#e6f0f8');
  nuvem(c, 120, 40, 0.8);
  nuvem(c, 400 + brisa(t), 58, 0.9);
  predio(c, 180, horizonte + 3, 16, 1, '#d8cdbb');
  gramado(c, horizonte, '#7fa45c');
  for (const [x, chao, s] of [
    [44, 176, 1.2],
    [120, 160, 0.9],
    [560, 164, 1],
    [614, 186, 1.3],
  ]) {
    arvore(c, x, chao, s);
  }
  estrada(c, horizonte, 330, 322, 262, 6);
  poste(c, 508, 216, 112);
  const entra = entre(t, 0, 2.4);
  const vai = entre(t, 4.6, 8.8);
  const s = mistura(1.9, 0.92, entra) - vai * 0.78;
  const chao = mistura(470, 306, entra) - vai * (306 - horizonte - 4);
  const aberta = entre(t, 3.2, 4.6) - entre(t, 6.6, 7.8);
  const carro = () => {
    if (vai < 0.995) carroDeFrente(c, mistura(352, 324, vai), chao, s, { cor, atras: true });
  };
  if (vai > 0.12) carro();
  cancela(c, 132, 292, 330, aberta);
  if (vai <= 0.12) carro();
}

/** Camera 3: the side gate; a motorcycle passes. */
function lateral(c, t, cor) {
  const horizonte = 170;
  ceu(c, horizonte, '#93bfe6', '#e4eff7');
  nuvem(c, 490 + brisa(t), 46, 0.9);
  predio(c, 380, horizonte + 2, 12, 4, '#c9bfae');
  gramado(c, horizonte, '#88a963');
  arvore(c, 70, 196, 1.5);
  arvore(c, 180, 190, 1.1);
  arvore(c, 330, 186, 0.9);
  for (let x = -8; x < L; x += 26) bloco(c, '#5d6670', x, 176, 4, 54);
  bloco(c, '#5d6670', 0, 182, L, 4);
  bloco(c, '#5d6670', 0, 214, L, 4);
  poligono(c, '#b9bdc2', [
    [0, 236],
    [L, 236],
    [L, 352],
    [0, 352],
  ]);
  bloco(c, '#696f78', 0, 244, L, 96);
  for (let x = 10; x < L; x += 84) bloco(c, '#eef1f4', x, 290, 44, 4);
  const aberta = entre(t, 2.4, 3.4) - entre(t, 6.4, 7.4);
  const x = mistura(-80, 236, entre(t, 0.6, 2.6)) + entre(t, 3.2, 6) * 520;
  if (t > 0.6) moto(c, x, 322, 1.25, cor);
  cancela(c, 560, 350, 230, aberta, true);
  bloco(c, '#e6e0d4', 578, 262, 54, 86);
  bloco(c, '#0b4da2', 572, 254, 66, 10, 2);
  bloco(c, '#9cc4e4', 586, 276, 36, 28);
}

/** Camera 4: the car park; a car crosses it. */
function patio(c, t, cor = '#2f5d8c') {
  const horizonte = 116;
  ceu(c, horizonte, '#9cc3e8', '#e7f1f8');
  nuvem(c, 180 + brisa(t), 40, 1);
  predio(c, 90, horizonte + 2, 20, 2, '#d5cbb9');
  gramado(c, horizonte, '#83a65e');
  for (const x of [30, 520, 580, 622]) arvore(c, x, 138, 0.9);
  poligono(c, '#70767f', [
    [90, 140],
    [550, 140],
    [700, 360],
    [-60, 360],
  ]);
  const cores = ['#e8ebee', '#2b2f36', '#a12d2d', '#2f5d8c', '#cfd4da', '#5a6b4a', '#8c6a2f'];
  for (let i = 0; i < 9; i += 1) {
    const x = 128 + i * 48;
    bloco(c, '#e9edf1', x - 24, 142, 1.6, 28);
    if (i !== 4 && i !== 7) carroDeFrente(c, x, 170, 0.34, { cor: cores[i % 7] });
  }
  const x = mistura(-110, 760, (t - 1) / 8);
  if (t > 1 && t < 9) carroDeLado(c, x, 236, 0.86, cor);
  for (let i = 0; i < 6; i += 1) {
    const lugar = 50 + i * 108;
    poligono(c, '#e9edf1', [
      [lugar - 52, 268],
      [lugar - 49, 268],
      [lugar - 62, 352],
      [lugar - 66, 352],
    ]);
    if (i !== 2) carroDeFrente(c, lugar, 340, 0.78, { cor: cores[(i + 3) % 7], atras: true });
  }
}

const CENAS = [entrada, saida, lateral, patio];

/** Draws camera `numero` (1–4) at second `t` of the loop; `cor` is that of the passing vehicle. */
globalThis.drawCena = (contexto, numero, t, cor) => {
  contexto.clearRect(0, 0, L, A);
  CENAS[numero - 1](contexto, t % LOOP, cor);
};
