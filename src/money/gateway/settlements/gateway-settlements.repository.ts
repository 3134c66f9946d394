import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Repository, type EntityManager } from 'typeorm';
import type { NewestFirst } from '../../../platform/http/paging/page.js';
import type { AskedAt } from '../asked-at.js';
import { StoredIntent } from '../checkouts/stored-intent.entity.js';
import { StoredSettlement } from './stored-settlement.entity.js';

const SETTLEMENT = `
  id, settlement_id AS "settlementId", gateway, status, amount_minor AS "amountMinor", fees_minor AS "feesMinor",
  tax_minor AS "taxMinor", utr, settled_at AS "settledAt", unknown_minor AS "unknownMinor",
  unknown_lines AS "unknownLines", journal_id AS "journalId", bookings, asked_at AS "askedAt"`;

// Locks the row, because the caller books the settlement or reverses its journal. A booked settlement keeps its amounts.
const PUT = `
  INSERT INTO gateway_settlements AS s (settlement_id, gateway, status, amount_minor, fees_minor, tax_minor, utr,
    settled_at, unknown_minor, unknown_lines, asked_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  ON CONFLICT (settlement_id) DO UPDATE SET
    (status, amount_minor, fees_minor, tax_minor) = (
      SELECT $3::varchar, $4::bigint, $5::bigint, $6::bigint WHERE s.journal_id IS NULL
      UNION ALL
      SELECT s.status, s.amount_minor, s.fees_minor, s.tax_minor WHERE s.journal_id IS NOT NULL
    ),
    utr = $7, unknown_minor = $9, unknown_lines = $10, asked_at = $11
  WHERE s.asked_at < $11
  RETURNING ${SETTLEMENT}`;

/** Period in which settlements with unknown lines are fetched again, because a missing payment may be found. */
const FETCHED_AGAIN = "interval '10 days'";

const KNOWN = `
  SELECT payment_id AS id FROM gateway_payments WHERE payment_id = ANY ($1) AND receipt_id IS NOT NULL
  UNION ALL
  SELECT gateway_refund_id FROM gateway_refunds WHERE gateway_refund_id = ANY ($1) AND status <> 'failed'
  UNION ALL
  SELECT dispute_id FROM gateway_disputes WHERE dispute_id = ANY ($1)`;

@Injectable()
export class GatewaySettlementsRepository {
  constructor(
    @InjectRepository(StoredSettlement) private readonly settlements: Repository<StoredSettlement>,
    @InjectRepository(StoredIntent) private readonly intents: Repository<StoredIntent>,
  ) {}

  /** Stores a settlement and returns it; null if the answer to a later query is stored already. */
  async put(
    manager: EntityManager,
    gateway: string,
    settlement: Omit<StoredSettlement, 'id' | 'gateway' | 'journalId' | 'bookings' | 'askedAt'>,
    askedAt: AskedAt,
  ): Promise<StoredSettlement | null> {
    const [stored] = await manager.query<StoredSettlement[]>(PUT, [
      ...[settlement.settlementId, gateway, settlement.status, settlement.amountMinor],
      ...[settlement.feesMinor, settlement.taxMinor, settlement.utr, settlement.settledAt],
      ...[settlement.unknownMinor, JSON.stringify(settlement.unknownLines), askedAt],
    ]);
    return stored ?? null;
  }

  /** Stores the journal of a settlement; null: its journal was reversed, because the payment to the bank failed. */
  async setJournal(
    manager: EntityManager,
    id: number,
    journalId: number | null,
    status: StoredSettlement['status'],
  ): Promise<void> {
    const bookings = { bookings: (): string => 'bookings + 1' };
    await manager
      .withRepository(this.settlements)
      .update({ id }, { journalId, status, ...(journalId !== null && bookings) });
  }

  /** Returns those of the given gateway ids that belong to credited payments, to refunds that did not fail, or to disputes. */
  async listKnown(manager: EntityManager, ids: readonly string[]): Promise<string[]> {
    const known = await manager.query<{ id: string }[]>(KNOWN, [ids]);
    return known.map(({ id }) => id);
  }

  /** Returns those of the given settlements that are booked and need not be fetched again. */
  async listFinal(manager: EntityManager, settlementIds: readonly string[]): Promise<string[]> {
    const found = await manager.query<{ id: string }[]>(
      `SELECT settlement_id AS id FROM gateway_settlements
        WHERE settlement_id = ANY ($1) AND journal_id IS NOT NULL
          AND (unknown_lines = '[]' OR settled_at < now() - ${FETCHED_AGAIN})`,
      [settlementIds],
    );
    return found.map(({ id }) => id);
  }

  /** Lists the settlements with some UTRs that were paid out to the bank. */
  async listPaidOut(
    manager: EntityManager,
    references: readonly string[],
  ): Promise<StoredSettlement[]> {
    return manager.query<StoredSettlement[]>(
      `SELECT ${SETTLEMENT} FROM gateway_settlements
        WHERE upper(utr) = ANY ($1) AND journal_id IS NOT NULL ORDER BY id`,
      [references.map((reference) => reference.toUpperCase())],
    );
  }

  /** Lists the latest settlements first. */
  async list(
    manager: EntityManager,
    { beforeId, limit }: NewestFirst,
  ): Promise<StoredSettlement[]> {
    return manager
      .withRepository(this.settlements)
      .find({
        where: beforeId === null ? {} : { id: LessThan(beforeId) },
        order: { id: 'DESC' },
        take: limit,
      });
  }

  /** Finds the time of the first intent of a gateway; null: none. */
  async findBeginning(manager: EntityManager, gateway: string): Promise<Date | null> {
    const first = await manager
      .withRepository(this.intents)
      .findOne({ where: { gateway }, order: { createdAt: 'ASC' } });
    return first?.createdAt ?? null;
  }

  /**
   * Computes the gateway's balance from its answers, in minor units: captured payments less refunds, disputes and payouts.
   * - `requestedMinor`: the sum of the refunds that have left the wallets but were not sent yet
   */
  async sumHeld(
    manager: EntityManager,
    currency: string,
  ): Promise<{ heldMinor: number; requestedMinor: number }> {
    const [sums] = await manager.query<[{ heldMinor: number; requestedMinor: number }]>(HELD, [
      currency,
    ]);
    return sums;
  }
}

// A receipt has the amount of its payment less refunds made before it was credited.
const HELD = `
  SELECT (
      coalesce((SELECT sum(r.amount_minor) FROM gateway_payments p JOIN receipts r ON r.id = p.receipt_id), 0)
      + coalesce((SELECT sum(amount_minor - refunded_minor) FROM gateway_payments
          WHERE receipt_id IS NULL AND status IN ('captured', 'refunded') AND currency = $1), 0)
      - coalesce((SELECT sum(amount_minor) FROM gateway_refunds WHERE status IN ('pending', 'processed')), 0)
      - coalesce((SELECT sum(deducted_minor) FROM gateway_disputes), 0)
      - coalesce((SELECT sum(amount_minor + fees_minor + tax_minor - unknown_minor) FROM gateway_settlements
          WHERE journal_id IS NOT NULL), 0)
    )::bigint AS "heldMinor",
    coalesce((SELECT sum(amount_minor) FROM gateway_refunds WHERE status = 'requested'), 0)::bigint AS "requestedMinor"`;
