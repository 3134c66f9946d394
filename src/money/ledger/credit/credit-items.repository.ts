import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { TIME_ZONE } from '../../../platform/time-zone.js';
import type { CreditItem } from './credit-item.entity.js';
import { TODAY } from '../../../platform/time-zone.js';
import { isOnHold, type CreditTerms } from './credit-terms.js';
import type { OwedAccountKind } from '../ledger-account.entity.js';
import type { LedgerJournal } from '../ledger-journal.entity.js';

/** A journal that brought money, and the part of the money that may pay items. */
export interface ItemsPayment extends Pick<LedgerJournal, 'receiptId' | 'note'> {
  clientId: number;
  /** The journal that brought the money. */
  causeId: number;
  budgetMinor: number;
  /** True: only items that are overdue. */
  isOverdueOnly: boolean;
}

// Bought and due by one clock: a purchase that waits for a lock over midnight is of one day.
const DRAW = `
  WITH drawn AS (
    UPDATE ledger_accounts SET balance_minor = balance_minor - $3
    WHERE kind = 'client_credit' AND owner_id = $1 AND balance_minor - $3 >= -credit_limit_minor
      AND NOT EXISTS (
        SELECT FROM credit_items WHERE client_id = $1 AND paid_minor < amount_minor AND due_at <= now()
      )
      AND NOT EXISTS (
        SELECT FROM ledger_accounts debt
        WHERE debt.kind = 'client_debt' AND debt.owner_id = $1 AND debt.balance_minor < 0
      )
    RETURNING payment_days
  )
  INSERT INTO credit_items (client_id, order_id, amount_minor, created_at, due_at)
  SELECT $1, $2, $3, now(), (${TODAY} + payment_days + 1)::timestamp AT TIME ZONE '${TIME_ZONE}' FROM drawn
  RETURNING order_id`;

// One statement pays all items. Each gets a journal of its own, in the order in which it is paid.
const PAY = `
  WITH paid AS (
    SELECT order_id, number, minor, sum(minor) OVER (ORDER BY number) AS running FROM (
      SELECT order_id, row_number() OVER items AS number,
        least(left_minor, $2 - (sum(left_minor) OVER items - left_minor))::bigint AS minor
      FROM (
        SELECT order_id, due_at, amount_minor - paid_minor AS left_minor FROM credit_items
        WHERE client_id = $1 AND paid_minor < amount_minor AND (NOT $3 OR due_at <= now())
      ) unpaid
      WINDOW items AS (ORDER BY due_at, order_id)
    ) shares
    WHERE minor > 0
  ), total AS (
    SELECT sum(minor)::bigint AS minor FROM paid
  ), marked AS (
    UPDATE credit_items item SET paid_minor = paid_minor + paid.minor FROM paid WHERE item.order_id = paid.order_id
  ), wallet AS (
    UPDATE ledger_accounts SET balance_minor = balance_minor - total.minor FROM total
    WHERE client_id = $1 AND total.minor > 0 RETURNING id, balance_minor
  ), credit AS (
    UPDATE ledger_accounts SET balance_minor = balance_minor + total.minor FROM total
    WHERE kind = 'client_credit' AND owner_id = $1 AND total.minor > 0 RETURNING id
  ), journals AS (
    INSERT INTO ledger_journals (kind, key, order_id, receipt_id, note, actor, request_id)
    SELECT 'credit', 'credit-paid:' || $4::bigint || ':' || paid.order_id, paid.order_id, $5::bigint, $6, $7, $8
    FROM paid, wallet, credit ORDER BY paid.number
    RETURNING id, order_id
  ), posted AS (
    INSERT INTO ledger_postings (journal_id, line, account_id, amount_minor, balance_after)
    SELECT journals.id, 1, credit.id, paid.minor, NULL::bigint
    FROM journals JOIN paid USING (order_id), credit
    UNION ALL
    SELECT journals.id, 2, wallet.id, -paid.minor, wallet.balance_minor + total.minor - paid.running
    FROM journals JOIN paid USING (order_id), wallet, total
  )
  SELECT coalesce(minor, 0)::bigint AS "paidMinor" FROM total`;

/** Orders that clients bought on account. */
@Injectable()
export class CreditItemsRepository {
  /**
   * Buys an order on a client's account. The caller has locked the client's wallet.
   *
   * @returns false if the limit, an overdue item or a debt forbids it
   */
  async draw(
    manager: EntityManager,
    { clientId, orderId, amountMinor }: Pick<CreditItem, 'clientId' | 'orderId' | 'amountMinor'>,
  ): Promise<boolean> {
    const drawn = await manager.query<object[]>(DRAW, [clientId, orderId, amountMinor]);
    return drawn.length > 0;
  }

  /**
   * Pays unpaid items from a wallet by their due dates, each in a journal of its own. The caller has locked the wallet, which
   * holds the budget.
   *
   * @returns the amount that was paid, in minor units
   */
  async pay(
    manager: EntityManager,
    { clientId, causeId, budgetMinor, isOverdueOnly, receiptId, note }: ItemsPayment,
    { actor, requestId }: Pick<LedgerJournal, 'actor' | 'requestId'>,
  ): Promise<number> {
    const values = [clientId, budgetMinor, isOverdueOnly, causeId, receiptId, note];
    const [{ paidMinor }] = await manager.query<[{ paidMinor: number }]>(PAY, [
      ...values,
      ...[actor, requestId],
    ]);
    return paidMinor;
  }

  /** Computes the unpaid amount of a client's items that are overdue for more than some days, in minor units. */
  async sumOverdue(manager: EntityManager, clientId: number, days = 0): Promise<number> {
    const [{ overdueMinor }] = await manager.query<[{ overdueMinor: number }]>(
      `SELECT coalesce(sum(amount_minor - paid_minor), 0)::bigint AS "overdueMinor" FROM credit_items
        WHERE client_id = $1 AND paid_minor < amount_minor AND due_at + make_interval(hours => 24 * $2::integer) <= now()`,
      [clientId, days],
    );
    return overdueMinor;
  }

  /** Reads the debt of a client and its overdue items, in minor units. */
  async getOwedFirst(manager: EntityManager, clientId: number): Promise<number> {
    const [{ owedMinor }] = await manager.query<[{ owedMinor: number }]>(
      `SELECT (coalesce((
            SELECT -balance_minor FROM ledger_accounts WHERE kind = 'client_debt' AND owner_id = $1
          ), 0) + coalesce((
            SELECT sum(amount_minor - paid_minor) FROM credit_items
            WHERE client_id = $1 AND paid_minor < amount_minor AND due_at <= now()
          ), 0))::bigint AS "owedMinor"`,
      [clientId],
    );
    return owedMinor;
  }

  /** Finds a client's terms of credit; null: none were ever set. */
  async findTerms(
    manager: EntityManager,
    clientId: number,
    { isLocked }: { isLocked: boolean },
  ): Promise<CreditTerms | null> {
    const [terms] = await manager.query<CreditTerms[]>(
      `SELECT credit_limit_minor AS "limitMinor", payment_days AS "paymentDays", overdue_days AS "overdueDays"
        FROM ledger_accounts WHERE kind = 'client_credit' AND owner_id = $1 ${isLocked ? 'FOR UPDATE' : ''}`,
      [clientId],
    );
    return terms ?? null;
  }

  /** Opens a client's account `client_credit` with a limit of 0, unless it exists. */
  async open(manager: EntityManager, clientId: number): Promise<void> {
    await manager.query(
      `INSERT INTO ledger_accounts (kind, owner_id, balance_minor, credit_limit_minor, payment_days, overdue_days)
        VALUES ('client_credit', $1, 0, 0, 0, 0)
        ON CONFLICT (kind, owner_id) WHERE owner_id IS NOT NULL DO NOTHING`,
      [clientId],
    );
  }

  async putTerms(manager: EntityManager, clientId: number, terms: CreditTerms): Promise<void> {
    await manager.query(
      `UPDATE ledger_accounts SET credit_limit_minor = $2, payment_days = $3, overdue_days = $4
        WHERE kind = 'client_credit' AND owner_id = $1`,
      [clientId, terms.limitMinor, terms.paymentDays, terms.overdueDays],
    );
  }

  /** Lists which of the given clients have a debt, or an item that is overdue for longer than their terms allow. */
  async listOnHold(manager: EntityManager, clientIds: readonly number[]): Promise<number[]> {
    const held = await manager.query<{ id: number }[]>(
      `SELECT client.id FROM unnest($1::integer[]) AS client (id)
        WHERE ${isOnHold('client.id')}`,
      [clientIds],
    );
    return held.map(({ id }) => id);
  }

  /**
   * Locks a client's accounts `client_debt` and then `client_credit` against changes. Returns the debt in minor units, and the
   * number of overdue days that puts its orders on hold.
   */
  async shareOwed(
    manager: EntityManager,
    clientId: number,
  ): Promise<{ debtMinor: number; overdueDays: number | null }> {
    const owed = await manager.query<
      { kind: OwedAccountKind; owedMinor: number; overdueDays: number | null }[]
    >(
      `SELECT kind, -balance_minor AS "owedMinor", overdue_days AS "overdueDays" FROM ledger_accounts
        WHERE kind IN ('client_debt', 'client_credit') AND owner_id = $1 ORDER BY kind DESC FOR SHARE`,
      [clientId],
    );
    const debt = owed.find(({ kind }) => kind === 'client_debt');
    const credit = owed.find(({ kind }) => kind === 'client_credit');
    const usedMinor = credit?.owedMinor ?? 0;
    return {
      debtMinor: debt?.owedMinor ?? 0,
      overdueDays: usedMinor > 0 ? credit!.overdueDays : null,
    };
  }
}
