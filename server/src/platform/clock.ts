/** The two clocks of a process: the system clock, which people may set, and the monotonic one. */
export interface Clock {
  /** The system time, for stored times. It may jump back or forward. */
  now(): Date;
  /** Monotonic milliseconds, for durations. */
  elapsed(): number;
}

/** What is added to this machine's clock. */
let correction = 0;

/**
 * Sets the difference between the clock that the nodes share, which is the database's, and this
 * machine's. It stays 0 with the embedded database.
 */
export function correctClock(ms: number): void {
  correction = ms;
}

/** The difference that is set, in milliseconds. */
export const clockCorrection = (): number => correction;

/** The time in milliseconds, by the clock that the nodes share: for all times that are stored. */
export const nowMs = (): number => Date.now() + correction;

export const nowDate = (): Date => new Date(nowMs());

export const nowIso = (): string => nowDate().toISOString();

export const systemClock: Clock = {
  now: nowDate,
  elapsed: () => performance.now(),
};

/**
 * Whether a stored time is within these milliseconds. A time in the future comes from a wrong clock
 * and is not recent: otherwise it would stay recent for years.
 */
export const isRecent = (instante: string, ms: number): boolean =>
  Math.abs(nowMs() - Date.parse(instante)) < ms;
