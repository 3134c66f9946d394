import { TOLERANCE_MS } from './steady-clock.js';

const HOUR_MS = 3_600_000;
/** A longer time in which no instance ran is taken for a jump. */
const LONGEST_GAP_MS = 30 * 24 * HOUR_MS;
/** Elapsed time that a start after a gap has to wait, and after which its instance counts as one that ran before a jump. */
export const SETTLING_MS = 600_000;

/** Three clocks at the start of an instance, in milliseconds since 1970. */
export interface Witnesses {
  /** The database's clock. */
  readMs: number;
  /** The clock of this machine. */
  ownMs: number;
  /** The latest time of the database's clock that an instance trusted; null: none. */
  lastSeenMs: number | null;
}

/** Trust in the database's clock at the start of an instance. */
export interface Verdict {
  /** By how much the database's clock is probably wrong; 0: it is not. */
  skewMs: number;
  /** True if this machine's clock is probably the wrong one. */
  isOwnWrong: boolean;
  /** Time since an instance last trusted the clock, without the skew. */
  gapMs: number;
}

/**
 * Compares the clocks at a start. Where the database and this machine differ, the one that is farther from what was stored last is
 * probably wrong.
 */
export function verdictOf({ readMs, ownMs, lastSeenMs }: Witnesses): Verdict {
  const gapMs = lastSeenMs === null ? 0 : readMs - lastSeenMs;
  const apartMs = readMs - ownMs;
  const areApart = Math.abs(apartMs) > TOLERANCE_MS;
  const isOwnNearer = lastSeenMs !== null && Math.abs(ownMs - lastSeenMs) < Math.abs(gapMs);
  const wrongBy = (skewMs: number): Verdict => ({
    skewMs,
    isOwnWrong: areApart && skewMs === 0,
    gapMs: gapMs - skewMs,
  });
  if (gapMs < -TOLERANCE_MS) return wrongBy(gapMs);
  if (areApart && isOwnNearer) return wrongBy(apartMs);
  return wrongBy(gapMs > LONGEST_GAP_MS ? gapMs : 0);
}

/** Tells whether a stored skew is over: what the clocks themselves say fits the time at which one was last trusted far better. */
export function isStale(storedMs: number, { skewMs, isOwnWrong, gapMs }: Verdict): boolean {
  const gapIfStoredMs = gapMs + skewMs - storedMs;
  return !isOwnWrong && Math.abs(gapIfStoredMs) - Math.abs(gapMs) > Math.abs(storedMs) / 2;
}

/** Tells how long nothing may expire after a start, though no clock seems wrong: a person can notice a jump meanwhile. */
export function waitAfter({ gapMs }: Verdict): number {
  return gapMs > HOUR_MS ? SETTLING_MS : 0;
}
