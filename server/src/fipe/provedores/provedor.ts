import type { ProvedorFipe } from '@unipark/contract/fipe';

/** One make, model or year: FIPE's code, and the name for people. */
export interface FipeItem {
  codigo: string;
  nome: string;
}

/** The codes above a list: makes of a type, models of a make, years of a model. */
export interface FipeLevel {
  tipo: string;
  marca?: string;
  modelo?: string;
}

/** A reference month of the table, '2026-11', with the provider's number for it. */
export interface Referencia {
  codigo: string;
  mes: string;
}

/**
 * One provider. Each call is one network request, limited in time and size, or two when the
 * provider needs the reference month; a failure is a `FalhaDoProvedor`, never a partial answer.
 */
export interface FipeProvider {
  nome: ProvedorFipe;
  getReferencia(sinal: AbortSignal): Promise<Referencia>;
  /** The items below these codes, in the provider's order; [] when it has none. */
  list(nivel: FipeLevel, sinal: AbortSignal): Promise<FipeItem[]>;
}

/** Why a provider did not answer, as a sentence for staff. */
export class FalhaDoProvedor extends Error {
  override name = 'FalhaDoProvedor';
  /** The provider refused (403, 429, a page instead of data): further requests would be rude. */
  readonly recusa: boolean;
  /** Seconds of its Retry-After, when it sent one. */
  readonly esperarS: number | undefined;

  constructor(
    motivo: string,
    { recusa = false, esperarS }: { recusa?: boolean; esperarS?: number } = {},
  ) {
    super(motivo);
    this.recusa = recusa;
    this.esperarS = esperarS;
  }
}

/** The providers as one: the first working one answers; one that fails is paused. */
export interface Cadeia {
  /** False: no provider is configured, and no request is allowed. */
  readonly temProvedores: boolean;
  /**
   * A caller that waits gives `prazoMs`, and has the answer or the failure by then; without it each
   * provider has its own time limit.
   * @throws {FalhaDoProvedor} when none of them answered in time
   */
  list(
    nivel: FipeLevel,
    sinal: AbortSignal,
    prazoMs?: number,
  ): Promise<{ itens: FipeItem[]; provedor: ProvedorFipe }>;
  /** @throws {FalhaDoProvedor} when none of them answered in time */
  getReferencia(sinal: AbortSignal): Promise<Referencia & { provedor: ProvedorFipe }>;
  /** The state of each provider, in the order of asking. */
  getEstado(): {
    nome: ProvedorFipe;
    descansando: boolean;
    ultimoSucesso: string | null;
    ultimaFalha: { quando: string; motivo: string } | null;
  }[];
}
