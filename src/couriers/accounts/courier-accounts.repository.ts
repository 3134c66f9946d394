import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository, type EntityManager } from 'typeorm';
import { CourierCode } from '../pushes/courier-code.entity.js';
import type { PauseReason } from './account-pauses.js';
import { CourierAccount } from './courier-account.entity.js';

/** First key of the advisory locks on the session of an account; the second key is the account. */
const SESSION_LOCK = 1_482_090_117;
/** Time for which another instance may hold it: the longest login. */
const SESSION_WAIT = '40s';

const CODES_SHOWN = 50;
/** Earlier addresses, headers and secrets of pushes that are accepted. */
const PREVIOUS_MAX = 10;
const FIRST_PAUSE_SECONDS = 30;
const LONGEST_PAUSE_SECONDS = 900;

@Injectable()
export class CourierAccountsRepository {
  constructor(
    @InjectRepository(CourierAccount) private readonly accounts: Repository<CourierAccount>,
    @InjectRepository(CourierCode) private readonly codes: Repository<CourierCode>,
  ) {}

  async list(manager: EntityManager): Promise<CourierAccount[]> {
    return manager.withRepository(this.accounts).find({ order: { name: 'ASC' } });
  }

  async count(manager: EntityManager): Promise<number> {
    return manager.withRepository(this.accounts).count();
  }

  /** Locks the accounts against others that are added, until the transaction ends. */
  async lockAll(manager: EntityManager): Promise<void> {
    await manager.query('LOCK TABLE courier_accounts IN SHARE ROW EXCLUSIVE MODE');
  }

  async lock(manager: EntityManager, id: number): Promise<CourierAccount | null> {
    return manager
      .withRepository(this.accounts)
      .findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async lockAllRows(manager: EntityManager): Promise<CourierAccount[]> {
    return manager
      .withRepository(this.accounts)
      .find({ order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
  }

  async insert(
    manager: EntityManager,
    account: Partial<Omit<CourierAccount, 'id'>>,
  ): Promise<number> {
    const entity = this.accounts.create(account);
    await manager.withRepository(this.accounts).insert(entity);
    return entity.id;
  }

  async delete(manager: EntityManager, id: number): Promise<void> {
    await manager.withRepository(this.accounts).delete({ id });
  }

  /** Counts the bookings of an account that are neither handed over nor canceled. */
  async countLiveBookings(manager: EntityManager, id: number): Promise<number> {
    const [found] = await manager.query<{ count: number }[]>(
      `SELECT count(*)::integer AS count FROM courier_bookings WHERE account_id = $1
        AND state IN ('wanted', 'calling', 'unknown', 'booked', 'refused', 'needs_person', 'canceling')`,
      [id],
    );
    return found!.count;
  }

  async hasBookings(manager: EntityManager, id: number): Promise<boolean> {
    const [found] = await manager.query<{ has: boolean }[]>(
      'SELECT EXISTS (SELECT FROM courier_bookings WHERE account_id = $1) AS has',
      [id],
    );
    return found!.has;
  }

  /** Lists the codes of a courier that its adapter does not know, the latest first. */
  async listUnknownCodes(manager: EntityManager, kind: string): Promise<CourierCode[]> {
    return manager
      .withRepository(this.codes)
      .find({ where: { kind }, order: { firstSeenAt: 'DESC', code: 'ASC' }, take: CODES_SHOWN });
  }

  /** Stores the result of a check, unless the account was changed since. */
  async noteCheck(
    manager: EntityManager,
    { id, keys, baseUrl, environment }: CourierAccount,
    result: Partial<CourierAccount>,
  ): Promise<void> {
    const where = { id, keys, environment, baseUrl: baseUrl ?? IsNull() };
    await manager.withRepository(this.accounts).update(where, result);
  }

  /** Keeps the address, header and sealed secret of pushes, which are to be replaced, for another day. */
  async keepPush(manager: EntityManager, id: number): Promise<void> {
    await manager.query(
      `UPDATE courier_accounts SET previous_pushes = coalesce((
          SELECT jsonb_agg(kept.value ORDER BY kept.n) FROM (
            SELECT value, n FROM jsonb_array_elements(previous_pushes) WITH ORDINALITY AS earlier (value, n)
            WHERE (value->>'until')::timestamptz > clock_timestamp() ORDER BY n DESC LIMIT ${PREVIOUS_MAX - 1}
          ) kept), '[]') || jsonb_build_object('key', push_key, 'header', push_header, 'secret', push_secret,
            'until', clock_timestamp() + interval '1 day')
        WHERE id = $1`,
      [id],
    );
  }

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
    change: Partial<Omit<CourierAccount, 'id'>>,
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
