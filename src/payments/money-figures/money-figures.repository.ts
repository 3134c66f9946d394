import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** What finance has to look at; amounts in minor units. */
export interface MoneyFigures {
  /** Bank transfers that clients claimed and that wait for a decision. */
  transfers: { count: number; amountMinor: number };
  /** Corrections of wallets that wait for a second person. */
  adjustments: number;
  gateway: GatewayFindings;
}

/** What went wrong with the payment gateway within a week. */
export interface GatewayFindings {
  /** Payments that neither a browser nor a notice reported. */
  missed: number;
  /** Payments in another currency than their order, which are credited to no wallet. */
  otherCurrency: number;
  /** Notices of orders that this service never opened. */
  unknownNotices: number;
  /** Refunds that the gateway refused. */
  failedRefunds: number;
}

const RECENT = `now() - interval '7 days'`;

// Each count is of few rows of an index.
const FIGURES = `
  SELECT
    (SELECT json_build_object('count', count(*), 'amountMinor', coalesce(sum(amount_minor), 0))
      FROM bank_transfers WHERE status = 'claimed') AS transfers,
    (SELECT count(*)::integer FROM wallet_adjustments WHERE status = 'proposed') AS adjustments,
    json_build_object(
      'missed', (SELECT count(*) FROM gateway_payments
        WHERE found_by IN ('schedule', 'day') AND receipt_id IS NOT NULL AND seen_at >= ${RECENT}),
      'otherCurrency', (SELECT count(*) FROM gateway_payments
        WHERE outcome = 'other_currency' AND seen_at >= ${RECENT}),
      'unknownNotices', (SELECT count(*) FROM gateway_notices
        WHERE outcome = 'unknown_order' AND received_at >= ${RECENT}),
      'failedRefunds', (SELECT count(*) FROM gateway_refunds
        WHERE status = 'failed' AND created_at >= ${RECENT})
    ) AS gateway`;

@Injectable()
export class MoneyFiguresRepository {
  async get(manager: EntityManager): Promise<MoneyFigures> {
    const [figures] = await manager.query<[MoneyFigures]>(FIGURES);
    return figures;
  }
}
