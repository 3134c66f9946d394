import type { CourierAccount } from './courier-account.entity.js';

/** Reasons of pauses that the service itself knows; others are the courier's. */
export type PauseReason =
  | 'too_many_calls'
  | 'keys_refused'
  | 'no_money_at_courier'
  | 'secrets_key_wrong';

/** A pause without money ends bookings alone: what is on the way is still followed. */
const OF_BOOKINGS: PauseReason = 'no_money_at_courier';

/** SQL condition: the work of the account `a` waits. */
export const WAITS = `(a.paused_until > clock_timestamp() AND a.pause_reason <> '${OF_BOOKINGS}')`;

/** SQL condition: bookings of the account `a` wait. */
export const BOOKINGS_WAIT = '(a.paused_until > clock_timestamp() OR NOT a.is_active)';

/** What an account is opened for: a booking costs money, a check ends a pause. */
export type CourierWork = 'booking' | 'asking' | 'check';

/** Finds why an account's work has to wait; null: it need not. */
export function pauseOf(
  { isActive, pausedUntil, pauseReason }: CourierAccount,
  work: CourierWork,
): string | null {
  if (work === 'check') return null;
  if (work === 'booking' && !isActive) return 'inactive';
  const isPaused = pausedUntil !== null && pausedUntil.getTime() > Date.now();
  if (!isPaused || (work === 'asking' && pauseReason === OF_BOOKINGS)) return null;
  return pauseReason;
}
