/** Flame graphs of the dearest calls: where the server's processor time goes, by function. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { listWorks, measure } from './cadastro.ts';
import { writePicture } from './promessas.ts';
import { startBancada } from './servidor.ts';

const TRABALHOS = { 'GET um veículo': 'ler', 'lista de 50': 'listar', criar: 'criar' };
const [LARGURA, ALTURA, LETRA] = [1_200, 17, 6.6];
/** Narrower frames are not drawn. */
const MENOR = 0.8;
const SEM_TRABALHO = ['(root)', '(program)', '(idle)'];

interface ProfileNode {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number };
  children?: number[];
}
/** What `node --cpu-prof` writes; times in microseconds. */
interface CpuProfile {
  nodes: ProfileNode[];
  endTime: number;
  startTime: number;
  samples: number[];
  timeDeltas: number[];
}
interface Frame {
  nome: string;
  tempo: number;
  dentro: Map<string, Frame>;
}

const nameOf = ({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string =>
  `${functionName || '(anonymous)'}${url && ` ${basename(url)}:${lineNumber + 1}`}`;

/** The frames of the samples in the profile's last `duration` µs, merged by name. */
function foldSamples(profile: CpuProfile, duration: number): Frame {
  const nos = new Map(profile.nodes.map((no) => [no.id, no]));
  const pais = new Map(profile.nodes.flatMap((no) => (no.children ?? []).map((id) => [id, no])));
  const raiz: Frame = { nome: 'tudo', tempo: 0, dentro: new Map() };
  let agora = profile.startTime;
  for (const [i, amostra] of profile.samples.entries()) {
    const delta = profile.timeDeltas[i] ?? 0;
    agora += delta;
    const pilha: string[] = [];
    for (let no = nos.get(amostra); no; no = pais.get(no.id)) pilha.unshift(nameOf(no));
    const nomes = pilha.filter((nome) => !SEM_TRABALHO.includes(nome));
    if (agora < profile.endTime - duration || nomes.length === 0) continue;
    let quadro = raiz;
    raiz.tempo += delta;
    for (const nome of nomes) {
      const filho = quadro.dentro.get(nome) ?? { nome, tempo: 0, dentro: new Map() };
      quadro.dentro.set(nome, filho);
      filho.tempo += delta;
      quadro = filho;
    }
  }
  return raiz;
}

const escapeText = (texto: string): string =>
  texto.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function drawFlame(raiz: Frame, titulo: string): string {
  const partes: string[] = [];
  let fundo = 0;
  const draw = (quadro: Frame, x: number, nivel: number): void => {
    const largura = (quadro.tempo / raiz.tempo) * LARGURA;
    if (largura < MENOR) return;
    fundo = Math.max(fundo, nivel);
    const y = 30 + nivel * ALTURA;
    const parte = ((100 * quadro.tempo) / raiz.tempo).toFixed(1);
    const nome = escapeText(quadro.nome);
    const cabe = quadro.nome.slice(0, Math.max(0, Math.floor(largura / LETRA) - 1));
    const texto = cabe.length > 2 ? `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">` : '';
    partes.push(
      `<g><title>${nome}, ${parte}%</title><rect x="${x.toFixed(1)}" y="${y}" width="${largura.toFixed(1)}" height="${ALTURA - 1}" fill="hsl(${(nivel * 47) % 50} 80% 70%)"/>${texto && `${texto}${escapeText(cabe)}</text>`}</g>`,
    );
    let proximo = x;
    for (const filho of [...quadro.dentro.values()].sort((a, b) => b.tempo - a.tempo)) {
      draw(filho, proximo, nivel + 1);
      proximo += (filho.tempo / raiz.tempo) * LARGURA;
    }
  };
  draw(raiz, 0, 0);
  const altura = 30 + (fundo + 1) * ALTURA;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LARGURA} ${altura}" role="img" aria-label="${titulo}">
<style>text { font: 11px monospace; fill: #1f2933 } .titulo { font: 600 14px system-ui }</style>
<rect width="${LARGURA}" height="${altura}" fill="#fff"/><text class="titulo" x="8" y="20">${titulo}</text>
${partes.join('\n')}
</svg>
`;
}

/** Profiles each call under load on a server of its own. `duration`: seconds of each load. */
export async function benchChamas(veiculos: number, duration: number): Promise<void> {
  for (const [nome, arquivo] of Object.entries(TRABALHOS)) {
    const perfis = mkdtempSync(join(tmpdir(), 'unipark-perfil-'));
    const NODE_OPTIONS = `--cpu-prof --cpu-prof-dir=${perfis}`;
    const bancada = await startBancada(veiculos, { NODE_OPTIONS });
    const trabalho = listWorks(veiculos).find((cada) => cada.nome === nome);
    if (trabalho) await measure(bancada, trabalho, duration);
    await bancada.stop();
    // The longest profile is the server's; its threads have others.
    const perfil = readdirSync(perfis)
      .map((cada): CpuProfile => JSON.parse(readFileSync(join(perfis, cada), 'utf8')))
      .sort((a, b) => b.samples.length - a.samples.length)[0];
    rmSync(perfis, { recursive: true, force: true });
    if (!perfil) throw new Error(`${nome}: sem perfil`);
    const titulo = `${nome}: onde o tempo do servidor é gasto`;
    writePicture(arquivo, titulo, drawFlame(foldSamples(perfil, duration * 1e6), titulo));
  }
}
