/** When the server makes its next backup, and when administrators are told that there is none. */
import type { FastifyBaseLogger } from 'fastify';

const UMA_HORA_MS = 3_600_000;
const OLHAR_MS = 60_000;
/** After a failure. */
const NOVA_TENTATIVA_MS = 10 * 60_000;
/** The schedule may miss one turn before people are told. */
const ATRASO_MS = 2.5 * UMA_HORA_MS;
/** A server makes its first one within this time. */
const PRIMEIRA_MS = 5 * OLHAR_MS;

const ATRASADA =
  'Não há cópia de segurança das últimas horas. Veja o motivo em Configurações › Cópias.';

interface AgendaCopiasDeps {
  /** Whether the administration wants a backup each hour. */
  isOn: () => Promise<boolean>;
  isBusy: () => boolean;
  /** Whether this server makes them: one of those that share a database. */
  leads: () => boolean;
  /** Milliseconds since the newest backup; undefined without one. */
  ageOfNewest: () => Promise<number | undefined>;
  /** Runs before the age is asked for the first time. */
  beforeFirst: () => Promise<void>;
  make: () => void;
  log: Pick<FastifyBaseLogger, 'error'>;
}

export function createAgenda(deps: AgendaCopiasDeps) {
  const { isOn, isBusy, leads, ageOfNewest, beforeFirst, make, log } = deps;
  const inicio = performance.now();
  let atrasada = false;
  /** The line of the log is written once. */
  let avisada = false;
  /** When the next one is due, on the clock that is never set. */
  let proxima: number | undefined;
  let relogio: NodeJS.Timeout | undefined;

  async function isDue(): Promise<boolean> {
    if (proxima !== undefined) return performance.now() >= proxima;
    await beforeFirst();
    const idade = await ageOfNewest();
    return idade === undefined || idade >= UMA_HORA_MS;
  }

  /** Late only while the schedule is on, and after it had the time for one. */
  async function isLate(): Promise<boolean> {
    if (performance.now() - inicio < PRIMEIRA_MS) return false;
    const idade = await ageOfNewest();
    return (idade === undefined || idade > ATRASO_MS) && (await isOn());
  }

  async function turn(): Promise<void> {
    if (leads() && !isBusy() && (await isOn()) && (await isDue())) {
      proxima = performance.now() + NOVA_TENTATIVA_MS;
      make();
    }
    atrasada = await isLate();
    if (!atrasada || avisada) return;
    avisada = true;
    log.error('no backup for hours');
  }

  return {
    isLate,

    /** A sentence for administrators; null while backups are made in time. */
    getNotice: (): string | null => (atrasada ? ATRASADA : null),

    /** A backup was made: the next one is due in an hour. */
    noteMade(): void {
      proxima = performance.now() + UMA_HORA_MS;
    },

    start(): void {
      relogio = setInterval(() => {
        // A database that does not answer is reported elsewhere.
        turn().catch((err: unknown) => log.error({ err }, 'no look at the backups'));
      }, OLHAR_MS);
      relogio.unref();
    },

    stop: (): void => clearInterval(relogio),
  };
}
