import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { orderNumberOf } from '../../orders/archive/order-number.js';
import { DUE_ON } from '../ledger/credit/credit-terms.js';
import { TODAY } from '../../platform/time-zone.js';
import type { PageRequest } from '../../platform/http/paging/page.js';
import { TIME_ZONE } from '../../platform/time-zone.js';

/** Unpaid amounts of orders bought on account by the days since their purchase, in minor units. */
export interface Ageing {
  upTo30Minor: number;
  upTo60Minor: number;
  upTo90Minor: number;
  olderMinor: number;
  totalMinor: number;
  /** Unpaid after the due date. */
  overdueMinor: number;
  debtMinor: number;
}

/** A client who owes, with the age of its unpaid orders. */
export interface ClientAgeing extends Ageing {
  /** The client's id. */
  id: number;
  name: string;
  limitMinor: number;
}

/** An unpaid order bought on account; in minor units. */
export interface OpenItem {
  /** The order's id. */
  id: number;
  orderNumber: string;
  amountMinor: number;
  paidMinor: number;
  boughtAt: Date;
  dueOn: string;
  isOverdue: boolean;
}

const AGE = `${TODAY} - (item.created_at AT TIME ZONE '${TIME_ZONE}')::date`;

const SUMS = `
  ${sumWhere(`${AGE} <= 30`)} AS "upTo30Minor", ${sumWhere(`${AGE} BETWEEN 31 AND 60`)} AS "upTo60Minor",
  ${sumWhere(`${AGE} BETWEEN 61 AND 90`)} AS "upTo90Minor", ${sumWhere(`${AGE} > 90`)} AS "olderMinor",
  ${sumWhere('true')} AS "totalMinor", ${sumWhere(`item.due_at <= now()`)} AS "overdueMinor"`;

function sumWhere(condition: string): string {
  return `coalesce(sum(item.amount_minor - item.paid_minor) FILTER (WHERE ${condition}), 0)::bigint`;
}

/** Reads unpaid orders bought on account. */
@Injectable()
export class AgeingRepository {
  /** Sums what all clients owe. */
  async sum(manager: EntityManager): Promise<Ageing> {
    const [sums] = await manager.query<[Ageing]>(
      `SELECT ${SUMS}, (
          SELECT coalesce(-sum(balance_minor), 0)::bigint FROM ledger_accounts WHERE kind = 'client_debt'
        ) AS "debtMinor"
        FROM credit_items item WHERE item.paid_minor < item.amount_minor`,
    );
    return sums;
  }

  /** Lists the clients who owe, ordered by id. */
  async listClients(
    manager: EntityManager,
    { afterId, limit }: PageRequest,
  ): Promise<ClientAgeing[]> {
    return manager.query<ClientAgeing[]>(
      `SELECT c.id, c.name, coalesce(credit.credit_limit_minor, 0)::bigint AS "limitMinor",
          -coalesce(debt.balance_minor, 0)::bigint AS "debtMinor", sums.*
        FROM clients c
        LEFT JOIN ledger_accounts credit ON credit.kind = 'client_credit' AND credit.owner_id = c.id
        LEFT JOIN ledger_accounts debt ON debt.kind = 'client_debt' AND debt.owner_id = c.id
        CROSS JOIN LATERAL (
          SELECT ${SUMS} FROM credit_items item
          WHERE item.client_id = c.id AND item.paid_minor < item.amount_minor
        ) sums
        WHERE c.id > $1 AND (credit.balance_minor < 0 OR debt.balance_minor < 0)
        ORDER BY c.id LIMIT $2`,
      [afterId, limit],
    );
  }

  /** Lists a client's unpaid items, ordered by the order's id. */
  async listItems(
    manager: EntityManager,
    clientId: number,
    { afterId, limit }: PageRequest,
  ): Promise<OpenItem[]> {
    return manager.query<OpenItem[]>(
      `SELECT item.order_id AS id, ${orderNumberOf('item.order_id')} AS "orderNumber",
          item.amount_minor AS "amountMinor", item.paid_minor AS "paidMinor", item.created_at AS "boughtAt",
          ${DUE_ON}::text AS "dueOn", item.due_at <= now() AS "isOverdue"
        FROM credit_items item
        WHERE item.client_id = $1 AND item.paid_minor < item.amount_minor AND item.order_id > $2
        ORDER BY item.order_id LIMIT $3`,
      [clientId, afterId, limit],
    );
  }
}
