/** Progress in the terminal: one redrawn line, or plain lines where that is not possible. */
import { formatEspera } from '@unipark/contract/duracao';
import { number } from './rotulos.ts';

/** The part of a stream that a progress line needs. */
interface ProgressOutput {
  isTTY?: boolean;
  columns?: number;
  write(texto: string): unknown;
}

export interface ProgressReport {
  /** Shows the progress; `total` is null while it is not known. */
  show(feitos: number, total: number | null): void;
  /** Ends the line, so that other text may follow. */
  end(): void;
}

const REDESENHO_MS = 100;
const LINHA_MS = 5_000;
const BARRA = 24;
/** The rate of the first moments is not representative. */
const TAXA_MS = 1_000;

const decimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

interface ProgressPoint {
  feitos: number;
  total: number | null;
}

/** '45% · 104 de 233 marcas · 1,9/s · faltam 1 min'. The rate excludes an earlier run. */
function describe(
  { feitos, total }: ProgressPoint,
  inicio: ProgressPoint & { quando: number },
  unidade: string,
) {
  const partes: string[] = [];
  if (total !== null) {
    partes.push(`${Math.floor((100 * Math.min(feitos, total)) / Math.max(total, 1))}%`);
  }
  const quantos = number(feitos);
  partes.push(`${total === null ? quantos : `${quantos} de ${number(total)}`} ${unidade}`);
  const decorridos = performance.now() - inicio.quando;
  const taxa = (feitos - inicio.feitos) / (decorridos / 1_000);
  if (decorridos > TAXA_MS && taxa > 0) {
    partes.push(`${taxa < 10 ? decimal.format(taxa) : number(taxa)}/s`);
    if (total !== null && feitos < total)
      partes.push(`faltam ${formatEspera((total - feitos) / taxa)}`);
  }
  return partes.join(' · ');
}

function bar({ feitos, total }: ProgressPoint): string {
  const cheias = total ? Math.floor((BARRA * Math.min(feitos, total)) / total) : 0;
  return `[${'█'.repeat(cheias)}${'░'.repeat(BARRA - cheias)}] `;
}

/** A progress line on `saida`, counting `unidade` ('marcas'). */
export function createProgresso(saida: ProgressOutput, unidade: string): ProgressReport {
  const vivo = saida.isTTY === true;
  let inicio: (ProgressPoint & { quando: number }) | undefined;
  let ultimo: ProgressPoint | undefined;
  let escrito = Number.NEGATIVE_INFINITY;
  let pendente = false;

  function write(ponto: ProgressPoint): void {
    if (!inicio) return;
    escrito = performance.now();
    pendente = false;
    const texto = describe(ponto, inicio, unidade);
    if (!vivo) {
      saida.write(`${texto}\n`);
      return;
    }
    const linha = bar(ponto) + texto;
    // A line that wraps cannot be redrawn. Some terminals report 0 columns.
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
