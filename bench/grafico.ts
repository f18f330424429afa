/** The rates of the report as a picture: ours beside the limit's for each work, the promise marked. */

export interface LimitBar {
  trabalho: string;
  /** Requests a second of the limit reference, and ours. */
  limite: number;
  nosso: number;
  /** Our share of the limit's rate: the median of the rounds. */
  parte: number;
  /** At least this share of the limit's rate is promised. */
  promessa: number;
}

const ROTULO = 204;
/** Width of the limit's bar; the longest bar drawn is half as long again. */
const LARGURA = 320;
const MAIOR = 1.5;
const ALTURA = 54;
const TOPO = 64;

const STYLE = `
  .fundo { fill: #ffffff } text { fill: #1f2933; font: 13px system-ui, sans-serif }
  .titulo { font-weight: 600; font-size: 15px } .limite { fill: #9aa5b1 }
  .cumpre { fill: #1769aa } .falta { fill: #c2410c } .promessa { stroke: #1f2933; stroke-width: 2 }
  @media (prefers-color-scheme: dark) {
    .fundo { fill: #11161c } text { fill: #e6ebf0 } .limite { fill: #66727f }
    .cumpre { fill: #58a6e8 } .falta { fill: #f0883e } .promessa { stroke: #e6ebf0 }
  }`;

const escapeText = (texto: string): string =>
  texto.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const formatRate = (taxa: number): string => `${Math.round(taxa).toLocaleString('pt-BR')}/s`;

function drawBar({ trabalho, limite, nosso, parte, promessa }: LimitBar, i: number): string {
  const y = TOPO + i * ALTURA;
  const nossa = LARGURA * Math.min(parte, MAIOR);
  const marca = ROTULO + LARGURA * promessa;
  const classe = parte >= promessa ? 'cumpre' : 'falta';
  return `  <text x="12" y="${y + 24}">${escapeText(trabalho)}</text>
  <rect class="limite" x="${ROTULO}" y="${y}" width="${LARGURA}" height="16"/>
  <text x="${ROTULO + LARGURA + 8}" y="${y + 13}">${formatRate(limite)}</text>
  <rect class="${classe}" x="${ROTULO}" y="${y + 20}" width="${nossa.toFixed(1)}" height="16"/>
  <text x="${(ROTULO + Math.max(nossa, LARGURA * promessa) + 8).toFixed(1)}" y="${y + 33}">${formatRate(nosso)}</text>
  <line class="promessa" x1="${marca}" y1="${y - 3}" x2="${marca}" y2="${y + 39}"/>`;
}

/** The picture as SVG text, for a light and a dark page. */
export function drawBars(barras: LimitBar[]): string {
  const [largura, altura] = [ROTULO + LARGURA * MAIOR + 90, TOPO + barras.length * ALTURA];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${largura} ${altura}" width="${largura}" height="${altura}" role="img" aria-label="Pedidos por segundo ao lado do limite">
  <style>${STYLE}
  </style>
  <rect class="fundo" width="${largura}" height="${altura}"/>
  <text class="titulo" x="12" y="26">Pedidos por segundo</text>
  <text x="12" y="46">Em cima o limite, embaixo o UNIPARK; o traço é a promessa.</text>
${barras.map(drawBar).join('\n')}
</svg>
`;
}
