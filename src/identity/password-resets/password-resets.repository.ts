import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { And, IsNull, LessThan, MoreThan, Repository, type EntityManager } from 'typeorm';
import { FUTURE, PAST } from '../../platform/clock/time-conditions.js';
import { PasswordReset } from './password-reset.entity.js';

@Injectable()
export class PasswordResetsRepository {
  constructor(
    @InjectRepository(PasswordReset) private readonly resets: Repository<PasswordReset>,
  ) {}

  async insert(
    manager: EntityManager,
    reset: Pick<PasswordReset, 'userId' | 'tokenHash' | 'createdAt' | 'expiresAt'>,
  ): Promise<void> {
    await manager.withRepository(this.resets).insert(reset);
  }

  /** Returns true if a person has an unused link that was requested in a period; `to` is exclusive. */
  async hasOpenBetween(
    manager: EntityManager,
    userId: number,
    from: Date,
    to: Date,
  ): Promise<boolean> {
    const createdAt = And(MoreThan(from), LessThan(to));
    return manager.withRepository(this.resets).existsBy({ userId, usedAt: IsNull(), createdAt });
  }

  /** Finds the id of the person whose link can still be used; null for other links. */
  async findHolder(manager: EntityManager, tokenHash: Buffer): Promise<number | null> {
    const found = await manager
      .withRepository(this.resets)
      .findOneBy({ tokenHash, usedAt: IsNull(), expiresAt: FUTURE });
    return found?.userId ?? null;
  }

  /** Uses up a link. Only one of several concurrent attempts gets the person's id. */
  async use(manager: EntityManager, tokenHash: Buffer): Promise<number | null> {
    const [rows] = await manager.query<[{ userId: number }[], number]>(
      `UPDATE password_resets SET used_at = now()
        WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now() RETURNING user_id AS "userId"`,
      [tokenHash],
    );
    return rows[0]?.userId ?? null;
  }

  /** Ends every open link of a person. */
  async endAll(manager: EntityManager, userId: number): Promise<void> {
    const resets = manager.withRepository(this.resets);
    await resets.update({ userId, usedAt: IsNull() }, { usedAt: () => 'now()' });
  }

  async deleteOld(manager: EntityManager): Promise<void> {
    await manager.withRepository(this.resets).delete({ expiresAt: PAST });
  }
}
