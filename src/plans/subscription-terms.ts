import { epochMs } from '../platform/live-cache/live-cache.js';

/** What decides whether a subscription is live; times in ms since 1970. */
export interface SubscriptionTerms {
  status: string;
  startsAtMs: number;
  /** End of validity (exclusive); null: open-ended. */
  endsAtMs: number | null;
  /** Until when a past_due subscription is still live. */
  graceEndsAtMs: number | null;
}

/** The terms of a row `s` of subscriptions, among the pairs of PostgreSQL's `json_build_object`. */
export const TERMS_IN_JSON = `'status', s.status, 'startsAtMs', ${epochMs('s.starts_at')},
  'endsAtMs', ${epochMs('s.ends_at')}, 'graceEndsAtMs', ${epochMs('s.grace_ends_at')}`;

/** Returns whether a subscription gives access: trialing, active or past due within its grace, and in its period. */
export function isSubscriptionLive(
  { status, startsAtMs, endsAtMs, graceEndsAtMs }: SubscriptionTerms,
  nowMs: number,
): boolean {
  const isInGoodStanding =
    status === 'trialing' || status === 'active' || (graceEndsAtMs ?? 0) > nowMs;
  return isInGoodStanding && startsAtMs <= nowMs && (endsAtMs === null || endsAtMs > nowMs);
}
