import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Repository, type EntityManager } from 'typeorm';
import type { NewestFirst } from '../../../platform/http/paging/page.js';
import { rowsOf } from '../../../platform/database/reads/returned-rows.js';
import { GatewayNotice, type NoticeOutcome } from './gateway-notice.entity.js';

/** A claimed notice, and whether it ends if the gateway refuses to answer about it. */
type DueNotice = Pick<GatewayNotice, 'id' | 'gatewayOrderId' | 'aboutKind' | 'aboutId'> & {
  endsIfRefused: boolean;
};

/** Time after which an unfinished claim of a notice ends: a quarter of the notice's age, within limits. */
const LEASE =
  "least(greatest((now() - received_at) / 4, interval '30 seconds'), interval '6 hours')";

/** Time after which the gateway's refusal about a notice is final. Before, its keys may be those of another account. */
const REFUSALS_END = "interval '1 day'";

const DUE = 'FROM gateway_notices WHERE due_at <= now()';

/** SQL condition: notices are to be handled. */
export const HAS_DUE_NOTICES = `EXISTS (SELECT ${DUE})`;

@Injectable()
export class GatewayNoticesRepository {
  constructor(
    @InjectRepository(GatewayNotice) private readonly notices: Repository<GatewayNotice>,
  ) {}

  /** Stores a notice, once for each body. */
  async insert(
    manager: EntityManager,
    notice: Omit<GatewayNotice, 'id' | 'receivedAt' | 'dueAt' | 'outcome'>,
  ): Promise<void> {
    const { eventId, event, gatewayOrderId, paymentId, aboutKind, aboutId, body } = notice;
    await manager.query(
      `INSERT INTO gateway_notices (event_id, event, gateway_order_id, payment_id, about_kind, about_id, body)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (event_id) DO NOTHING`,
      [eventId, event, gatewayOrderId, paymentId, aboutKind, aboutId, body],
    );
  }

  async claimDue(manager: EntityManager, limit: number): Promise<DueNotice[]> {
    return rowsOf(
      await manager.query(
        `UPDATE gateway_notices SET due_at = now() + ${LEASE} WHERE id IN (
          SELECT id ${DUE} ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
        ) RETURNING id, gateway_order_id AS "gatewayOrderId", about_kind AS "aboutKind", about_id AS "aboutId",
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
    await manager.withRepository(this.notices).update({ id }, { outcome, dueAt: null });
  }

  /** Lists the latest notices first. */
  async list(
    manager: EntityManager,
    outcome: NoticeOutcome | null,
    { beforeId, limit }: NewestFirst,
  ): Promise<GatewayNotice[]> {
    return manager
      .withRepository(this.notices)
      .find({
        where: {
          ...(outcome !== null && { outcome }),
          ...(beforeId !== null && { id: LessThan(beforeId) }),
        },
        order: { id: 'DESC' },
        take: limit,
      });
  }
}
