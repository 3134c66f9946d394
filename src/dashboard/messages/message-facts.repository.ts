import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { orderNumberOf } from '../../orders/archive/order-number.js';
import { DUE_ON } from '../../money/ledger/credit/credit-terms.js';
import { STATUS_SETS } from '../../orders/lifecycle/order-lifecycle.js';
import { statusIsIn } from '../../orders/lifecycle/status-sql.js';
import type { FailureReason } from '../../couriers/courier-gateway.js';
import type { DocumentKind } from '../../tax/documents/document-content.js';

export interface MailedOrder {
  orderNumber: string;
  storeOrderId: string | null;
  totalMinor: number;
  createdAt: Date;
}

export interface MailedShipment {
  orderNumber: string;
  storeOrderId: string | null;
  courier: string;
  trackingNumber: string;
}

export interface MailedFailure {
  orderNumber: string;
  storeOrderId: string | null;
  /** Of the customer. */
  city: string;
  reason: FailureReason;
  answerBy: Date;
}

export interface MailedDocument {
  id: number;
  kind: DocumentKind;
  documentNumber: string;
  orderNumber: string;
  totalMinor: number;
}

export interface OverdueOrder {
  orderNumber: string;
  leftMinor: number;
  dueOn: string;
}

/** A client's wallet balance, and its debt without orders bought on account. */
export interface ClientMoney {
  walletMinor: number;
  debtMinor: number;
}

const ORDER_COLUMNS = `o.order_number AS "orderNumber", o.store_order_id AS "storeOrderId", o.total_minor AS "totalMinor",
  o.created_at AS "createdAt"`;

/** Facts for mails, as of the time when a mail is written. Each is read with the id of the person's client. */
@Injectable()
export class MessageFactsRepository {
  /** Lists paid orders that were not canceled since. @param ids of the entries in their timelines */
  async listPaid(
    manager: EntityManager,
    clientId: number,
    ids: readonly string[],
  ): Promise<MailedOrder[]> {
    return manager.query<MailedOrder[]>(
      `SELECT ${ORDER_COLUMNS}
        FROM order_status_changes c JOIN orders o ON o.id = c.order_id
        WHERE c.id = ANY($2::bigint[]) AND o.client_id = $1 AND o.payment_status = 'paid' ORDER BY c.id`,
      [clientId, ids],
    );
  }

  /** Returns those of some orders that still wait for payment. */
  async listUnpaid(
    manager: EntityManager,
    clientId: number,
    ids: readonly string[],
  ): Promise<MailedOrder[]> {
    return manager.query<MailedOrder[]>(
      `SELECT ${ORDER_COLUMNS}
        FROM orders o
        WHERE o.id = ANY($2::bigint[]) AND o.client_id = $1
          AND ${statusIsIn('o.status', STATUS_SETS.awaitingPayment)}
        ORDER BY o.created_at, o.id`,
      [clientId, ids],
    );
  }

  async listShipments(
    manager: EntityManager,
    clientId: number,
    ids: readonly string[],
  ): Promise<MailedShipment[]> {
    return manager.query<MailedShipment[]>(
      `SELECT o.order_number AS "orderNumber", o.store_order_id AS "storeOrderId", s.courier,
          s.tracking_number AS "trackingNumber"
        FROM shipments s JOIN orders o ON o.id = s.order_id
        WHERE s.id = ANY($2::bigint[]) AND o.client_id = $1 ORDER BY s.id`,
      [clientId, ids],
    );
  }

  /** Lists deliveries that failed and can still be answered, the most urgent first. */
  async listFailures(
    manager: EntityManager,
    clientId: number,
    ids: readonly string[],
  ): Promise<MailedFailure[]> {
    return manager.query<MailedFailure[]>(
      `SELECT o.order_number AS "orderNumber", o.store_order_id AS "storeOrderId", o.shipping_city AS city, f.reason,
          f.answer_by AS "answerBy"
        FROM delivery_failures f JOIN orders o ON o.id = f.order_id
        WHERE f.id = ANY($2::integer[]) AND o.client_id = $1 AND f.state = 'open' AND f.answer_by > now()
          AND o.anonymized_at IS NULL
        ORDER BY f.answer_by, f.id`,
      [clientId, ids],
    );
  }

  async listDocuments(
    manager: EntityManager,
    clientId: number,
    ids: readonly string[],
  ): Promise<MailedDocument[]> {
    return manager.query<MailedDocument[]>(
      `SELECT id, kind, document_number AS "documentNumber", order_number AS "orderNumber", total_minor AS "totalMinor"
        FROM tax_documents WHERE id = ANY($2::bigint[]) AND client_id = $1 AND kind <> 'canceled' ORDER BY id`,
      [clientId, ids],
    );
  }

  /** Lists all overdue orders of a client, by due date. */
  async listOverdue(manager: EntityManager, clientId: number): Promise<OverdueOrder[]> {
    return manager.query<OverdueOrder[]>(
      `SELECT ${orderNumberOf('item.order_id')} AS "orderNumber",
          item.amount_minor - item.paid_minor AS "leftMinor", ${DUE_ON}::text AS "dueOn"
        FROM credit_items item
        WHERE item.client_id = $1 AND item.paid_minor < item.amount_minor AND item.due_at <= now()
        ORDER BY item.due_at, item.order_id`,
      [clientId],
    );
  }

  async getMoney(manager: EntityManager, clientId: number): Promise<ClientMoney> {
    const [row] = await manager.query<[ClientMoney]>(
      `SELECT
          coalesce((SELECT balance_minor FROM ledger_accounts WHERE client_id = $1), 0) AS "walletMinor",
          coalesce((SELECT -balance_minor FROM ledger_accounts WHERE kind = 'client_debt' AND owner_id = $1), 0)
            AS "debtMinor"`,
      [clientId],
    );
    return row;
  }

  /** Finds the end of a client's subscription, if it comes within some days. */
  async findEnd(
    manager: EntityManager,
    clientId: number,
  ): Promise<{ endsAt: Date; plan: string } | null> {
    const [row] = await manager.query<{ endsAt: Date; plan: string }[]>(
      `SELECT s.ends_at AS "endsAt", p.name AS plan FROM subscriptions s JOIN plans p ON p.id = s.plan_id
        WHERE s.client_id = $1 AND s.status IN ('trialing', 'active')
          AND s.ends_at > now() AND s.ends_at <= now() + interval '8 days'`,
      [clientId],
    );
    return row ?? null;
  }
}
