import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { orderNumberOf } from '../../orders/archive/order-number.js';
import type { ReminderStage } from '../ledger/credit/credit-item.entity.js';
import { DUE_ON } from '../ledger/credit/credit-terms.js';
import { TODAY } from '../../platform/time-zone.js';

/** Number of days before the due date at which a client is reminded. */
const DAYS_BEFORE = 3;
/** Number of items that one transaction marks. */
const BATCH = 500;
/** Number of orders that one mail lists. */
const LISTED_ORDERS = 50;

const IS_OVERDUE = 'item.due_at <= now()';
const IS_DUE = `(item.due_at > now() AND ${DUE_ON} <= ${TODAY} + ${DAYS_BEFORE})`;

/** A client to remind of orders. */
export interface DueReminder {
  clientId: number;
  stage: ReminderStage;
}

/** An order that a reminder lists; in minor units. */
export interface RemindedOrder {
  orderNumber: string;
  leftMinor: number;
  dueOn: string;
}

/** Marks and reads the orders in reminders to clients. */
@Injectable()
export class CreditRemindersRepository {
  /** Marks items that reached a stage and have no reminder for it yet, and returns the distinct pairs of client and stage. */
  async take(manager: EntityManager): Promise<DueReminder[]> {
    return manager.query<DueReminder[]>(
      `WITH taken AS (
          SELECT order_id FROM credit_items item
          WHERE paid_minor < amount_minor
            AND (${IS_OVERDUE} AND reminded IS DISTINCT FROM 'overdue' OR ${IS_DUE} AND reminded IS NULL)
          ORDER BY order_id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
        ), marked AS (
          UPDATE credit_items item SET reminded = CASE WHEN ${IS_OVERDUE} THEN 'overdue' ELSE 'due' END
          FROM taken WHERE item.order_id = taken.order_id
          RETURNING item.client_id, item.reminded
        )
        SELECT DISTINCT client_id AS "clientId", reminded AS stage FROM marked ORDER BY 1, 2`,
    );
  }

  /** Lists a client's unpaid orders of a stage, ordered by due date. */
  async listOrders(
    manager: EntityManager,
    { clientId, stage }: DueReminder,
  ): Promise<RemindedOrder[]> {
    return manager.query<RemindedOrder[]>(
      `SELECT ${orderNumberOf('item.order_id')} AS "orderNumber",
          item.amount_minor - item.paid_minor AS "leftMinor", ${DUE_ON}::text AS "dueOn"
        FROM credit_items item
        WHERE item.client_id = $1 AND item.paid_minor < item.amount_minor
          AND ${stage === 'overdue' ? IS_OVERDUE : IS_DUE}
        ORDER BY item.due_at, item.order_id LIMIT ${LISTED_ORDERS}`,
      [clientId],
    );
  }
}
