import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import type { ClientPlace } from '../../platform/http/client-address.js';
import type { OperatorRole } from '../roles.js';
import { OperatorToken } from './operator-token.entity.js';

/** A token in a list, with the person who made it. */
export type ListedOperatorToken = Omit<OperatorToken, 'tokenHash'> & { userEmail: string };

/** An unexpired token, with its owner's current permissions. */
export interface LiveOperatorToken extends Pick<OperatorToken, 'id' | 'userId' | 'permissions'> {
  email: string;
  roles: OperatorRole[];
  /** null: never used. */
  secondsSinceUsed: number | null;
}

const COLUMNS = `t.id, t.user_id AS "userId", u.email AS "userEmail", t.name, t.last4, t.permissions,
  t.created_at AS "createdAt", t.expires_at AS "expiresAt", t.last_used_at AS "lastUsedAt",
  t.last_used_from AS "lastUsedFrom", t.last_used_country AS "lastUsedCountry"`;

@Injectable()
export class OperatorTokensRepository {
  constructor(
    @InjectRepository(OperatorToken) private readonly tokens: Repository<OperatorToken>,
  ) {}

  async findLive(manager: EntityManager, tokenHash: Buffer): Promise<LiveOperatorToken | null> {
    const [row] = await manager.query<LiveOperatorToken[]>(
      `SELECT t.id, t.user_id AS "userId", u.email, t.permissions,
          array(SELECT r.role FROM operator_roles r WHERE r.user_id = t.user_id) AS roles,
          extract(epoch FROM now() - t.last_used_at)::float8 AS "secondsSinceUsed"
        FROM operator_tokens t JOIN users u ON u.id = t.user_id
        WHERE t.token_hash = $1 AND t.expires_at > now()`,
      [tokenHash],
    );
    return row ?? null;
  }

  async noteUse(
    manager: EntityManager,
    id: number,
    { address, country }: ClientPlace,
  ): Promise<void> {
    await manager
      .withRepository(this.tokens)
      .update(
        { id },
        { lastUsedAt: () => 'now()', lastUsedFrom: address, lastUsedCountry: country },
      );
  }

  /** Returns true if a time is past, or more than some days away, by the database's clock. */
  async isOutside(manager: EntityManager, expiresAt: Date, days: number): Promise<boolean> {
    const [row] = await manager.query<[{ isOutside: boolean }]>(
      `SELECT NOT $1::timestamptz BETWEEN now() AND now() + make_interval(days => $2) AS "isOutside"`,
      [expiresAt, days],
    );
    return row.isOutside;
  }

  async insert(
    manager: EntityManager,
    token: Pick<
      OperatorToken,
      'userId' | 'name' | 'tokenHash' | 'last4' | 'permissions' | 'expiresAt'
    >,
  ): Promise<OperatorToken> {
    const entity = this.tokens.create({
      ...token,
      lastUsedAt: null,
      lastUsedFrom: null,
      lastUsedCountry: null,
    });
    await manager.withRepository(this.tokens).insert(entity);
    return entity;
  }

  /** Lists tokens by id. @param userId the owner; null: all operators */
  async list(
    manager: EntityManager,
    userId: number | null,
    { afterId, limit }: { afterId: number; limit: number },
  ): Promise<ListedOperatorToken[]> {
    return manager.query<ListedOperatorToken[]>(
      `SELECT ${COLUMNS} FROM operator_tokens t JOIN users u ON u.id = t.user_id
        WHERE t.id > $1 AND ($2::integer IS NULL OR t.user_id = $2) ORDER BY t.id LIMIT $3`,
      [afterId, userId, limit],
    );
  }

  /** Deletes every token of a person. @returns their ids */
  async deleteAll(manager: EntityManager, userId: number): Promise<number[]> {
    const [rows] = await manager.query<[{ id: number }[], number]>(
      'DELETE FROM operator_tokens WHERE user_id = $1 RETURNING id',
      [userId],
    );
    return rows.map(({ id }) => id).sort((one, other) => one - other);
  }

  /** Deletes a token. @returns the deleted token; null if the person has no such token */
  async delete(
    manager: EntityManager,
    id: number,
    userId: number | null,
  ): Promise<{ name: string; userId: number } | null> {
    const [[row]] = await manager.query<[{ name: string; userId: number }[], number]>(
      `DELETE FROM operator_tokens WHERE id = $1 AND ($2::integer IS NULL OR user_id = $2)
        RETURNING name, user_id AS "userId"`,
      [id, userId],
    );
    return row ?? null;
  }
}
