import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { ApiToken } from './api-token.entity.js';
import { Client } from './client.entity.js';

/** What the access checks need to know of a token, judged by the database's clock. */
export interface Access {
  tokenId: number;
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

@Injectable()
export class AuthRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Token, client and subscription in one look, so that they are of one moment. */
  async findAccess(tokenHash: Buffer): Promise<Access | null> {
    const [access] = await this.dataSource.query<Access[]>(
      `SELECT t.id AS "tokenId", t.client_id AS "clientId", t.domain,
          t.revoked_at IS NULL AND coalesce(t.expires_at > now(), true) AS "isTokenLive",
          s.plan_id AS "planId",
          coalesce(
            (s.status IN ('trialing', 'active') OR s.grace_ends_at > now())
              AND s.starts_at <= now() AND coalesce(s.ends_at > now(), true),
            false
          ) AS "isSubscriptionLive"
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
  ): Promise<Client> {
    const repository = manager.getRepository(Client);
    const entity = repository.create(client);
    await repository.insert(entity);
    return entity;
  }

  async insertToken(manager: EntityManager, token: NewApiToken): Promise<ApiToken> {
    const repository = manager.getRepository(ApiToken);
    const entity = repository.create(token);
    await repository.insert(entity);
    return entity;
  }
}
