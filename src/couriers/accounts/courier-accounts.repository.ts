import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import type { PauseReason } from './account-pauses.js';
import { CourierAccount } from './courier-account.entity.js';

/** First key of the advisory locks on the session of an account; the second key is the account. */
const SESSION_LOCK = 1_482_090_117;
/** Time for which another instance may hold it: the longest login. */
const SESSION_WAIT = '40s';

const FIRST_PAUSE_SECONDS = 30;
const LONGEST_PAUSE_SECONDS = 900;

@Injectable()
export class CourierAccountsRepository {
  constructor(
    @InjectRepository(CourierAccount) private readonly accounts: Repository<CourierAccount>,
  ) {}

  async find(manager: EntityManager, id: number): Promise<CourierAccount | null> {
    return manager.withRepository(this.accounts).findOneBy({ id });
  }

  /** Takes the lock on an account's session until the transaction ends. Work may wait for a courier while it is held. */
  async lockSession(manager: EntityManager, id: number): Promise<void> {
    await manager.query(
      `SET LOCAL lock_timeout = '${SESSION_WAIT}'; SET LOCAL statement_timeout = '${SESSION_WAIT}';
        SET LOCAL idle_in_transaction_session_timeout = '${SESSION_WAIT}'`,
    );
    await manager.query('SELECT pg_advisory_xact_lock($1, $2)', [SESSION_LOCK, id]);
  }

  async update(
    manager: EntityManager,
    id: number,
    change: Partial<Omit<CourierAccount, 'id' | 'returnTo' | 'previousPush'>>,
  ): Promise<void> {
    await manager.withRepository(this.accounts).update({ id }, change);
  }

  /** Lets an account's work wait: half a minute, then twice as long with each pause in a row, at most a quarter of an hour. */
  async pause(manager: EntityManager, id: number, reason: PauseReason): Promise<void> {
    await manager.query(
      `UPDATE courier_accounts SET pauses = pauses + 1, pause_reason = $2,
          paused_until = clock_timestamp()
            + make_interval(secs => least(${FIRST_PAUSE_SECONDS} * 2 ^ pauses, ${LONGEST_PAUSE_SECONDS}))
        WHERE id = $1 AND (paused_until IS NULL OR paused_until <= clock_timestamp() OR pause_reason <> $2)`,
      [id, reason],
    );
  }

  /** Ends the pauses of an account, so that the next one is short again. */
  async resume(manager: EntityManager, id: number): Promise<void> {
    await this.update(manager, id, { pausedUntil: null, pauseReason: null, pauses: 0 });
  }
}
