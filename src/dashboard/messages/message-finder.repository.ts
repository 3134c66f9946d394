import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { STATUS_SETS } from '../../orders/lifecycle/order-lifecycle.js';
import { statusIsIn } from '../../orders/lifecycle/status-sql.js';

/** Number of orders that one statement finds; the next run finds the rest. */
const BATCH = 1_000;
const DAYS_BEFORE_END = 7;
/** Days after which an order no longer counts as newly overdue. Found events are kept twice as long. */
const NEWLY_OVERDUE_DAYS = 30;

const ADD = 'INSERT INTO message_events (kind, client_id, subject)';

/** Finds events without a change of a row, such as an order that is about to expire. Each statement is safe to repeat. */
@Injectable()
export class MessageFinderRepository {
  /** Finds unpaid orders that expire within some hours. */
  async findExpiring(manager: EntityManager, ttlHours: number, leadHours: number): Promise<void> {
    await manager.query(
      `${ADD}
        SELECT 'order_expiring', o.client_id, o.id FROM orders o
        WHERE ${statusIsIn('o.status', STATUS_SETS.awaitingPayment)} AND NOT o.is_test
          AND o.created_at <= now() - make_interval(secs => ($1::float - $2) * 3600)
          AND o.created_at > now() - make_interval(secs => $1::float * 3600)
          AND NOT EXISTS (SELECT FROM message_events e WHERE e.kind = 'order_expiring' AND e.subject = o.id::text)
        ORDER BY o.created_at LIMIT ${BATCH}
        ON CONFLICT DO NOTHING`,
      [ttlHours, leadHours],
    );
  }

  /** Finds deliveries that failed, once the courier itself has said so. One that it did not try would alarm for nothing. */
  async findFailedDeliveries(manager: EntityManager): Promise<void> {
    await manager.query(
      `${ADD}
        SELECT 'delivery_failed', o.client_id, f.id FROM delivery_failures f
        JOIN orders o ON o.id = f.order_id
        WHERE f.state = 'open' AND f.answer_by > now() AND f.reason <> 'not_attempted' AND NOT o.is_test
          AND EXISTS (
            SELECT FROM shipment_events e
            WHERE e.shipment_id = f.shipment_id AND e.state = 'failed_attempt' AND e.at = f.failed_at AND e.source <> 'push')
          AND NOT EXISTS (SELECT FROM message_events e WHERE e.kind = 'delivery_failed' AND e.subject = f.id::text)
        ORDER BY f.answer_by LIMIT ${BATCH}
        ON CONFLICT DO NOTHING`,
    );
  }

  async findEndingSubscriptions(manager: EntityManager): Promise<void> {
    await manager.query(
      `${ADD}
        SELECT 'subscription_ending', client_id, client_id || ' ' || extract(epoch FROM ends_at)
        FROM subscriptions
        WHERE status IN ('trialing', 'active') AND ends_at > now()
          AND ends_at <= now() + make_interval(days => ${DAYS_BEFORE_END})
        ON CONFLICT DO NOTHING`,
    );
  }

  /** Finds orders bought on account that became overdue. */
  async findOverdue(manager: EntityManager): Promise<void> {
    await manager.query(
      `${ADD}
        SELECT 'debts', client_id, 'order ' || order_id FROM credit_items
        WHERE paid_minor < amount_minor AND due_at <= now()
          AND due_at > now() - make_interval(days => ${NEWLY_OVERDUE_DAYS})
        ON CONFLICT DO NOTHING`,
    );
  }

  /** Finds wallets that fell below their amount, and new debts. Each client is found again only after this has ended. */
  async findLevels(manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO client_levels (client_id) SELECT a.client_id FROM ledger_accounts a
        WHERE a.kind = 'client_wallet' AND NOT EXISTS (SELECT FROM client_levels l WHERE l.client_id = a.client_id)
        ON CONFLICT DO NOTHING`,
    );
    await manager.query(
      `WITH changed AS (
          UPDATE client_levels l SET is_wallet_low = w.balance_minor < l.wallet_below_minor
          FROM ledger_accounts w
          WHERE w.client_id = l.client_id AND l.is_wallet_low <> (w.balance_minor < l.wallet_below_minor)
          RETURNING l.client_id, l.is_wallet_low
        )
        ${ADD} SELECT 'wallet_low', client_id, client_id || ' ' || clock_timestamp() FROM changed WHERE is_wallet_low`,
    );
    await manager.query(
      `WITH changed AS (
          UPDATE client_levels l SET has_debt = d.balance_minor < 0
          FROM ledger_accounts d
          WHERE d.kind = 'client_debt' AND d.owner_id = l.client_id AND l.has_debt <> (d.balance_minor < 0)
          RETURNING l.client_id, l.has_debt
        )
        ${ADD} SELECT 'debts', client_id, 'debt ' || client_id || ' ' || clock_timestamp() FROM changed WHERE has_debt`,
    );
  }

  /** Deletes events that were mailed so long ago that they cannot be found again. */
  async deleteOld(manager: EntityManager): Promise<void> {
    const isOld = `< now() - make_interval(days => ${2 * NEWLY_OVERDUE_DAYS})`;
    await manager.query(`DELETE FROM message_events WHERE gathered_at ${isOld}`);
    await manager.query(`DELETE FROM messages WHERE created_at ${isOld}`);
  }
}
