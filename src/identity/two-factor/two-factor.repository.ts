import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository, type EntityManager } from 'typeorm';
import { User } from '../users/user.entity.js';
import { RecoveryCode } from './recovery-code.entity.js';

@Injectable()
export class TwoFactorRepository {
  constructor(
    @InjectRepository(RecoveryCode) private readonly codes: Repository<RecoveryCode>,
    @InjectRepository(User) private readonly users: Repository<User>,
  ) {}

  /** Uses up a time step and all before it. @returns false if it was used up before */
  async useStep(manager: EntityManager, userId: number, step: number): Promise<boolean> {
    const [, affected] = await manager.query<[unknown, number]>(
      'UPDATE users SET totp_last_step = $2 WHERE id = $1 AND coalesce(totp_last_step, -1) < $2',
      [userId, step],
    );
    return affected === 1;
  }

  /** Uses up a recovery code. @returns false for an unknown or used one */
  async useRecoveryCode(
    manager: EntityManager,
    userId: number,
    codeHash: Buffer,
  ): Promise<boolean> {
    const { affected } = await manager
      .withRepository(this.codes)
      .update({ userId, codeHash, usedAt: IsNull() }, { usedAt: () => 'now()' });
    return affected === 1;
  }

  async replaceRecoveryCodes(
    manager: EntityManager,
    userId: number,
    hashes: readonly Buffer[],
  ): Promise<void> {
    const repository = manager.withRepository(this.codes);
    await repository.delete({ userId });
    await repository.insert(hashes.map((codeHash) => ({ userId, codeHash, usedAt: null })));
  }

  /** Locks the people who have a secret of one-time codes. */
  async lockSecrets(
    manager: EntityManager,
  ): Promise<Pick<User, 'id' | 'totpSecret' | 'totpPendingSecret'>[]> {
    return manager.query(
      `SELECT id, totp_secret AS "totpSecret", totp_pending_secret AS "totpPendingSecret" FROM users
        WHERE totp_secret IS NOT NULL OR totp_pending_secret IS NOT NULL ORDER BY id FOR NO KEY UPDATE`,
    );
  }

  async setSecrets(
    manager: EntityManager,
    userId: number,
    change: Partial<
      Pick<User, 'totpSecret' | 'totpPendingSecret' | 'totpLastStep' | 'totpEnabledAt'>
    >,
  ): Promise<void> {
    await manager.withRepository(this.users).update({ id: userId }, change);
  }
}
