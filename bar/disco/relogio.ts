const Real = Date;

/** Sets the clock `ms` ahead of the real time; 0 restores it. */
export function moveClock(ms: number): void {
  globalThis.Date =
    ms === 0
      ? Real
      : (class extends Real {
          constructor(...args: [] | [string | number | Date]) {
            if (args.length === 0) super(Real.now() + ms);
            else super(...args);
          }
          static override now(): number {
            return Real.now() + ms;
          }
        } as DateConstructor);
}
