/** How far long work in the terminal is: one line redrawn, or a line now and then where none can be. */
import { duracao } from '@unipark/contract/fipe';

/** The part of a stream that a progress line needs. */
interface Saida {
  isTTY?: boolean;
  columns?: number;
  write(texto: string): unknown;
}

export interface Progresso {
  /** Says how far it is; `total` is null while nobody can tell. */
  show(feitos: number, total: number | null): void;
  /** Ends the line, so that other words may follow. */
  end(): void;
}

const REDESENHO_MS = 100;
const LINHA_MS = 5_000;
const BARRA = 24;
/** A rate of the first moments says nothing about the rest. */
const TAXA_MS = 1_000;

const inteiro = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 });
const decimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

interface Ponto {
  feitos: number;
  total: number | null;
}

/** '45% · 104 de 233 marcas · 1,9/s · faltam 1 min'. What an earlier run did is not this one's rate. */
function describe({ feitos, total }: Ponto, inicio: Ponto & { quando: number }, unidade: string) {
  const partes: string[] = [];
  if (total !== null) {
    partes.push(`${Math.floor((100 * Math.min(feitos, total)) / Math.max(total, 1))}%`);
  }
  const quantos = inteiro.format(feitos);
  partes.push(`${total === null ? quantos : `${quantos} de ${inteiro.format(total)}`} ${unidade}`);
  const decorridos = performance.now() - inicio.quando;
  const taxa = (feitos - inicio.feitos) / (decorridos / 1_000);
  if (decorridos > TAXA_MS && taxa > 0) {
    partes.push(`${(taxa < 10 ? decimal : inteiro).format(taxa)}/s`);
    if (total !== null && feitos < total) partes.push(`faltam ${duracao((total - feitos) / taxa)}`);
  }
  return partes.join(' · ');
}

function bar({ feitos, total }: Ponto): string {
  const cheias = total ? Math.floor((BARRA * Math.min(feitos, total)) / total) : 0;
  return `[${'█'.repeat(cheias)}${'░'.repeat(BARRA - cheias)}] `;
}

/** A progress line on `saida`, counting `unidade` ('marcas'). */
export function createProgresso(saida: Saida, unidade: string): Progresso {
  const vivo = saida.isTTY === true;
  let inicio: (Ponto & { quando: number }) | undefined;
  let ultimo: Ponto | undefined;
  let escrito = Number.NEGATIVE_INFINITY;
  let pendente = false;

  function write(ponto: Ponto): void {
    if (!inicio) return;
    escrito = performance.now();
    pendente = false;
    const texto = describe(ponto, inicio, unidade);
    if (!vivo) {
      saida.write(`${texto}\n`);
      return;
    }
    const linha = bar(ponto) + texto;
    // A line that breaks cannot be redrawn: a narrow window goes without the bar. Some say 0 columns.
    const largura = (saida.columns || 80) - 1;
    saida.write(`\r\x1b[K${linha.length > largura ? texto.slice(0, largura) : linha}`);
  }

  return {
    show(feitos, total) {
      ultimo = { feitos, total };
      inicio ??= { ...ultimo, quando: performance.now() };
      pendente = true;
      if (performance.now() - escrito >= (vivo ? REDESENHO_MS : LINHA_MS)) write(ultimo);
    },
    end() {
      if (!ultimo) return;
      if (pendente) write(ultimo);
      if (vivo) saida.write('\n');
      ultimo = undefined;
      inicio = undefined;
      escrito = Number.NEGATIVE_INFINITY;
    },
  };
}
