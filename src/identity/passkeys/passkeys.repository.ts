import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository, type EntityManager } from 'typeorm';
import { FUTURE, PAST } from '../../platform/clock/time-conditions.js';
import { PasskeyChallenge } from './passkey-challenge.entity.js';
import { Passkey } from './passkey.entity.js';

/** A passkey to be stored. */
export type NewPasskey = Pick<
  Passkey,
  'userId' | 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'name'
>;

@Injectable()
export class PasskeysRepository {
  constructor(
    @InjectRepository(Passkey) private readonly passkeys: Repository<Passkey>,
    @InjectRepository(PasskeyChallenge) private readonly challenges: Repository<PasskeyChallenge>,
  ) {}

  /** Stores a challenge, and deletes those that expired. @param userId the person who registers; null: to sign in */
  async insertChallenge(
    manager: EntityManager,
    challengeHash: Buffer,
    userId: number | null,
  ): Promise<void> {
    const challenges = manager.withRepository(this.challenges);
    await challenges.delete({ expiresAt: PAST });
    await challenges.insert({
      challengeHash,
      userId,
      expiresAt: () => "now() + interval '5 minutes'",
    });
  }

  /** Uses up a challenge of this purpose. Only one of several concurrent attempts gets true. */
  async useChallenge(
    manager: EntityManager,
    challengeHash: Buffer,
    userId: number | null,
  ): Promise<boolean> {
    const { affected } = await manager
      .withRepository(this.challenges)
      .delete({ challengeHash, userId: userId ?? IsNull(), expiresAt: FUTURE });
    return affected === 1;
  }

  async findByCredential(manager: EntityManager, credentialId: string): Promise<Passkey | null> {
    return manager.withRepository(this.passkeys).findOneBy({ credentialId });
  }

  async insert(manager: EntityManager, passkey: NewPasskey): Promise<Passkey> {
    const entity = this.passkeys.create({ ...passkey, lastUsedAt: null });
    await manager.withRepository(this.passkeys).insert(entity);
    return entity;
  }

  /** Lists the passkeys of a person by id. */
  async list(manager: EntityManager, userId: number): Promise<Passkey[]> {
    return manager.withRepository(this.passkeys).find({ where: { userId }, order: { id: 'ASC' } });
  }

  /** Records a use. Refuses a counter that did not grow, because the key was copied. @returns true if it grew, or is not used */
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
