import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import type { SystemAccountKind } from './ledger-account.entity.js';
import type { LedgerJournal } from './ledger-journal.entity.js';
import type { OrderPayment, OrderRefund } from './order-money.js';
import { Receipt } from './receipt.entity.js';
import { TIME_ZONE } from '../platform/time-zone.js';

/** A journal of two postings: money moves between a client's wallet and a system account. */
export interface NewJournal extends Pick<
  LedgerJournal,
  'kind' | 'key' | 'orderId' | 'receiptId' | 'reversesId' | 'note' | 'actor' | 'requestId'
> {
  clientId: number;
  /** Amount that enters the wallet; negative: leaves it. */
  amountMinor: number;
  /** The other account. */
  account: SystemAccountKind;
  /** Minimum balance that must remain in the wallet. */
  keepMinor: number;
}

/** Effect of a journal on the wallet. */
export interface PostedJournal {
  journalId: number;
  balanceMinor: number;
}

/** A stored journal with its effect on the wallet. */
export interface WrittenJournal extends PostedJournal {
  kind: LedgerJournal['kind'];
  clientId: number;
  amountMinor: number;
  /** The other account. */
  account: SystemAccountKind;
}

const WRITTEN_JOURNALS = `
  SELECT j.id AS "journalId", j.kind, wallet.client_id AS "clientId", p.amount_minor AS "amountMinor",
    p.balance_after AS "balanceMinor", other.kind AS account
  FROM ledger_journals j
  JOIN ledger_postings p ON p.journal_id = j.id AND p.balance_after IS NOT NULL
  JOIN ledger_accounts wallet ON wallet.id = p.account_id
  JOIN ledger_postings q ON q.journal_id = j.id AND q.balance_after IS NULL
  JOIN ledger_accounts other ON other.id = q.account_id`;

// The wallet's row is locked before the journal gets its id and time, so that both are in the wallet's order.
const POST = `
  WITH moved AS (
    UPDATE ledger_accounts SET balance_minor = balance_minor + $2
    WHERE client_id = $1 AND balance_minor + $2 >= $3
    RETURNING id, balance_minor
  ), journal AS (
    INSERT INTO ledger_journals (kind, key, order_id, receipt_id, reverses_id, note, actor, request_id)
    SELECT $5, $6, $7::bigint, $8::bigint, $9::bigint, $10, $11, $12 FROM moved
    RETURNING id
  ), posted AS (
    INSERT INTO ledger_postings (journal_id, line, account_id, amount_minor, balance_after)
    SELECT journal.id, 1, account.id, -$2, NULL
      FROM journal, ledger_accounts account WHERE account.kind = $4 AND account.client_id IS NULL
    UNION ALL
    SELECT journal.id, 2, moved.id, $2, moved.balance_minor FROM journal, moved
  )
  SELECT journal.id AS "journalId", moved.balance_minor AS "balanceMinor" FROM journal, moved`;

const ORDER_PAYMENTS = `
  SELECT j.receipt_id AS "receiptId", coalesce(r.method, 'wallet') AS method,
    coalesce(r.reference, CASE WHEN j.receipt_id IS NULL THEN j.note END) AS reference,
    abs(p.amount_minor) AS "amountMinor",
    CASE j.kind WHEN 'settle' THEN 'applied' ELSE 'credited' END AS outcome, j.at AS "createdAt"
  FROM ledger_journals j
  JOIN ledger_postings p ON p.journal_id = j.id AND p.balance_after IS NOT NULL
  LEFT JOIN receipts r ON r.id = j.receipt_id
  WHERE j.order_id = $1 AND j.reverses_id IS NULL AND (
    j.kind = 'settle' OR j.kind IN ('receipt', 'opening') AND NOT EXISTS (
      SELECT FROM ledger_journals settle
      WHERE settle.order_id = j.order_id AND settle.kind = 'settle'
        AND settle.receipt_id IS NOT DISTINCT FROM j.receipt_id
    )
  )
  ORDER BY j.id`;

@Injectable()
export class LedgerRepository {
  /** Writes a journal. @returns null if the wallet does not exist or too little would remain */
  async post(manager: EntityManager, journal: NewJournal): Promise<PostedJournal | null> {
    const [posted] = await manager.query<PostedJournal[]>(POST, [
      journal.clientId,
      journal.amountMinor,
      journal.keepMinor,
      journal.account,
      journal.kind,
      journal.key,
      journal.orderId,
      journal.receiptId,
      journal.reversesId,
      journal.note,
      journal.actor,
      journal.requestId,
    ]);
    return posted ?? null;
  }

  /** Opens a client's wallet if it has none. */
  async openWallet(manager: EntityManager, clientId: number): Promise<void> {
    await manager.query(
      `INSERT INTO ledger_accounts (kind, client_id, balance_minor) VALUES ('client_wallet', $1, 0)
        ON CONFLICT (client_id) DO NOTHING`,
      [clientId],
    );
  }

  /** Returns the balances of some clients in minor units. Clients without a wallet are omitted. */
  async listBalances(
    manager: EntityManager,
    clientIds: readonly number[],
  ): Promise<{ clientId: number; balanceMinor: number }[]> {
    return manager.query(
      `SELECT client_id AS "clientId", balance_minor AS "balanceMinor"
        FROM ledger_accounts WHERE client_id = ANY ($1)`,
      [clientIds],
    );
  }

  async insertReceipt(
    manager: EntityManager,
    receipt: Omit<Receipt, 'id' | 'createdAt' | 'receivedAt' | 'reversedAt'> & {
      receivedAt: Date | null;
    },
  ): Promise<number> {
    const { receivedAt, ...rest } = receipt;
    const { identifiers } = await manager
      .getRepository(Receipt)
      .insert({ ...rest, ...(receivedAt !== null && { receivedAt }) });
    return (identifiers[0] as { id: number }).id;
  }

  /** Returns the receipt with a reference of a source, ignoring reversed ones. */
  async findReceipt(
    manager: EntityManager,
    { source, reference }: Pick<Receipt, 'source'> & { reference: string },
  ): Promise<Receipt | null> {
    return manager.getRepository(Receipt).findOneBy({ source, reference, reversedAt: IsNull() });
  }

  async listOrderPayments(manager: EntityManager, orderId: number): Promise<OrderPayment[]> {
    return manager.query<OrderPayment[]>(ORDER_PAYMENTS, [orderId]);
  }

  async listOrderRefunds(manager: EntityManager, orderId: number): Promise<OrderRefund[]> {
    return manager.query<OrderRefund[]>(
      `SELECT p.amount_minor AS "amountMinor", j.note AS reason, j.at AS "createdAt"
        FROM ledger_journals j
        JOIN ledger_postings p ON p.journal_id = j.id AND p.balance_after IS NOT NULL
        WHERE j.order_id = $1 AND j.kind = 'refund' ORDER BY j.id`,
      [orderId],
    );
  }

  /** Returns the journal that was written with a key. */
  async findJournal(manager: EntityManager, key: string): Promise<WrittenJournal | null> {
    const [found] = await manager.query<WrittenJournal[]>(`${WRITTEN_JOURNALS} WHERE j.key = $1`, [
      key,
    ]);
    return found ?? null;
  }

  async getJournal(manager: EntityManager, id: number): Promise<WrittenJournal> {
    const [found] = await manager.query<WrittenJournal[]>(`${WRITTEN_JOURNALS} WHERE j.id = $1`, [
      id,
    ]);
    if (found === undefined) throw new Error(`journal ${id} does not exist`);
    return found;
  }

  /** Locks a receipt. */
  async lockReceipt(manager: EntityManager, id: number): Promise<Receipt | null> {
    return manager
      .getRepository(Receipt)
      .findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Returns the journal that recorded a receipt. */
  async getReceiptJournal(manager: EntityManager, receiptId: number): Promise<WrittenJournal> {
    const [found] = await manager.query<WrittenJournal[]>(
      `${WRITTEN_JOURNALS} WHERE j.receipt_id = $1 AND j.kind <> 'settle' AND j.reverses_id IS NULL`,
      [receiptId],
    );
    if (found === undefined) throw new Error(`receipt ${receiptId} has no journal`);
    return found;
  }

  async markReversed(manager: EntityManager, receiptId: number): Promise<void> {
    await manager.query('UPDATE receipts SET reversed_at = clock_timestamp() WHERE id = $1', [
      receiptId,
    ]);
  }

  /** Sums the payments of orders less refunds by day. Days without either are omitted. */
  async sumSalesByDay(manager: EntityManager, from: Date): Promise<DaySales[]> {
    return manager.query<DaySales[]>(
      `SELECT to_char(j.at AT TIME ZONE '${TIME_ZONE}', 'YYYY-MM-DD') AS date, sum(p.amount_minor)::bigint AS "salesMinor"
        FROM ledger_journals j
        JOIN ledger_postings p ON p.journal_id = j.id
        WHERE j.at >= $1 AND p.account_id = (SELECT id FROM ledger_accounts WHERE kind = 'sales')
          AND j.kind <> 'opening'
        GROUP BY 1`,
      [from],
    );
  }
}

/** Payments of orders less refunds on one day, in minor units. */
export interface DaySales {
  /** Date in the shop's time zone, such as `2026-11-20`. */
  date: string;
  salesMinor: number;
}
