import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PasswordReset } from './password-reset.entity.js';

@Injectable()
export class PasswordResetsRepository {
  async insert(
    manager: EntityManager,
    reset: Pick<PasswordReset, 'userId' | 'tokenHash' | 'createdAt' | 'expiresAt'>,
  ): Promise<void> {
    await manager.getRepository(PasswordReset).insert(reset);
  }

  /** Tells whether a person has an unused link that was requested in a period; `to` is exclusive. */
  async hasOpenBetween(
    manager: EntityManager,
    userId: number,
    from: Date,
    to: Date,
  ): Promise<boolean> {
    const rows = await manager.query<unknown[]>(
      `SELECT FROM password_resets WHERE user_id = $1 AND used_at IS NULL
        AND created_at > $2 AND created_at < $3 LIMIT 1`,
      [userId, from, to],
    );
    return rows.length > 0;
  }

  /** Finds the id of the person whose link can still be used; null for other links. */
  async findHolder(manager: EntityManager, tokenHash: Buffer): Promise<number | null> {
    const [row] = await manager.query<{ userId: number }[]>(
      `SELECT user_id AS "userId" FROM password_resets
        WHERE token_hash = $1 AND used_at IS NULL AND expires_at > now()`,
      [tokenHash],
    );
    return row?.userId ?? null;
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
    await manager.query(
      'UPDATE password_resets SET used_at = now() WHERE user_id = $1 AND used_at IS NULL',
      [userId],
    );
  }

  async deleteOld(manager: EntityManager): Promise<void> {
    await manager.query('DELETE FROM password_resets WHERE expires_at <= now()');
  }
}
