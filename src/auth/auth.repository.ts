import { Injectable } from '@nestjs/common';
import { In, MoreThan, type EntityManager } from 'typeorm';
import type { PageRequest } from '../platform/http/paging/page.js';
import { ApiToken } from './api-token.entity.js';

/** A new token as it is stored. */
type NewApiToken = Pick<
  ApiToken,
  'clientId' | 'domain' | 'tokenHash' | 'last4' | 'expiresAt' | 'mayReadWallet'
>;

@Injectable()
export class AuthRepository {
  async findToken(manager: EntityManager, tokenHash: Buffer): Promise<ApiToken | null> {
    return manager.getRepository(ApiToken).findOneBy({ tokenHash });
  }

  /** Returns whether a time has passed, by the database's clock, which also decides when tokens expire. */
  async hasPassed(manager: EntityManager, time: Date): Promise<boolean> {
    const [row] = await manager.query<{ hasPassed: boolean }[]>(
      'SELECT $1::timestamptz <= clock_timestamp() AS "hasPassed"',
      [time],
    );
    return row?.hasPassed ?? true;
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

  /** Finds tokens of all clients; `last4` null: all of them. */
  async findTokens(
    manager: EntityManager,
    last4: string | null,
    { afterId, limit }: PageRequest,
  ): Promise<ApiToken[]> {
    return manager.getRepository(ApiToken).find({
      where: { ...(last4 !== null && { last4 }), id: MoreThan(afterId) },
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
   * Ends a token after some seconds, unless it ends sooner. Uses the clock, not now(): this transaction may have begun
   * before the one that it waited for.
   *
   * @returns false if the token has ended already
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

  /** Revokes the tokens of these holders that have not ended. @returns them */
  async revokeAll(
    manager: EntityManager,
    holderIds: readonly number[],
  ): Promise<Pick<ApiToken, 'id' | 'domain' | 'last4'>[]> {
    const [rows] = await manager.query<[Pick<ApiToken, 'id' | 'domain' | 'last4'>[], number]>(
      `UPDATE api_tokens SET revoked_at = now() WHERE id IN (
          SELECT id FROM api_tokens WHERE client_id = ANY ($1) AND revoked_at IS NULL
            AND coalesce(expires_at > now(), true) ORDER BY id FOR UPDATE
        ) RETURNING id, domain, last4`,
      [holderIds],
    );
    return rows.sort((one, other) => one.id - other.id);
  }

  async updatePermissions(
    manager: EntityManager,
    id: number,
    change: Pick<ApiToken, 'mayReadWallet'>,
  ): Promise<void> {
    await manager.getRepository(ApiToken).update({ id }, change);
  }

  /** Revokes a token. A token that was already revoked does not change. */
  async revokeToken(manager: EntityManager, id: number): Promise<void> {
    await manager.query(
      'UPDATE api_tokens SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL',
      [id],
    );
  }
}
