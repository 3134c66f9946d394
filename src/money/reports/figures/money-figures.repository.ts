import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { boundedCount, COUNTED_MAX } from '../../../platform/database/bounded-count.js';

/** Figures for finance; amounts in minor units. */
export interface MoneyFigures {
  /** Claimed bank transfers without a decision. */
  transfers: { count: number; amountMinor: number };
  /** Corrections of wallets that need approval by a second person. */
  adjustments: number;
  /** All entries that need it, corrections of wallets included. */
  approvals: number;
  gateway: GatewayFindings;
}

/** Findings at the payment gateway within the last week, unless a field says otherwise. */
export interface GatewayFindings {
  /** Payments that neither a browser nor a notice reported. */
  missed: number;
  /** Payments in another currency than their order, which are credited to no wallet. */
  otherCurrency: number;
  /** Notices about orders that this service did not create. */
  unknownNotices: number;
  failedRefunds: number;
  /** Refunds that were made in the gateway's own pages. */
  outsideRefunds: number;
  /** Disputes that are open, of any age. */
  openDisputes: number;
  /** Settlements that have unknown lines, or are paid out and not booked. */
  unclearSettlements: number;
  /** The ledger's account of the gateway less what the gateway held, at the latest comparison; in minor units. */
  differenceMinor: number;
}

const RECENT = `now() - interval '7 days'`;

// Each count reads few rows of an index.
const FIGURES = `
  SELECT
    (SELECT json_build_object('count', count(*), 'amountMinor', coalesce(sum(amount_minor), 0))
      FROM bank_transfers WHERE status = 'claimed') AS transfers,
    (SELECT count(*)::integer FROM wallet_adjustments WHERE status = 'proposed') AS adjustments,
    ((SELECT count(*) FROM approvals WHERE status = 'waiting')
      + (SELECT count(*) FROM wallet_adjustments WHERE status = 'proposed'))::integer AS approvals,
    json_build_object(
      'missed', (SELECT count(*) FROM gateway_payments
        WHERE found_by IN ('schedule', 'day') AND receipt_id IS NOT NULL AND seen_at >= ${RECENT}),
      'otherCurrency', (SELECT count(*) FROM gateway_payments
        WHERE outcome = 'other_currency' AND seen_at >= ${RECENT}),
      'unknownNotices', (SELECT count(*) FROM gateway_notices
        WHERE outcome = 'unknown_order' AND received_at >= ${RECENT}),
      'failedRefunds', (SELECT count(*) FROM gateway_refunds
        WHERE status = 'failed' AND created_at >= ${RECENT}),
      'outsideRefunds', (SELECT count(*) FROM gateway_refunds
        WHERE is_outside AND created_at >= ${RECENT}),
      'openDisputes', (SELECT count(*) FROM gateway_disputes WHERE status = 'open'),
      'unclearSettlements', (SELECT count(*) FROM gateway_settlements
        WHERE settled_at >= ${RECENT} AND (unknown_lines <> '[]' OR status = 'processed' AND journal_id IS NULL)),
      'differenceMinor', coalesce((SELECT books_minor - held_minor FROM gateway_day_checks
        WHERE held_minor IS NOT NULL ORDER BY id DESC LIMIT 1), 0)
    ) AS gateway`;

const WAITING = [
  "bank_transfers WHERE status = 'claimed'",
  "approvals WHERE status = 'waiting'",
  "wallet_adjustments WHERE status = 'proposed'",
];

@Injectable()
export class MoneyFiguresRepository {
  async get(manager: EntityManager): Promise<MoneyFigures> {
    const [figures] = await manager.query<[MoneyFigures]>(FIGURES);
    return figures;
  }

  /** Counts the transfers to confirm and the entries that need approval; bounded. */
  async countWaiting(manager: EntityManager): Promise<number> {
    const [row] = await manager.query<[{ count: number }]>(
      `SELECT least(${WAITING.map(boundedCount).join(' + ')}, ${COUNTED_MAX}) AS count`,
    );
    return row.count;
  }
}
