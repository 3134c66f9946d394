import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Repository, type EntityManager } from 'typeorm';
import { rowsOf } from '../../platform/database/reads/returned-rows.js';
import type { NewestFirst } from '../../platform/http/paging/page.js';
import type { CourierEvent } from '../courier-gateway.js';
import { CourierPush, type PushOutcome } from './courier-push.entity.js';

/** An address at which an account's pushes arrive, with its sealed secret. */
export interface PushAddress {
  accountId: number;
  kind: string;
  header: string;
  secret: string;
}

/** A claimed push. */
export interface DuePush extends Pick<CourierPush, 'id' | 'accountId' | 'body' | 'outcome'> {
  kind: string;
  /** True: an AWB that is still unknown stays so. */
  isLate: boolean;
}

const DUE = 'FROM courier_pushes WHERE due_at <= now()';

/** SQL condition: pushes are to be handled. */
export const HAS_DUE_PUSHES = `EXISTS (SELECT ${DUE})`;

/** Time after which an unfinished claim ends. An unknown AWB is looked for again then. */
const LEASE = "interval '1 minute'";
/** Time for which an AWB may be unknown: the courier can push before it answers the booking. */
const UNKNOWN_FOR = "interval '1 hour'";
/** Time within which the courier's own answer has to say what it pushed. */
const CONFIRMED_WITHIN = "interval '6 hours'";
const KEPT_FOR = "interval '30 days'";
/** Pushes that one statement deletes. */
const DELETED_AT_ONCE = 5_000;

@Injectable()
export class PushesRepository {
  constructor(@InjectRepository(CourierPush) private readonly pushes: Repository<CourierPush>) {}

  /** Finds the account with a key, by its address or by those before, which are accepted for a day. */
  async findAddresses(manager: EntityManager, key: string): Promise<PushAddress[]> {
    return manager.query(
      `SELECT id AS "accountId", kind, push_header AS header, push_secret AS secret
          FROM courier_accounts WHERE push_key = $1
        UNION ALL
        SELECT id, kind, previous->>'header', previous->>'secret'
          FROM courier_accounts, jsonb_array_elements(previous_pushes) AS previous
          WHERE previous->>'key' = $1 AND (previous->>'until')::timestamptz > now()`,
      [key],
    );
  }

  /** Stores a push, once for each body, and that one came. Returns false for a body that is stored already. */
  async insert(
    manager: EntityManager,
    accountId: number,
    key: Buffer,
    body: string,
  ): Promise<boolean> {
    const [{ isNew }] = await manager.query<[{ isNew: boolean }]>(
      `WITH stored AS (
          INSERT INTO courier_pushes (account_id, key, body, outcome, due_at) VALUES ($1, $2, $3, 'new', now())
          ON CONFLICT (account_id, key) DO NOTHING RETURNING id
        ), seen AS (
          UPDATE courier_accounts SET last_push_at = now()
          WHERE id = $1 AND last_push_at IS DISTINCT FROM now() AND coalesce(last_push_at < now() - interval '1 minute', true)
        )
        SELECT EXISTS (SELECT FROM stored) AS "isNew"`,
      [accountId, key, body],
    );
    return isNew;
  }

  async claimDue(manager: EntityManager, limit: number): Promise<DuePush[]> {
    return rowsOf(
      await manager.query(
        `UPDATE courier_pushes p SET due_at = now() + ${LEASE} FROM courier_accounts a
          WHERE a.id = p.account_id AND p.id IN (
            SELECT id ${DUE} ORDER BY due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED
          ) RETURNING p.id, p.account_id AS "accountId", p.body, p.outcome, a.kind,
            p.received_at <= now() - ${UNKNOWN_FOR} AS "isLate"`,
        [limit],
      ),
    );
  }

  /** Notes what became of a push; one that needs the courier's answer is looked at again when that is late. */
  async end(manager: EntityManager, id: number, outcome: PushOutcome): Promise<void> {
    await manager.query(
      `UPDATE courier_pushes SET outcome = $2::text,
          due_at = CASE WHEN $2::text = 'asked' THEN received_at + ${CONFIRMED_WITHIN} END
        WHERE id = $1`,
      [id, outcome],
    );
  }

  /** Notes that the AWB of a push is unknown. The push stays claimed, and is handled again when the claim ends. */
  async keepTrying(manager: EntityManager, id: number): Promise<void> {
    await manager.withRepository(this.pushes).update({ id }, { outcome: 'unknown_awb' });
  }

  /** Lists the latest pushes first. */
  async list(
    manager: EntityManager,
    outcome: PushOutcome | null,
    { beforeId, limit }: NewestFirst,
  ): Promise<CourierPush[]> {
    return manager
      .withRepository(this.pushes)
      .find({
        where: {
          ...(outcome !== null && { outcome }),
          ...(beforeId !== null && { id: LessThan(beforeId) }),
        },
        order: { id: 'DESC' },
        take: limit,
      });
  }

  /** Counts codes that an adapter does not know. */
  async countCodes(
    manager: EntityManager,
    kind: string,
    events: readonly Pick<CourierEvent, 'code' | 'words'>[],
  ): Promise<void> {
    const codes = new Map<string, { words: string; count: number }>();
    for (const { code, words } of events) {
      codes.set(code, { words, count: (codes.get(code)?.count ?? 0) + 1 });
    }
    // In one order, so that two transactions cannot deadlock.
    const rows = [...codes].sort(([a], [b]) => (a < b ? -1 : 1));
    await manager.query(
      `INSERT INTO courier_codes AS known (kind, code, words, count)
        SELECT $1, * FROM unnest($2::text[], $3::text[], $4::integer[])
        ON CONFLICT (kind, code) DO UPDATE SET count = known.count + excluded.count`,
      [
        kind,
        rows.map(([code]) => code),
        rows.map(([, { words }]) => words),
        rows.map(([, { count }]) => count),
      ],
    );
  }

  /** Deletes some pushes that are old. Returns false when none are left. */
  async deleteSomeOld(manager: EntityManager): Promise<boolean> {
    const deleted = rowsOf(
      await manager.query(
        `DELETE FROM courier_pushes WHERE id IN (
          SELECT id FROM courier_pushes WHERE received_at <= now() - ${KEPT_FOR}
          ORDER BY received_at LIMIT ${DELETED_AT_ONCE} FOR UPDATE SKIP LOCKED
        ) RETURNING id`,
      ),
    );
    return deleted.length === DELETED_AT_ONCE;
  }
}
