import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { NewestFirst } from '../../../platform/http/paging/page.js';
import type { SignedNotice } from '../payment-gateway.js';
import { rowsOf } from '../returned-rows.js';

export const NOTICE_OUTCOMES = {
  waiting: 'it is handled within seconds, or once the gateway answers again',
  checked: 'the gateway was queried about its subject',
  unknown_order: 'it belongs to no intent or payment of this service',
  ignored: 'the service does not handle this kind of notice',
} as const;
export type NoticeOutcome = keyof typeof NOTICE_OUTCOMES;

export interface GatewayNotice {
  id: number;
  /** The SHA-256 of the body: the same for every repetition. */
  key: string;
  event: string;
  gatewayOrderId: string | null;
  paymentId: string | null;
  about: SignedNotice['about'];
  /** The signed text. */
  body: string;
  receivedAt: Date;
  outcome: NoticeOutcome;
}

/** A claimed notice, and whether it ends if the gateway refuses to answer about it. */
type DueNotice = Pick<GatewayNotice, 'id' | 'gatewayOrderId' | 'about'> & {
  endsIfRefused: boolean;
};

/** Time after which a claimed notice is due again if its handling has not ended: a quarter of its age, within limits. */
const LEASE =
  "least(greatest((now() - received_at) / 4, interval '30 seconds'), interval '6 hours')";

/** Time after which the gateway's refusal to answer about a notice is final. Before, its keys may be those of another account. */
const REFUSALS_END = "interval '1 day'";

const DUE = 'FROM gateway_notices WHERE due_at <= now()';

/** SQL condition: notices are to be handled. */
export const HAS_DUE_NOTICES = `EXISTS (SELECT ${DUE})`;

const ABOUT = `CASE WHEN about_id IS NOT NULL THEN json_build_object('kind', about_kind, 'id', about_id) END AS about`;

@Injectable()
export class GatewayNoticesRepository {
  /** Stores a notice, once for each body. */
  async insert(
    manager: EntityManager,
    notice: Omit<GatewayNotice, 'id' | 'receivedAt' | 'outcome'>,
  ): Promise<void> {
    const { key, event, gatewayOrderId, paymentId, about, body } = notice;
    await manager.query(
      `INSERT INTO gateway_notices (event_id, event, gateway_order_id, payment_id, about_kind, about_id, body)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (event_id) DO NOTHING`,
      [key, event, gatewayOrderId, paymentId, about?.kind ?? null, about?.id ?? null, body],
    );
  }

  /** Claims the notices that are due. */
  async claimDue(manager: EntityManager, limit: number): Promise<DueNotice[]> {
    return rowsOf(
      await manager.query(
        `UPDATE gateway_notices SET due_at = now() + ${LEASE} WHERE id IN (
          SELECT id ${DUE} ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
        ) RETURNING id, gateway_order_id AS "gatewayOrderId", ${ABOUT},
          received_at <= now() - ${REFUSALS_END} AS "endsIfRefused"`,
        [limit],
      ),
    );
  }

  async end(
    manager: EntityManager,
    id: number,
    outcome: Exclude<NoticeOutcome, 'waiting'>,
  ): Promise<void> {
    await manager.query('UPDATE gateway_notices SET outcome = $2, due_at = NULL WHERE id = $1', [
      id,
      outcome,
    ]);
  }

  /** Lists the latest notices first. */
  async list(
    manager: EntityManager,
    outcome: NoticeOutcome | null,
    { beforeId, limit }: NewestFirst,
  ): Promise<GatewayNotice[]> {
    return manager.query<GatewayNotice[]>(
      `SELECT id, event_id AS key, event, ${ABOUT}, gateway_order_id AS "gatewayOrderId", payment_id AS "paymentId",
          body, received_at AS "receivedAt", outcome
        FROM gateway_notices WHERE ($1::text IS NULL OR outcome = $1) AND ($2::bigint IS NULL OR id < $2)
        ORDER BY id DESC LIMIT $3`,
      [outcome, beforeId, limit],
    );
  }
}
