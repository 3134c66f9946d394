import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, MoreThan, Repository, type EntityManager } from 'typeorm';
import { StoreReads, type SharedRead } from '../platform/database/reads/shared-read.js';
import { epochMs } from '../platform/live-cache/live-cache.js';
import type { PageRequest } from '../platform/http/paging/page.js';
import { ApiToken } from './tokens/api-token.entity.js';
import type { TokenDetails } from './tokens/token-details.js';

/** A new token as it is stored. */
type NewApiToken = Pick<
  ApiToken,
  'clientId' | 'domain' | 'tokenHash' | 'last4' | 'expiresAt' | 'mayReadWallet' | 'madeBy'
>;

const FIND_DETAILS = `
  SELECT wanted.n::integer, t.domain, t.last4, t.expires_at AS "expiresAt", t.may_read_wallet AS "mayReadWallet",
    CASE WHEN c.test_of IS NULL THEN 'live' ELSE 'test' END AS mode,
    owner.id AS "clientId", owner.name AS "clientName", p.code AS "planCode", p.name AS "planName", s.status,
    ${epochMs('s.ends_at')} AS "endsAtMs", ${epochMs('s.grace_ends_at')} AS "graceEndsAtMs", ${epochMs('now()')} AS "nowMs"
  FROM unnest($1::bytea[]) WITH ORDINALITY AS wanted (hash, n)
  JOIN api_tokens t ON t.token_hash = wanted.hash
  JOIN clients c ON c.id = t.client_id
  JOIN clients owner ON owner.id = coalesce(c.test_of, c.id)
  JOIN subscriptions s ON s.client_id = owner.id
  JOIN plans p ON p.id = s.plan_id`;

@Injectable()
export class AuthRepository {
  private readonly details: SharedRead<[tokenHash: Buffer], TokenDetails>;

  constructor(
    @InjectRepository(ApiToken) private readonly tokens: Repository<ApiToken>,
    storeReads: StoreReads,
  ) {
    this.details = storeReads.prepare('find token details', FIND_DETAILS);
  }

  async findToken(manager: EntityManager, tokenHash: Buffer): Promise<ApiToken | null> {
    return manager.withRepository(this.tokens).findOneBy({ tokenHash });
  }

  async findDetails(tokenHash: Buffer): Promise<TokenDetails | null> {
    return this.details.find(tokenHash);
  }

  async insertToken(manager: EntityManager, token: NewApiToken): Promise<ApiToken> {
    const entity = this.tokens.create(token);
    await manager.withRepository(this.tokens).insert(entity);
    return entity;
  }

  /** Lists tokens by id; a field that is missing or null does not restrict them. */
  async list(
    { holderIds, last4 }: { holderIds?: readonly number[]; last4?: string | null },
    { afterId, limit }: PageRequest,
  ): Promise<ApiToken[]> {
    const filter = { ...(holderIds && { clientId: In(holderIds) }), ...(last4 && { last4 }) };
    const where = { ...filter, id: MoreThan(afterId) };
    return this.tokens.find({ where, order: { id: 'ASC' }, take: limit });
  }

  async lockToken(manager: EntityManager, id: number): Promise<ApiToken | null> {
    return manager
      .withRepository(this.tokens)
      .findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /**
   * Ends a token after some seconds, unless it ends sooner. Uses the clock instead of now(), because this transaction may have
   * begun before one that it waited for.
   *
   * @returns false if the token has ended already
   */
  async expireToken(manager: EntityManager, id: number, seconds: number): Promise<boolean> {
    const { affected } = await manager
      .withRepository(this.tokens)
      .createQueryBuilder()
      .update({
        expiresAt: () => 'least(expires_at, clock_timestamp() + make_interval(secs => :seconds))',
        rotatedAt: () => 'clock_timestamp()',
      })
      .where({ id, revokedAt: IsNull(), rotatedAt: IsNull() })
      .andWhere('coalesce(expires_at > clock_timestamp(), true)')
      .setParameter('seconds', seconds)
      .execute();
    return affected === 1;
  }

  /** Revokes the tokens of some holders, or those that a person made, unless they have ended. @returns the revoked tokens */
  async revokeAll(
    manager: EntityManager,
    of: { holderIds: readonly number[] } | { madeBy: number },
  ): Promise<Pick<ApiToken, 'id' | 'clientId' | 'domain' | 'last4'>[]> {
    const [condition, value] =
      'madeBy' in of ? ['made_by = $1', of.madeBy] : ['client_id = ANY ($1)', of.holderIds];
    const [rows] = await manager.query<
      [Pick<ApiToken, 'id' | 'clientId' | 'domain' | 'last4'>[], number]
    >(
      `UPDATE api_tokens SET revoked_at = now() WHERE id IN (
          SELECT id FROM api_tokens WHERE ${condition} AND revoked_at IS NULL
            AND coalesce(expires_at > now(), true) ORDER BY id FOR UPDATE
        ) RETURNING id, client_id AS "clientId", domain, last4`,
      [value],
    );
    return rows.sort((one, other) => one.id - other.id);
  }

  async update(manager: EntityManager, id: number, change: Partial<ApiToken>): Promise<void> {
    await manager.withRepository(this.tokens).update({ id }, change);
  }

  /** Revokes a token. A token that was already revoked does not change. */
  async revokeToken(manager: EntityManager, id: number): Promise<void> {
    const live = { id, revokedAt: IsNull() };
    await manager.withRepository(this.tokens).update(live, { revokedAt: () => 'now()' });
  }
}
