import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThan, type EntityManager } from 'typeorm';
import { epochMs } from '../platform/live-cache/live-cache.js';
import type { PageRequest } from '../platform/http/page.js';
import { ApiToken } from './api-token.entity.js';
import { Client } from '../clients/client.entity.js';
import type { Mode } from './mode.js';
import { TERMS_IN_JSON, type SubscriptionTerms } from '../plans/subscription-terms.js';

/** A new token as it is stored. */
export type NewApiToken = Pick<
  ApiToken,
  'clientId' | 'domain' | 'tokenHash' | 'last4' | 'expiresAt'
>;

/** A client as operators see it. */
export interface ClientRow {
  id: number;
  name: string;
  email: string;
  createdAt: Date;
  subscription: (SubscriptionTerms & { plan: string }) | null;
  walletBalanceMinor: number;
  /** The database's clock when the client was read. */
  nowMs: number;
}

/** Whom a token lets in, as the client itself may see it. */
export interface TokenHolder extends SubscriptionTerms {
  clientId: number;
  clientName: string;
  last4: string;
  expiresAt: Date | null;
  /** As {@link normaliseDomain} leaves it. */
  domain: string;
  planCode: string;
  planName: string;
  isTest: boolean;
  /** The database's clock. */
  nowMs: number;
}

@Injectable()
export class AuthRepository {
  async insertClient(
    manager: EntityManager,
    client: Pick<Client, 'name' | 'email'> & { testOf?: number },
  ): Promise<number> {
    const { identifiers } = await manager.getRepository(Client).insert({ ...client });
    return (identifiers[0] as { id: number }).id;
  }

  /** Clients by id, with their subscriptions and wallets: all after an id, or the one of an id. */
  async listClients(
    manager: EntityManager,
    { afterId, limit, id = null }: { afterId: number; limit: number; id?: number | null },
  ): Promise<ClientRow[]> {
    return manager.query<ClientRow[]>(
      `SELECT c.id, c.name, c.email, c.created_at AS "createdAt",
          CASE WHEN s.client_id IS NOT NULL
            THEN json_build_object('plan', p.code, ${TERMS_IN_JSON})
          END AS subscription,
          coalesce(w.balance_minor, 0) AS "walletBalanceMinor", ${epochMs('now()')} AS "nowMs"
        FROM clients c
        LEFT JOIN subscriptions s ON s.client_id = c.id
        LEFT JOIN plans p ON p.id = s.plan_id
        LEFT JOIN wallets w ON w.client_id = c.id
        WHERE c.test_of IS NULL AND c.id > $1 AND ($2::integer IS NULL OR c.id = $2)
        ORDER BY c.id LIMIT $3`,
      [afterId, id, limit],
    );
  }

  /** Whom a token was made for; null where nobody is subscribed with it. */
  async findTokenHolder(manager: EntityManager, tokenHash: Buffer): Promise<TokenHolder | null> {
    const [found] = await manager.query<TokenHolder[]>(
      `SELECT owner.id AS "clientId", owner.name AS "clientName", c.test_of IS NOT NULL AS "isTest", t.last4,
          t.expires_at AS "expiresAt", t.domain,
          p.code AS "planCode", p.name AS "planName", s.status, ${epochMs('s.starts_at')} AS "startsAtMs",
          ${epochMs('s.ends_at')} AS "endsAtMs", ${epochMs('s.grace_ends_at')} AS "graceEndsAtMs",
          ${epochMs('now()')} AS "nowMs"
        FROM api_tokens t
        JOIN clients c ON c.id = t.client_id
        JOIN clients owner ON owner.id = coalesce(c.test_of, c.id)
        JOIN subscriptions s ON s.client_id = owner.id
        JOIN plans p ON p.id = s.plan_id
        WHERE t.token_hash = $1`,
      [tokenHash],
    );
    return found ?? null;
  }

  async lockClient(manager: EntityManager, id: number): Promise<Client | null> {
    return manager
      .getRepository(Client)
      .findOne({ where: { id, testOf: IsNull() }, lock: { mode: 'for_no_key_update' } });
  }

  /** The client's test side; null while it never had a test token. */
  async findTestSide(manager: EntityManager, testOf: number): Promise<number | null> {
    const found = await manager.getRepository(Client).findOneBy({ testOf });
    return found?.id ?? null;
  }

  /** The client behind a holder of tokens: behind a test side, the client whose it is. */
  async getOwner(
    manager: EntityManager,
    holderId: number,
  ): Promise<{ clientId: number; mode: Mode }> {
    const { id, testOf } = await manager.getRepository(Client).findOneByOrFail({ id: holderId });
    return testOf === null ? { clientId: id, mode: 'live' } : { clientId: testOf, mode: 'test' };
  }

  async updateClient(
    manager: EntityManager,
    id: number,
    change: Partial<Pick<Client, 'name' | 'email'>>,
  ): Promise<void> {
    await manager.getRepository(Client).update({ id }, change);
  }

  async insertToken(manager: EntityManager, token: NewApiToken): Promise<ApiToken> {
    const repository = manager.getRepository(ApiToken);
    const entity = repository.create(token);
    await repository.insert(entity);
    return entity;
  }

  async listTokens(
    manager: EntityManager,
    holderIds: readonly number[],
    { afterId, limit }: PageRequest,
  ): Promise<ApiToken[]> {
    return manager.getRepository(ApiToken).find({
      where: { clientId: In(holderIds), id: MoreThan(afterId) },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  async lockToken(manager: EntityManager, id: number): Promise<ApiToken | null> {
    return manager
      .getRepository(ApiToken)
      .findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /**
   * Ends a token after some seconds, unless it ends sooner; false when it has ended already. By the clock,
   * not by now(): this transaction may have begun before the one that it waited for.
   */
  async expireToken(manager: EntityManager, id: number, seconds: number): Promise<boolean> {
    const [, affected] = await manager.query<[unknown, number]>(
      `UPDATE api_tokens
        SET expires_at = least(expires_at, clock_timestamp() + make_interval(secs => $2)),
          rotated_at = clock_timestamp()
        WHERE id = $1 AND revoked_at IS NULL AND rotated_at IS NULL AND coalesce(expires_at > clock_timestamp(), true)`,
      [id, seconds],
    );
    return affected === 1;
  }

  /** Revokes a token; one that was revoked already stays as it is. */
  async revokeToken(manager: EntityManager, id: number): Promise<void> {
    await manager.query(
      'UPDATE api_tokens SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL',
      [id],
    );
  }
}
