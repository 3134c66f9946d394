import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, MoreThan, type EntityManager } from 'typeorm';
import type { PageRequest } from '../http/page.js';
import { ApiToken } from './api-token.entity.js';
import { Client } from './client.entity.js';

/** What the access checks need to know of a token, judged by the database's clock. */
export interface Access {
  clientId: number;
  domain: string;
  isTokenLive: boolean;
  /** null: the client never had a subscription. */
  planId: number | null;
  isSubscriptionLive: boolean;
}

/** A new token as it is stored. */
export type NewApiToken = Pick<
  ApiToken,
  'clientId' | 'domain' | 'tokenHash' | 'last4' | 'expiresAt'
>;

/** A client as operators see it; instants as PostgreSQL writes them in JSON. */
export interface ClientRow {
  id: number;
  name: string;
  email: string;
  createdAt: Date;
  subscription: {
    plan: string;
    status: string;
    startsAt: string;
    endsAt: string | null;
    graceEndsAt: string | null;
    isLive: boolean;
  } | null;
  walletBalanceMinor: number;
}

/** Whether a subscription `s` lets in now; false where there is none. */
const SUBSCRIPTION_IS_LIVE = `coalesce(
    (s.status IN ('trialing', 'active') OR s.grace_ends_at > now())
      AND s.starts_at <= now() AND coalesce(s.ends_at > now(), true),
    false
  )`;

@Injectable()
export class AuthRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Token, client and subscription in one look, so that they are of one moment. */
  async findAccess(tokenHash: Buffer): Promise<Access | null> {
    const [access] = await this.dataSource.query<Access[]>(
      `SELECT t.client_id AS "clientId", t.domain,
          t.revoked_at IS NULL AND coalesce(t.expires_at > now(), true) AS "isTokenLive",
          s.plan_id AS "planId",
          ${SUBSCRIPTION_IS_LIVE} AS "isSubscriptionLive"
        FROM api_tokens t
        LEFT JOIN subscriptions s ON s.client_id = t.client_id
        WHERE t.token_hash = $1`,
      [tokenHash],
    );
    return access ?? null;
  }

  async insertClient(
    manager: EntityManager,
    client: Pick<Client, 'name' | 'email'>,
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
          CASE WHEN s.client_id IS NOT NULL THEN jsonb_build_object(
            'plan', p.code, 'status', s.status, 'startsAt', s.starts_at, 'endsAt', s.ends_at,
            'graceEndsAt', s.grace_ends_at, 'isLive', ${SUBSCRIPTION_IS_LIVE}
          ) END AS subscription,
          coalesce(w.balance_minor, 0) AS "walletBalanceMinor"
        FROM clients c
        LEFT JOIN subscriptions s ON s.client_id = c.id
        LEFT JOIN plans p ON p.id = s.plan_id
        LEFT JOIN wallets w ON w.client_id = c.id
        WHERE c.id > $1 AND ($2::integer IS NULL OR c.id = $2)
        ORDER BY c.id LIMIT $3`,
      [afterId, id, limit],
    );
  }

  async lockClient(manager: EntityManager, id: number): Promise<Client | null> {
    return manager
      .getRepository(Client)
      .findOne({ where: { id }, lock: { mode: 'for_no_key_update' } });
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
    clientId: number,
    { afterId, limit }: PageRequest,
  ): Promise<ApiToken[]> {
    return manager.getRepository(ApiToken).find({
      where: { clientId, id: MoreThan(afterId) },
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
        SET expires_at = least(expires_at, clock_timestamp() + make_interval(secs => $2))
        WHERE id = $1 AND revoked_at IS NULL AND coalesce(expires_at > clock_timestamp(), true)`,
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
