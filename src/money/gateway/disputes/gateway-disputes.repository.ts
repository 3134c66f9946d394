import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import type { NewestFirst } from '../../../platform/http/paging/page.js';
import type { AskedAt } from '../asked-at.js';
import type { GatewayDispute } from '../payment-gateway.js';
import { rowsOf } from '../../../platform/database/reads/returned-rows.js';
import { StoredDispute } from './stored-dispute.entity.js';

export interface ListedDispute extends StoredDispute {
  clientId: number;
}

const COLUMNS = `
  d.id, d.dispute_id AS "disputeId", d.payment_id AS "paymentId", d.receipt_id AS "receiptId",
  d.amount_minor AS "amountMinor", d.deducted_minor AS "deductedMinor", d.phase, d.status,
  d.respond_by AS "respondBy", d.opened_at AS "openedAt", d.taken_minor AS "takenMinor",
  d.journal_id AS "journalId", d.bookings, d.asked_at AS "askedAt", d.ask_at AS "askAt"`;

/** Interval at which the gateway is queried for an open dispute, in addition to its notices. */
const ASKED_EVERY = "interval '6 hours'";

// Locks the row, because the caller compares the booked amount with what the gateway holds back.
const PUT = `
  INSERT INTO gateway_disputes AS d (dispute_id, payment_id, receipt_id, amount_minor, deducted_minor, phase, status,
    respond_by, opened_at, asked_at, ask_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7::varchar, $8, $9, $10::timestamptz, CASE $7::varchar WHEN 'open' THEN now() + ${ASKED_EVERY} END)
  ON CONFLICT (dispute_id) DO UPDATE SET amount_minor = $4, deducted_minor = $5, phase = $6, status = $7::varchar,
    respond_by = $8, asked_at = $10::timestamptz, ask_at = CASE $7::varchar WHEN 'open' THEN now() + ${ASKED_EVERY} END
  WHERE d.asked_at < $10::timestamptz
  RETURNING ${COLUMNS}`;

/** SQL condition: the gateway is to be asked about disputes. */
export const HAS_DUE_DISPUTES = 'EXISTS (SELECT FROM gateway_disputes WHERE ask_at <= now())';

@Injectable()
export class GatewayDisputesRepository {
  constructor(
    @InjectRepository(StoredDispute) private readonly disputes: Repository<StoredDispute>,
  ) {}

  /** Stores a dispute and returns it; null if the answer to a later query is stored already. */
  async put(
    manager: EntityManager,
    dispute: GatewayDispute & { receiptId: number },
    askedAt: AskedAt,
  ): Promise<StoredDispute | null> {
    const [stored] = await manager.query<StoredDispute[]>(PUT, [
      ...[dispute.id, dispute.paymentId, dispute.receiptId, dispute.amountMinor],
      ...[dispute.deductedMinor, dispute.phase, dispute.status, dispute.respondBy],
      ...[dispute.openedAt, askedAt],
    ]);
    return stored ?? null;
  }

  /** Stores the amount that is taken from the wallet, and the journal that took it. */
  async setTaken(
    manager: EntityManager,
    id: number,
    { takenMinor, journalId }: Pick<StoredDispute, 'takenMinor' | 'journalId'>,
  ): Promise<void> {
    const bookings = { bookings: (): string => 'bookings + 1' };
    await manager
      .withRepository(this.disputes)
      .update({ id }, { takenMinor, journalId, ...(takenMinor > 0 && bookings) });
  }

  /** Claims the open disputes of a gateway that are due, and sets the time of the next query. */
  async claimDue(manager: EntityManager, gateway: string, limit: number): Promise<string[]> {
    const claimed = rowsOf<{ disputeId: string }>(
      await manager.query(
        `UPDATE gateway_disputes SET ask_at = now() + ${ASKED_EVERY} WHERE id IN (
          SELECT d.id FROM gateway_disputes d
          JOIN gateway_payments p ON p.receipt_id = d.receipt_id
          JOIN payment_intents i ON i.id = p.intent_id
          WHERE d.ask_at <= now() AND i.gateway = $1
          ORDER BY d.ask_at LIMIT $2 FOR UPDATE OF d SKIP LOCKED
        ) RETURNING dispute_id AS "disputeId"`,
        [gateway, limit],
      ),
    );
    return claimed.map(({ disputeId }) => disputeId);
  }

  /** Lists the latest disputes first. */
  async list(
    manager: EntityManager,
    status: StoredDispute['status'] | null,
    { beforeId, limit }: NewestFirst,
  ): Promise<ListedDispute[]> {
    return manager.query<ListedDispute[]>(
      `SELECT ${COLUMNS}, i.client_id AS "clientId" FROM gateway_disputes d
        JOIN gateway_payments p ON p.receipt_id = d.receipt_id
        JOIN payment_intents i ON i.id = p.intent_id
        WHERE ($1::text IS NULL OR d.status = $1) AND ($2::bigint IS NULL OR d.id < $2)
        ORDER BY d.id DESC LIMIT $3`,
      [status, beforeId, limit],
    );
  }
}
