/** What was promised and what was measured, in rows: printed, written, and with `--check` judged. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { drawBars, type LimitBar } from './grafico.ts';

/** One promise of the benchmark with its measured value. */
export interface PromiseRow {
  trabalho: string;
  promessa: string;
  medido: string;
  cumpre: boolean;
}

/** Why a missed promise is missed, by the name of its work. */
const PORQUES: Record<string, string> = {
  'GET um veículo':
    'metade é o HTTP do Node, que o limite também paga; o resto são a sessão e a conta lidas a cada pedido (o limite compara um texto na memória), a validação da placa e os cabeçalhos de segurança. Sem os outros trabalhos antes, mede-se 1,7 vezes a CPU e 0,59 da taxa.',
  'lista de 50':
    'as linhas e o JSON custam quase o mesmo que no limite (0,06 ms de 0,18); o resto é o que um GET paga a mais, a consulta conferida campo a campo, o total e os cursores da página.',
  'busca, 200 termos, de':
    'só crescem os termos de duas palavras com milhares de achados: de 0,75 ms com 10.000 veículos para 21 ms com 1.000.000; placas, palavras comuns e termos sem achado ficam abaixo de 0,9 ms. Dos 21 ms, 16 são o número exato de achados, que X-Total-Count promete até 10.000 (o índice cruza os trigramas das duas palavras em 5.500 veículos), e 4,5 são a ordem percorrida até encher a página. Sem contar, e com o índice na ordem da lista, a página levaria 0,4 ms.',
  'passagem até o evento, 200 ouvintes':
    'o evento sai depois da gravação: quando o disco demora a confirmar uma, todos os ouvintes esperam por ela (a mediana é de 20 a 30 ms).',
  'partida até o primeiro 200':
    'a medida inclui o início do Node, de 0,3 s, e a primeira leitura do banco, do disco.',
  'PostgreSQL, GET um veículo':
    'cada pedido faz duas idas ao banco, a da sessão e conta e a do veículo; o limite faz uma. Ao lado de um limite que também faz duas mede-se 0,49 da taxa (3.700 e 8.300 pedidos por segundo).',
  'Ano no PostgreSQL, por três letras':
    'três letras são o trigrama mais comum possível: o índice devolve milhares de passagens, que o PostgreSQL confere uma a uma.',
  'Ano no PostgreSQL, por primeiro nome':
    'um primeiro nome é de milhares de proprietários: as passagens de todos são contadas e lidas até encher a página; a mesma medida foi de 42 ms em uma máquina menos ocupada.',
  'Ano, por primeiro nome':
    'um primeiro nome é de milhares de proprietários, e as passagens de todos são lidas até encher a página; a mesma medida foi de 39 ms em uma máquina menos ocupada.',
  'PostgreSQL, busca, uma conexão':
    'a consulta usa a sua própria CPU e a do banco, uma depois da outra; a mesma medida foi de 19 ms em uma máquina menos ocupada.',
  'memória ociosa':
    '62 MB são o programa do Node e bibliotecas, que outros processos compartilham; 43 MB o que o V8 reserva para os módulos, o resto o SQLite e as filas; o Node sozinho ocupa de 45 a 50 MB.',
};

const linhas: PromiseRow[] = [];
const tabelas: { titulo: string; linhas: Record<string, string | number>[] }[] = [];
const barras: LimitBar[] = [];
const shown = (valor: number): string => String(Number(valor.toPrecision(3)));

export function promiseAtMost(trabalho: string, medido: number, teto: number, unidade = ''): void {
  const promessa = `≤ ${teto}${unidade}`;
  linhas.push({ trabalho, promessa, medido: shown(medido) + unidade, cumpre: medido <= teto });
}

export function promiseAtLeast(trabalho: string, medido: number, piso: number, unidade = ''): void {
  const promessa = `≥ ${piso}${unidade}`;
  linhas.push({ trabalho, promessa, medido: shown(medido) + unidade, cumpre: medido >= piso });
}

/** Promises a share of the limit's rate, and keeps both rates for the picture of the report. */
export function promiseRate(barra: LimitBar): void {
  const { trabalho, parte, promessa } = barra;
  promiseAtLeast(`${trabalho}: pedidos/s`, parte, promessa, ' × limite');
  barras.push(barra);
}

/** Keeps, as a missed promise, that a benchmark ended before its figures. */
export function failRun(nome: string, erro: unknown): void {
  const medido = String(erro).split('\n')[0] ?? '';
  linhas.push({ trabalho: nome, promessa: 'chega ao fim', medido, cumpre: false });
}

/** Prints a table of figures and keeps it for the report. */
export function showTable(titulo: string, dados: Record<string, string | number>[]): void {
  console.log(`\n${titulo}`);
  console.table(dados);
  tabelas.push({ titulo, linhas: dados });
}

function asMarkdown(dados: Record<string, string | number | boolean>[]): string {
  const nomes = Object.keys(dados[0] ?? {});
  const line = (celulas: unknown[]): string => `| ${celulas.join(' | ')} |`;
  return [
    line(nomes),
    line(nomes.map(() => '---')),
    ...dados.map((linha) => line(nomes.map((nome) => linha[nome]))),
  ].join('\n');
}

/** Prints the promises. @returns whether all were kept */
export function reportPromises(): boolean {
  if (linhas.length === 0) return true;
  console.log('\nPromessas');
  console.table(linhas);
  return linhas.every(({ cumpre }) => cumpre);
}

const PASTA = fileURLToPath(new URL('./results/', import.meta.url));
const hoje = new Date().toISOString().slice(0, 10);
const figuras: string[] = [];

/** A sentence for each missed promise whose reason is known. */
const explainMissed = (): string[] =>
  Object.entries(PORQUES)
    .filter(([nome]) => linhas.some(({ trabalho, cumpre }) => !cumpre && trabalho.startsWith(nome)))
    .map(([nome, porque]) => `- **${nome}**: ${porque}`);

/** Writes `bench/results/DATE-NAME.svg`, to which the report of this run then leads. */
export function writePicture(nome: string, titulo: string, svg: string): void {
  mkdirSync(PASTA, { recursive: true });
  writeFileSync(`${PASTA}${hoje}-${nome}.svg`, svg);
  figuras.push(`- [${titulo}](${hoje}-${nome}.svg)`);
}

/**
 * Writes `bench/results/DATE.md` and its picture: after a run of all benchmarks, for a part would
 * replace the whole.
 */
export function writeReport(): void {
  const faltas = explainMissed();
  const memoria = Math.round(totalmem() / 1024 ** 3);
  mkdirSync(PASTA, { recursive: true });
  writeFileSync(`${PASTA}${hoje}.svg`, drawBars(barras));
  writeFileSync(
    `${PASTA}${hoje}.md`,
    `${[
      `# Benchmark, ${hoje}`,
      `${cpus().length} cores, ${memoria} GiB, Node ${process.versions.node}; the load runs on the same cores. Made by \`npm run bench\`.`,
      `![Pedidos por segundo ao lado do limite](${hoje}.svg)`,
      asMarkdown(linhas.map((linha) => ({ ...linha, cumpre: linha.cumpre ? '✓' : '✕' }))),
      ...(faltas.length > 0 ? ['## Por que falta', faltas.join('\n')] : []),
      ...tabelas.flatMap(({ titulo, linhas: dados }) => [`## ${titulo}`, asMarkdown(dados)]),
      ...(figuras.length > 0 ? ['## Onde o tempo é gasto', figuras.join('\n')] : []),
    ].join('\n\n')}\n`,
  );
}
