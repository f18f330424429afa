/** What every provider of the table can be asked, whatever its own words are. */
import type { ProvedorFipe } from '@unipark/contract/fipe';

/** One make, model or year: FIPE's code, and the name people read. */
export interface Item {
  codigo: string;
  nome: string;
}

/** Makes of a type, models of a make, years of a model: the codes on the way there. */
export interface Nivel {
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
 * One provider. Each call is one question over the network, in time and size, or two where the
 * provider wants the reference month named; a failure is a `FalhaDoProvedor`, never half an answer.
 */
export interface Provedor {
  nome: ProvedorFipe;
  /** The newest reference month it has. */
  referencia(sinal: AbortSignal): Promise<Referencia>;
  /** What stands below these codes, in the provider's order; [] when it knows nothing there. */
  list(nivel: Nivel, sinal: AbortSignal): Promise<Item[]>;
}

/** Why a provider did not answer, as a sentence that staff can read. */
export class FalhaDoProvedor extends Error {
  override name = 'FalhaDoProvedor';
  /** It told us to stay away (403, 429, a page in the place of data): asking on would be rude. */
  readonly recusa: boolean;
  /** Seconds it asked for (Retry-After), where it did. */
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

/** The providers as one: the first that is well answers; one that fails is left alone for a while. */
export interface Cadeia {
  /** False: no provider is configured, and nothing may be asked. */
  readonly temProvedores: boolean;
  /**
   * Somebody who waits for it gives `prazoMs`, and has the answer or the failure by then; without
   * it each provider has the time that its own questions have.
   * @throws {FalhaDoProvedor} when none of them answered in time
   */
  list(
    nivel: Nivel,
    sinal: AbortSignal,
    prazoMs?: number,
  ): Promise<{ itens: Item[]; provedor: ProvedorFipe }>;
  /** @throws {FalhaDoProvedor} when none of them answered in time */
  referencia(sinal: AbortSignal): Promise<Referencia & { provedor: ProvedorFipe }>;
  /** How each of them fares, in the order of asking. */
  estado(): {
    nome: ProvedorFipe;
    descansando: boolean;
    ultimoSucesso: string | null;
    ultimaFalha: { quando: string; motivo: string } | null;
  }[];
}
