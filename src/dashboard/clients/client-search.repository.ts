import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { PageRequest } from '../../platform/http/paging/page.js';

/**
 * - live: it gives access now
 * - past_due: in its grace period or after it
 * - ended: it no longer gives access
 * - none: the client never had one
 */
export const SUBSCRIPTION_STATES = [...(['live', 'past_due', 'ended', 'none'] as const)];
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** Filter of clients; an undefined field does not restrict the result. */
export interface ClientFilter {
  /**
   * Part of the name, of an e-mail address of the client or its people, or of the store's domain. Or the id, also as in
   * `CL000017`, or at least six characters of the GSTIN, such as its PAN.
   */
  words?: string | undefined;
  plan?: string | undefined;
  state?: SubscriptionState | undefined;
  /** Earliest end of the subscription. */
  endsFrom?: Date | undefined;
  /** Latest end of the subscription, exclusive. */
  endsTo?: Date | undefined;
  /** Only clients with an empty wallet. */
  isWalletEmpty?: boolean | undefined;
  /** Only clients without a billing address in fields. */
  lacksBilling?: boolean | undefined;
}

/** SQL version of `isSubscriptionLive`; `s` is a row of subscriptions. */
const IS_LIVE = `(s.status IN ('trialing', 'active') OR s.grace_ends_at > now())
  AND s.starts_at <= now() AND (s.ends_at IS NULL OR s.ends_at > now())`;

const OF_STATE: Record<SubscriptionState, string> = {
  live: IS_LIVE,
  past_due: `s.status = 'past_due'`,
  // Without an end of grace, the condition is null.
  ended: `s.client_id IS NOT NULL AND (${IS_LIVE}) IS NOT TRUE`,
  none: 's.client_id IS NULL',
};

/** Finds clients by their own and related data. There are few enough to read them all. */
@Injectable()
export class ClientSearchRepository {
  /** Finds the ids of clients in order, without test clients. */
  async search(
    manager: EntityManager,
    filter: ClientFilter,
    { afterId, limit }: PageRequest,
  ): Promise<number[]> {
    const values: unknown[] = [afterId, limit];
    const conditions = conditionsOf(filter, (value) => `$${values.push(value)}`);
    const found = await manager.query<{ id: number }[]>(
      `SELECT c.id FROM clients c
        LEFT JOIN subscriptions s ON s.client_id = c.id
        LEFT JOIN plans p ON p.id = s.plan_id
        LEFT JOIN ledger_accounts a ON a.client_id = c.id
        WHERE ${['c.test_of IS NULL', 'c.id > $1', ...conditions].join(' AND ')}
        ORDER BY c.id LIMIT $2`,
      values,
    );
    return found.map(({ id }) => id);
  }
}

function conditionsOf(filter: ClientFilter, parameter: (value: unknown) => string): string[] {
  const { words, plan, state, endsFrom, endsTo, isWalletEmpty, lacksBilling } = filter;
  return [
    ...(words === undefined ? [] : [matches(words, parameter)]),
    ...(plan === undefined ? [] : [`p.code = ${parameter(plan)}`]),
    ...(state === undefined ? [] : [OF_STATE[state]]),
    ...(endsFrom === undefined ? [] : [`s.ends_at >= ${parameter(endsFrom)}`]),
    ...(endsTo === undefined ? [] : [`s.ends_at < ${parameter(endsTo)}`]),
    ...(isWalletEmpty === true ? ['coalesce(a.balance_minor, 0) = 0'] : []),
    ...(lacksBilling === true ? ['c.billing_state IS NULL'] : []),
  ];
}

/** Shorter parts, such as the code of a state, are in the GSTIN of too many clients. */
const GSTIN_PART_MIN = 6;

function matches(search: string, parameter: (value: unknown) => string): string {
  const words = search.trim();
  const part = `fold_text(${parameter(words)}::text)`;
  const id = /^(?:CL)?0*([1-9]\d{0,8})$/i.exec(words)?.[1];
  const found = [
    // Signs alone are in no name.
    `position(nullif(${joined(part)}, '') IN ${joined('fold_text(c.name)')}) > 0`,
    `position(${part} IN lower(c.email)) > 0`,
    ...(id === undefined ? [] : [`c.id = ${parameter(Number(id))}`]),
    ...(words.length < GSTIN_PART_MIN ? [] : [`position(upper(${part}) IN c.gstin) > 0`]),
    `EXISTS (SELECT FROM members m JOIN users u ON u.id = m.user_id
      WHERE m.client_id = c.id AND position(${part} IN u.email) > 0)`,
    `EXISTS (SELECT FROM api_tokens t WHERE t.client_id = c.id AND position(${part} IN t.domain) > 0)`,
  ];
  return `(${found.join(' OR ')})`;
}

/** Writes SQL for a text without apostrophes and hyphens. */
function joined(text: string): string {
  return `translate(${text}, '''’‘ʼ\`´‐‑-', '')`;
}
