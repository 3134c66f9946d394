import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Passkey } from './passkey.entity.js';

const CHALLENGE_VALID = "interval '5 minutes'";

/** A passkey to be stored. */
export type NewPasskey = Pick<
  Passkey,
  'userId' | 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'name'
>;

@Injectable()
export class PasskeysRepository {
  /** Stores a challenge, and deletes those that expired. @param userId the person who registers; null: to sign in */
  async insertChallenge(
    manager: EntityManager,
    challengeHash: Buffer,
    userId: number | null,
  ): Promise<void> {
    await manager.query('DELETE FROM passkey_challenges WHERE expires_at <= now()');
    await manager.query(
      `INSERT INTO passkey_challenges (challenge_hash, user_id, expires_at)
        VALUES ($1, $2, now() + ${CHALLENGE_VALID})`,
      [challengeHash, userId],
    );
  }

  /** Uses up a challenge of this purpose. Only one of several concurrent attempts gets true. */
  async useChallenge(
    manager: EntityManager,
    challengeHash: Buffer,
    userId: number | null,
  ): Promise<boolean> {
    const [, affected] = await manager.query<[unknown, number]>(
      `DELETE FROM passkey_challenges WHERE challenge_hash = $1
        AND user_id IS NOT DISTINCT FROM $2::integer AND expires_at > now()`,
      [challengeHash, userId],
    );
    return affected === 1;
  }

  async findByCredential(manager: EntityManager, credentialId: string): Promise<Passkey | null> {
    return manager.getRepository(Passkey).findOneBy({ credentialId });
  }

  async insert(manager: EntityManager, passkey: NewPasskey): Promise<Passkey> {
    const repository = manager.getRepository(Passkey);
    const entity = repository.create({ ...passkey, lastUsedAt: null });
    await repository.insert(entity);
    return entity;
  }

  /** Lists the passkeys of a person by id. */
  async list(manager: EntityManager, userId: number): Promise<Passkey[]> {
    return manager.getRepository(Passkey).find({ where: { userId }, order: { id: 'ASC' } });
  }

  /** Records a use. A counter that did not grow is refused: the key was copied. @returns whether it grew, or is not used */
  async noteUse(manager: EntityManager, id: number, counter: number): Promise<boolean> {
    const [, affected] = await manager.query<[unknown, number]>(
      `UPDATE passkeys SET counter = $2, last_used_at = now()
        WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))`,
      [id, counter],
    );
    return affected === 1;
  }

  /** Deletes a passkey. @returns its name; null if the person has no such passkey */
  async delete(manager: EntityManager, id: number, userId: number): Promise<string | null> {
    const [rows] = await manager.query<[{ name: string }[], number]>(
      'DELETE FROM passkeys WHERE id = $1 AND user_id = $2 RETURNING name',
      [id, userId],
    );
    return rows[0]?.name ?? null;
  }
}
