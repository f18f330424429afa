/** The two clocks of a process: the system clock, which people may set, and the monotonic one. */
export interface Clock {
  /** The system time, for stored times. It may jump back or forward. */
  now(): Date;
  /** Monotonic milliseconds, for durations. */
  elapsed(): number;
}

export const systemClock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
};

/**
 * Whether a stored time is within these milliseconds. A time in the future comes from a wrong clock
 * and is not recent: otherwise it would stay recent for years.
 */
export const isRecent = (instante: string, ms: number): boolean =>
  Math.abs(Date.now() - Date.parse(instante)) < ms;
