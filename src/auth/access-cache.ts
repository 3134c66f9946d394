import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../platform/clock/database-clock.js';
import { epochMs, LiveCache } from '../platform/live-cache/live-cache.js';
import {
  isSubscriptionLive,
  TERMS_IN_JSON,
  type SubscriptionTerms,
} from '../plans/subscription-terms.js';
import type { ReservationLimits } from './caller.js';

/** The access of a client, by the database's clock. */
export interface ClientAccess {
  clientId: number;
  /** null: the client never had a subscription. */
  planId: number | null;
  isSubscriptionLive: boolean;
  isTest: boolean;
  reservationLimits: ReservationLimits;
}

/** The access that a token gives. */
interface Access extends ClientAccess {
  tokenId: number;
  domain: string;
}

interface TokenRow {
  id: number;
  /** SHA-256 in base64. */
  hash: string;
  domain: string;
  expiresAtMs: number | null;
}

interface AccessRow {
  clientId: number;
  isTest: boolean;
  reservationLimits: ReservationLimits;
  subscription: (SubscriptionTerms & { planId: number }) | null;
  /** Tokens that were not revoked. */
  tokens: TokenRow[] | null;
}

interface Accesses {
  clients: Map<number, AccessRow>;
  /** Tokens by hash. */
  tokens: Map<string, TokenRow & { clientId: number }>;
}

/** Tokens and subscription of every client in memory, as current as the latest refresh of {@link LiveCache}. */
@Injectable()
export class AccessCache {
  private accesses = emptyAccesses();
  private changes = 0;

  constructor(
    private readonly liveCache: LiveCache,
    private readonly clock: DatabaseClock,
  ) {
    liveCache.add<AccessRow>({
      kind: 'client',
      select: (condition) =>
        `SELECT c.id AS "clientId", c.test_of IS NOT NULL AS "isTest",
            json_build_object('maxReservedUnits', c.max_reserved_units, 'maxOpenValueMinor', c.max_open_value_minor)
              AS "reservationLimits",
            CASE WHEN s.client_id IS NOT NULL
              THEN json_build_object('planId', s.plan_id, ${TERMS_IN_JSON})
            END AS subscription,
            (
              SELECT json_agg(json_build_object(
                'id', t.id, 'hash', encode(t.token_hash, 'base64'), 'domain', t.domain,
                'expiresAtMs', ${epochMs('t.expires_at')}
              )) FROM api_tokens t WHERE t.client_id = c.id AND t.revoked_at IS NULL
            ) AS tokens
          FROM clients c LEFT JOIN subscriptions s ON s.client_id = coalesce(c.test_of, c.id)
          WHERE ${condition('c.id')}`,
      load: () => {
        const loaded = emptyAccesses();
        return {
          add: (rows) => rows.forEach((row) => put(loaded, row)),
          finish: () => {
            this.accesses = loaded;
            this.changes += 1;
          },
        };
      },
      replace: (ids, rows) => {
        ids.forEach((id) => remove(this.accesses, id));
        rows.forEach((row) => put(this.accesses, row));
        this.changes += 1;
      },
    });
  }

  /** Counts the refreshes that changed a token or a subscription. Both may also end by the clock. */
  get changeNumber(): number {
    return this.changes;
  }

  /** Finds the access of a live token; null if there is no such token or it has ended. */
  find(tokenHash: string): Access | null {
    const token = this.accesses.tokens.get(tokenHash);
    if (token === undefined) return null;
    const { id: tokenId, clientId, domain, expiresAtMs } = token;
    if (expiresAtMs !== null && expiresAtMs <= this.nowMs()) return null;
    const client = this.findClient(clientId);
    return client && { ...client, tokenId, domain };
  }

  /** Finds the access of a client; null if there is no such client. */
  findClient(clientId: number): ClientAccess | null {
    const client = this.accesses.clients.get(clientId);
    if (client === undefined) return null;
    const { subscription, isTest, reservationLimits } = client;
    return {
      clientId,
      planId: subscription?.planId ?? null,
      isSubscriptionLive: subscription !== null && isSubscriptionLive(subscription, this.nowMs()),
      isTest,
      reservationLimits,
    };
  }

  /** Returns the present time for comparisons with the ends of access. It ignores jumps of the clock. */
  private nowMs(): number {
    return this.clock.steadied(this.liveCache.nowMs);
  }

  /** Finds a token that was not revoked, even if it has expired. */
  findToken(tokenHash: string): { id: number; clientId: number } | null {
    return this.accesses.tokens.get(tokenHash) ?? null;
  }
}

function emptyAccesses(): Accesses {
  return { clients: new Map(), tokens: new Map() };
}

function put({ clients, tokens }: Accesses, row: AccessRow): void {
  const { clientId } = row;
  clients.set(clientId, row);
  for (const token of row.tokens ?? []) tokens.set(token.hash, { ...token, clientId });
}

function remove({ clients, tokens }: Accesses, clientId: number): void {
  for (const { hash } of clients.get(clientId)?.tokens ?? []) tokens.delete(hash);
  clients.delete(clientId);
}
