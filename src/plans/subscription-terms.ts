import { epochMs } from '../platform/live-cache/live-cache.js';

/** Terms that decide whether a subscription is live; times in ms since 1970. */
export interface SubscriptionTerms {
  status: string;
  startsAtMs: number;
  /** End of validity (exclusive); null: open-ended. */
  endsAtMs: number | null;
  /** End of the grace period of a past_due subscription. */
  graceEndsAtMs: number | null;
}

/** SQL of a row `s` of subscriptions as pairs of PostgreSQL's `json_build_object`. */
export const TERMS_IN_JSON = `'status', s.status, 'startsAtMs', ${epochMs('s.starts_at')},
  'endsAtMs', ${epochMs('s.ends_at')}, 'graceEndsAtMs', ${epochMs('s.grace_ends_at')}`;

/** Returns true if a subscription gives access. It is in its period, and trialing, active, or past due within its grace period. */
export function isSubscriptionLive(
  { status, startsAtMs, endsAtMs, graceEndsAtMs }: SubscriptionTerms,
  nowMs: number,
): boolean {
  const isInGoodStanding =
    status === 'trialing' || status === 'active' || (graceEndsAtMs ?? 0) > nowMs;
  return isInGoodStanding && startsAtMs <= nowMs && (endsAtMs === null || endsAtMs > nowMs);
}
