import { AppError } from '../errors.js';
import { requestContext } from '../request-context.js';

/** Longer than the shipped proxies wait for an order. A caller may have given up what it sent, and have sent it again. */
const STANDSTILL_MS = 7_000;
/** Time in which the requests arrive that the system received during a standstill. */
const ARRIVAL_MS = 2_000;
const TICK_MS = 1_000;

/** Times of the wall clock, which goes on while a machine is suspended. */
let seenAtMs: number | null = null;
let endedAtMs = -Infinity;

/** Notices from now on when this process stands still, as a frozen or suspended one does. */
export function watchForStandstill(): void {
  seenAtMs = Date.now();
  setInterval(noteTurn, TICK_MS).unref();
}

/** Notes that the process runs. The first call after a standstill notices it. */
export function noteTurn(): void {
  if (seenAtMs === null) return;
  const nowMs = Date.now();
  if (nowMs - seenAtMs > STANDSTILL_MS) endedAtMs = nowMs;
  seenAtMs = nowMs;
}

/** Lets the current request be refused by {@link beginWork} until it has begun a transaction. */
export function refuseAfterStandstill(): void {
  const context = requestContext();
  if (context !== undefined) context.hasBegun ??= false;
}

/** Notes that the current request begins a transaction. @throws AppError paused if it came before the end of a standstill, or right after */
export function beginWork(): void {
  const context = requestContext();
  if (context?.hasBegun !== false) return;
  noteTurn();
  if (context.receivedAtMs < endedAtMs + ARRIVAL_MS) {
    throw new AppError('paused', { retryAfterSeconds: ARRIVAL_MS / 1_000 });
  }
  context.hasBegun = true;
}
