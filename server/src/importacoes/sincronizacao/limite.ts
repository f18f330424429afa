/** Whether a run changes more of the register than the server may change by itself. */
const number = (valor: number): string => valor.toLocaleString('pt-BR');

interface SyncExtent {
  tocados: number;
  /** How many there are. */
  de: number;
  limite: number;
  /** 'mudaria' */
  verbo: string;
  /** 'proprietários' */
  nomes: string;
}

/** The sentence for a run above the limit; undefined within it. */
export function describeExcess({ tocados, de, limite, verbo, nomes }: SyncExtent) {
  if (tocados * 100 <= de * limite) return undefined;
  if (de === 0) {
    return `O cadastro está vazio: a primeira carga, de ${number(tocados)} ${nomes}, é sempre aprovada por uma pessoa.`;
  }
  // Never the limit itself, which it exceeds.
  const parte = Math.ceil((tocados * 100) / de);
  return `${verbo} ${number(tocados)} de ${number(de)} ${nomes} (${parte} %), acima do limite de ${limite} %.`;
}
