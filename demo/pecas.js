/** The parts of the scenes, drawn on a 640×360 canvas: ground and sky, cars, barriers. */
export const L = 640;
export const A = 360;
export const LOOP = 10;

const suave = (x) => {
  const v = Math.min(1, Math.max(0, x));
  return v * v * (3 - 2 * v);
};
/** 0 before `de`, 1 after `ate`, smooth between. */
export const entre = (t, de, ate) => suave((t - de) / (ate - de));
/** A cloud drifts and returns to its start, so that the loop shows no jump. */
export const brisa = (t) => 14 * Math.sin((t / LOOP) * Math.PI * 2);
export const mistura = (a, b, v) => a + (b - a) * v;

export function poligono(c, cor, pontos) {
  c.fillStyle = cor;
  c.beginPath();
  for (const [x, y] of pontos) c.lineTo(x, y);
  c.closePath();
  c.fill();
}

export function bloco(c, cor, x, y, l, a, raio = 0) {
  c.fillStyle = cor;
  c.beginPath();
  c.roundRect(x, y, l, a, raio);
  c.fill();
}

function disco(c, cor, x, y, raio, achatado = 1) {
  c.fillStyle = cor;
  c.beginPath();
  c.ellipse(x, y, raio, raio * achatado, 0, 0, Math.PI * 2);
  c.fill();
}

export function ceu(c, horizonte, de, ate) {
  const tinta = c.createLinearGradient(0, 0, 0, horizonte);
  tinta.addColorStop(0, de);
  tinta.addColorStop(1, ate);
  c.fillStyle = tinta;
  c.fillRect(0, 0, L, horizonte);
}

export function nuvem(c, x, y, tamanho) {
  for (const [dx, dy, raio] of [
    [0, 0, 16],
    [18, -6, 20],
    [40, 0, 15],
  ]) {
    disco(c, 'rgba(255,255,255,.75)', x + dx * tamanho, y + dy * tamanho, raio * tamanho, 0.55);
  }
}

export function arvore(c, x, chao, tamanho) {
  bloco(c, '#6b4a2f', x - 3 * tamanho, chao - 26 * tamanho, 6 * tamanho, 26 * tamanho);
  disco(c, '#2f6b3a', x, chao - 42 * tamanho, 24 * tamanho);
  disco(c, '#3b7d46', x - 8 * tamanho, chao - 48 * tamanho, 14 * tamanho);
}

export function predio(c, x, chao, colunas, andares, cor = '#cfc6b8') {
  const largura = colunas * 17 + 9;
  const altura = andares * 17 + 10;
  bloco(c, cor, x, chao - altura, largura, altura);
  bloco(c, '#a89f92', x - 3, chao - altura - 5, largura + 6, 6);
  for (let i = 0; i < colunas; i += 1) {
    for (let j = 0; j < andares; j += 1) {
      bloco(c, '#7d9fc0', x + 8 + i * 17, chao - altura + 8 + j * 17, 10, 10);
    }
  }
}

export function poste(c, x, chao, altura) {
  bloco(c, '#8a929c', x - 1.5, chao - altura, 3, altura);
  bloco(c, '#8a929c', x - 1.5, chao - altura, 22, 3);
  bloco(c, '#e9eef5', x + 12, chao - altura + 2, 11, 4, 2);
}

/** A car seen from the front or from behind, its wheels on `chao`, `s` its size. */
export function carroDeFrente(
  c,
  x,
  chao,
  s,
  { cor, vidro = '#31465c', atras = false, farol = false },
) {
  const m = (valor) => valor * s;
  disco(c, 'rgba(0,0,0,.28)', x, chao, m(62), 0.16);
  bloco(c, '#15181c', x - m(52), chao - m(22), m(18), m(24), m(4));
  bloco(c, '#15181c', x + m(34), chao - m(22), m(18), m(24), m(4));
  poligono(c, cor, [
    [x - m(40), chao - m(56)],
    [x - m(28), chao - m(88)],
    [x + m(28), chao - m(88)],
    [x + m(40), chao - m(56)],
  ]);
  poligono(c, vidro, [
    [x - m(34), chao - m(58)],
    [x - m(24), chao - m(83)],
    [x + m(24), chao - m(83)],
    [x + m(34), chao - m(58)],
  ]);
  poligono(c, 'rgba(255,255,255,.16)', [
    [x - m(20), chao - m(58)],
    [x - m(6), chao - m(83)],
    [x + m(6), chao - m(83)],
    [x - m(8), chao - m(58)],
  ]);
  bloco(c, cor, x - m(56), chao - m(58), m(112), m(44), m(10));
  bloco(c, 'rgba(0,0,0,.18)', x - m(56), chao - m(30), m(112), m(16), m(6));
  const luz = atras ? '#ff3b30' : farol ? '#fff6cf' : '#f2f5f8';
  bloco(c, luz, x - m(51), chao - m(50), m(22), m(10), m(4));
  bloco(c, luz, x + m(29), chao - m(50), m(22), m(10), m(4));
  if (!atras) bloco(c, '#22272e', x - m(22), chao - m(48), m(44), m(9), m(3));
  bloco(c, '#fdfdfd', x - m(19), chao - m(34), m(38), m(13), m(2));
  bloco(c, '#003399', x - m(19), chao - m(34), m(38), m(3.4));
  bloco(c, '#23272e', x - m(13), chao - m(29), m(26), m(5));
}

/** A car from the side, moving right. */
export function carroDeLado(c, x, chao, s, cor) {
  const m = (valor) => valor * s;
  disco(c, 'rgba(0,0,0,.25)', x, chao, m(66), 0.12);
  poligono(c, cor, [
    [x - m(34), chao - m(36)],
    [x - m(18), chao - m(58)],
    [x + m(22), chao - m(58)],
    [x + m(40), chao - m(36)],
  ]);
  poligono(c, '#31465c', [
    [x - m(27), chao - m(38)],
    [x - m(15), chao - m(54)],
    [x + m(19), chao - m(54)],
    [x + m(32), chao - m(38)],
  ]);
  bloco(c, cor, x + m(1), chao - m(56), m(3), m(20));
  bloco(c, cor, x - m(64), chao - m(38), m(128), m(26), m(10));
  bloco(c, '#fff6cf', x + m(56), chao - m(32), m(8), m(7), m(3));
  bloco(c, '#c62828', x - m(64), chao - m(32), m(7), m(7), m(3));
  for (const roda of [-38, 38]) {
    disco(c, '#15181c', x + m(roda), chao - m(11), m(13));
    disco(c, '#9aa3ad', x + m(roda), chao - m(11), m(6));
  }
}

export function moto(c, x, chao, s, cor = '#c62828') {
  const m = (valor) => valor * s;
  disco(c, 'rgba(0,0,0,.25)', x, chao, m(40), 0.12);
  for (const roda of [-26, 26]) {
    disco(c, '#15181c', x + m(roda), chao - m(13), m(14));
    disco(c, '#aeb6bf', x + m(roda), chao - m(13), m(7));
  }
  poligono(c, cor, [
    [x - m(26), chao - m(28)],
    [x + m(4), chao - m(38)],
    [x + m(24), chao - m(30)],
    [x + m(6), chao - m(16)],
    [x - m(12), chao - m(16)],
  ]);
  poligono(c, '#24405f', [
    [x - m(14), chao - m(34)],
    [x - m(6), chao - m(66)],
    [x + m(10), chao - m(64)],
    [x + m(6), chao - m(36)],
  ]);
  poligono(c, '#24405f', [
    [x + m(4), chao - m(60)],
    [x + m(26), chao - m(44)],
    [x + m(24), chao - m(39)],
    [x + m(2), chao - m(52)],
  ]);
  disco(c, '#f4c542', x + m(3), chao - m(74), m(12));
  bloco(c, '#23272e', x + m(6), chao - m(78), m(9), m(7), m(3));
}

/** A barrier hinged at its post; `aberta` is 0 closed, 1 open. */
export function cancela(c, x, chao, comprimento, aberta, paraEsquerda = false) {
  const lado = paraEsquerda ? -1 : 1;
  bloco(c, '#f0a818', x - 9, chao - 44, 18, 44, 3);
  bloco(c, '#3a3f47', x - 9, chao - 24, 18, 8);
  c.save();
  c.translate(x, chao - 38);
  c.scale(lado, 1);
  c.rotate(-aberta * 1.28);
  bloco(c, '#f7f7f7', 0, -4, comprimento, 8, 3);
  for (let i = 0; i < comprimento; i += 44) bloco(c, '#d32f2f', i, -4, 22, 8);
  c.restore();
}

export function guarita(c, x, chao) {
  bloco(c, '#e6e0d4', x, chao - 84, 66, 84);
  bloco(c, '#0b4da2', x - 8, chao - 92, 82, 12, 2);
  bloco(c, '#9cc4e4', x + 8, chao - 66, 24, 28);
  bloco(c, '#9cc4e4', x + 36, chao - 66, 22, 28);
  disco(c, '#3b2a20', x + 20, chao - 52, 6);
  bloco(c, '#24405f', x + 11, chao - 46, 18, 8, 4);
}

export function gramado(c, horizonte, cor = '#86a862') {
  bloco(c, cor, 0, horizonte, L, A - horizonte);
}

export function estrada(c, horizonte, centro, fuga, largura, tracos = 0) {
  const topo = 13;
  poligono(c, '#b9bdc2', [
    [fuga - topo - 3, horizonte],
    [fuga + topo + 3, horizonte],
    [centro + largura + 14, A],
    [centro - largura - 14, A],
  ]);
  poligono(c, '#696f78', [
    [fuga - topo, horizonte],
    [fuga + topo, horizonte],
    [centro + largura, A],
    [centro - largura, A],
  ]);
  for (let i = 0; i < tracos; i += 1) {
    const perto = ((i + 0.1) / tracos) ** 2;
    const longe = ((i + 0.55) / tracos) ** 2;
    const x = (v) => mistura(fuga, centro, v);
    const y = (v) => mistura(horizonte, A, v);
    poligono(c, '#eef1f4', [
      [x(perto) - 1 - 5 * perto, y(perto)],
      [x(perto) + 1 + 5 * perto, y(perto)],
      [x(longe) + 1 + 5 * longe, y(longe)],
      [x(longe) - 1 - 5 * longe, y(longe)],
    ]);
  }
}
