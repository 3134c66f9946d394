import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository, type EntityManager } from 'typeorm';
import {
  BALANCE_COLUMNS,
  balancesOf,
  type AccountLine,
  type ClientBalances,
} from './account-lines.js';
import { normalForm } from '../../platform/reference-form.js';
import { formsOf, recordedReference } from '../bank/lines/bank-reference.js';
import type { OwedAccountKind, SystemAccountKind } from './ledger-account.entity.js';
import { LedgerJournal, type RefundTerms } from './ledger-journal.entity.js';
import {
  datedRows,
  paymentsInJson,
  refundsInJson,
  type InJson,
  type OrderPayment,
  type OrderRefund,
} from './order-money.js';
import { Receipt, type PostedReceipt, type ReceiptData } from './receipt.entity.js';
import { TIME_ZONE } from '../../platform/time-zone.js';

type JournalFacts = Pick<
  LedgerJournal,
  'kind' | 'key' | 'orderId' | 'receiptId' | 'reversesId' | 'note' | 'actor' | 'requestId'
> &
  Partial<Pick<LedgerJournal, 'refundTerms'>>;

/** A journal between a client's wallet and the accounts that its money comes from or goes to. */
export interface NewJournal extends JournalFacts {
  clientId: number;
  /** Amount that enters the wallet; negative: leaves it. The other lines sum to minus this amount. */
  amountMinor: number;
  lines: readonly AccountLine[];
  /** Minimum balance that must remain in the wallet. */
  keepMinor: number;
}

/** A journal without a wallet. Its lines sum to 0. */
export interface NewSystemJournal extends JournalFacts {
  lines: readonly AccountLine[];
}

export interface PostedJournal {
  journalId: number;
  balanceMinor: number;
}

/** A stored journal with its effect on the wallet. */
export interface WrittenJournal extends PostedJournal {
  kind: LedgerJournal['kind'];
  clientId: number;
  amountMinor: number;
  lines: AccountLine[];
  refundTerms: RefundTerms | null;
}

const WRITTEN_JOURNALS = `
  SELECT j.id AS "journalId", j.kind, j.refund_terms AS "refundTerms", wallet.client_id AS "clientId", p.amount_minor AS "amountMinor",
    p.balance_after AS "balanceMinor", (
      SELECT json_agg(json_build_object(
        'account', json_build_object('kind', other.kind, 'ownerId', other.owner_id), 'amountMinor', q.amount_minor
      ) ORDER BY q.line)
      FROM ledger_postings q JOIN ledger_accounts other ON other.id = q.account_id
      WHERE q.journal_id = j.id AND q.balance_after IS NULL
    ) AS lines
  FROM ledger_journals j
  JOIN ledger_postings p ON p.journal_id = j.id AND p.balance_after IS NOT NULL
  JOIN ledger_accounts wallet ON wallet.id = p.account_id`;

const insertJournal = (key = '$2', receiptId = '$4::bigint'): string =>
  `INSERT INTO ledger_journals (kind, key, order_id, receipt_id, reverses_id, note, actor, request_id, refund_terms)
    SELECT $1, ${key}, $3::bigint, ${receiptId}, $5::bigint, $6, $7, $8, $9::jsonb`;

// As JSON, of which a plan expects the same number each time: one for arrays would depend on their length, and not be kept.
const INSERT_LINES = `INSERT INTO ledger_postings (journal_id, line, account_id, amount_minor, balance_after)
    SELECT journal.id, line.number, account.id, line.amount_minor, NULL::bigint
    FROM journal, ROWS FROM (
      json_to_recordset($10::json) AS (kind text, owner_id integer, amount_minor bigint)
    ) WITH ORDINALITY AS line (kind, owner_id, amount_minor, number)
    CROSS JOIN LATERAL (
      SELECT id FROM ledger_accounts WHERE kind = line.kind AND owner_id = line.owner_id
      UNION ALL
      SELECT id FROM ledger_accounts
      WHERE kind = line.kind AND client_id IS NULL AND owner_id IS NULL AND line.owner_id IS NULL
    ) account`;

// The wallet's row is locked before the journal gets its id and time, so that ids and times follow the order of the
// wallet's changes.
const MOVED = `moved AS (
    UPDATE ledger_accounts SET balance_minor = balance_minor + $12
    WHERE client_id = $11 AND balance_minor + $12 >= $13
    RETURNING id, balance_minor
  )`;
const POSTED = `posted AS (
    ${INSERT_LINES}
    UNION ALL
    SELECT journal.id, json_array_length($10::json) + 1, moved.id, $12, moved.balance_minor FROM journal, moved
  )`;
const RETURNED = `journal.id AS "journalId", moved.balance_minor AS "balanceMinor"`;

const POST = `
  WITH ${MOVED}, journal AS (${insertJournal()} FROM moved RETURNING id), ${POSTED}
  SELECT ${RETURNED} FROM journal, moved`;

const POST_RECEIPT = `
  WITH ${MOVED}, receipt AS (
    INSERT INTO receipts (client_id, source, method, reference, amount_minor, tax_deducted_minor, received_at)
    SELECT $11, $14, $15, $16, $17, $18, coalesce($19, now()) FROM moved
    RETURNING id
  ), journal AS (
    ${insertJournal('$2::text || receipt.id', 'coalesce($4::bigint, receipt.id)')} FROM receipt RETURNING id
  ), ${POSTED}
  SELECT ${RETURNED}, receipt.id AS "receiptId", debt_minor AS "debtMinor", credit_used_minor AS "creditUsedMinor"
  FROM journal, moved, receipt, client_owed($11, moved.id)`;

const POST_WITHOUT_WALLET = `
  WITH journal AS (${insertJournal()} RETURNING id), posted AS (${INSERT_LINES})
  SELECT id AS "journalId" FROM journal`;

@Injectable()
export class LedgerRepository {
  constructor(
    @InjectRepository(LedgerJournal) private readonly journals: Repository<LedgerJournal>,
    @InjectRepository(Receipt) private readonly receipts: Repository<Receipt>,
  ) {}

  /** Writes a journal. @returns null if the wallet does not exist or too little would remain */
  async post(manager: EntityManager, journal: NewJournal): Promise<PostedJournal | null> {
    const [posted] = await manager.query<PostedJournal[]>(POST, walletParametersOf(journal));
    return posted ?? null;
  }

  /** Records a receipt, and its journal with the receipt's id in the key. @returns null as {@link post} */
  async postReceipt(
    manager: EntityManager,
    journal: NewJournal & { receiptId: null },
    receipt: ReceiptData,
  ): Promise<PostedReceipt | null> {
    const { source, method, reference, amountMinor, taxDeductedMinor, receivedAt } = receipt;
    const [posted] = await manager.query<PostedReceipt[]>(POST_RECEIPT, [
      ...walletParametersOf(journal),
      ...[source, method, reference, amountMinor, taxDeductedMinor, receivedAt],
    ]);
    return posted ?? null;
  }

  /** Writes a journal without a wallet and returns its id. */
  async postWithoutWallet(manager: EntityManager, journal: NewSystemJournal): Promise<number> {
    const parameters = parametersOf(journal);
    const [posted] = await manager.query<[{ journalId: number }]>(POST_WITHOUT_WALLET, parameters);
    return posted.journalId;
  }

  /** Lists the postings of a journal to accounts other than wallets. */
  async listLines(manager: EntityManager, journalId: number): Promise<AccountLine[]> {
    return manager.query<AccountLine[]>(
      `SELECT json_build_object('kind', a.kind, 'ownerId', a.owner_id) AS account, p.amount_minor AS "amountMinor"
        FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id
        WHERE p.journal_id = $1 AND a.client_id IS NULL ORDER BY p.line`,
      [journalId],
    );
  }

  /** Locks a client's wallet and returns its balance in minor units; null: the client has no wallet. */
  async lockWallet(manager: EntityManager, clientId: number): Promise<number | null> {
    const [wallet] = await manager.query<{ balanceMinor: number }[]>(
      'SELECT balance_minor AS "balanceMinor" FROM ledger_accounts WHERE client_id = $1 FOR UPDATE',
      [clientId],
    );
    return wallet?.balanceMinor ?? null;
  }

  /** Reads the amount that a client owes on an account, in minor units; never below 0. */
  async getOwed(manager: EntityManager, kind: OwedAccountKind, clientId: number): Promise<number> {
    const [owed] = await manager.query<{ owedMinor: number }[]>(
      'SELECT -balance_minor AS "owedMinor" FROM ledger_accounts WHERE kind = $1 AND owner_id = $2',
      [kind, clientId],
    );
    return owed?.owedMinor ?? 0;
  }

  /** Adds an amount to the debt of a client; negative: a payment. The caller has locked the client's wallet. */
  async addDebt(manager: EntityManager, clientId: number, amountMinor: number): Promise<void> {
    const parameters = [clientId, amountMinor];
    const [, changed] = await manager.query<[unknown, number]>(
      `UPDATE ledger_accounts SET balance_minor = balance_minor - $2
        WHERE kind = 'client_debt' AND owner_id = $1`,
      parameters,
    );
    if (changed > 0) return;
    await manager.query(
      "INSERT INTO ledger_accounts (kind, owner_id, balance_minor) VALUES ('client_debt', $1, -$2::bigint)",
      parameters,
    );
  }

  async openWallet(manager: EntityManager, clientId: number): Promise<void> {
    await manager.query(
      `INSERT INTO ledger_accounts (kind, client_id, balance_minor) VALUES ('client_wallet', $1, 0)
        ON CONFLICT (client_id) DO NOTHING`,
      [clientId],
    );
  }

  /** Lists the balances, debts and credit of clients. */
  async listBalances(
    manager: EntityManager,
    clientIds: readonly number[],
  ): Promise<(ClientBalances & { clientId: number })[]> {
    return manager.query(
      `SELECT client.id AS "clientId", ${BALANCE_COLUMNS}
        FROM json_array_elements_text($1::json) AS value
        CROSS JOIN LATERAL (SELECT value::integer AS id) client ${balancesOf('client.id')}`,
      [JSON.stringify(clientIds)],
    );
  }

  /** Finds the receipt of a source with a reference, ignoring reversed ones. */
  async findReceipt(
    manager: EntityManager,
    { source, reference }: Pick<Receipt, 'source'> & { reference: string },
  ): Promise<Receipt | null> {
    return manager
      .withRepository(this.receipts)
      .findOneBy({ source, reference, reversedAt: IsNull() });
  }

  async listOrderPayments(manager: EntityManager, orderId: number): Promise<OrderPayment[]> {
    const [{ payments }] = await manager.query<[{ payments: InJson<OrderPayment>[] }]>(
      `SELECT ${paymentsInJson('$1::bigint')} AS payments`,
      [orderId],
    );
    return datedRows(payments);
  }

  async listOrderRefunds(manager: EntityManager, orderId: number): Promise<OrderRefund[]> {
    const [{ refunds }] = await manager.query<[{ refunds: InJson<OrderRefund>[] }]>(
      `SELECT ${refundsInJson('$1::bigint')} AS refunds`,
      [orderId],
    );
    return datedRows(refunds);
  }

  async findJournal(manager: EntityManager, key: string): Promise<WrittenJournal | null> {
    const [found] = await manager.query<WrittenJournal[]>(`${WRITTEN_JOURNALS} WHERE j.key = $1`, [
      key,
    ]);
    return found ?? null;
  }

  /** Finds the first refund of an order whose reference behind `prefix` has a normal form. */
  async findRefund(
    manager: EntityManager,
    orderId: number,
    { prefix, form }: { prefix: string; form: string },
  ): Promise<WrittenJournal | null> {
    const refunds = await manager.query<Pick<LedgerJournal, 'key'>[]>(
      "SELECT key FROM ledger_journals WHERE order_id = $1 AND kind = 'refund' AND starts_with(key, $2) ORDER BY id",
      [orderId, prefix],
    );
    const found = refunds.find(({ key }) => normalForm(key.slice(prefix.length)) === form);
    return found === undefined ? null : this.findJournal(manager, found.key);
  }

  /** Reads the key of the payout that has a reference, in any spelling. Without such a payout, returns the key of a new one. */
  async getPayoutKey(manager: EntityManager, reference: string): Promise<string> {
    const money = { source: 'bank', reference } as const;
    const key = `payout:${recordedReference(money)}`;
    const forms = formsOf(money).map(normalForm);
    // As in the index ledger_journals_payout_form_ix, which knows only ASCII.
    const found = await manager.query<{ key: string }[]>(
      `SELECT key FROM ledger_journals
        WHERE kind = 'payout' AND reverses_id IS NULL AND starts_with(key, 'payout:')
          AND reference_form(substr(key, 8)) = ANY (ARRAY (SELECT reference_form(form) FROM unnest($2::text[]) form))
        ORDER BY key <> $1, id`,
      [key, forms],
    );
    const same = found.find((one) => forms.includes(normalForm(one.key.slice('payout:'.length))));
    return same?.key ?? key;
  }

  async hasJournal(manager: EntityManager, key: string): Promise<boolean> {
    return manager.withRepository(this.journals).existsBy({ key });
  }

  async getJournal(manager: EntityManager, id: number): Promise<WrittenJournal> {
    const [found] = await manager.query<WrittenJournal[]>(`${WRITTEN_JOURNALS} WHERE j.id = $1`, [
      id,
    ]);
    if (found === undefined) throw new Error(`journal ${id} does not exist`);
    return found;
  }

  async lockReceipt(manager: EntityManager, id: number): Promise<Receipt | null> {
    return manager
      .withRepository(this.receipts)
      .findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  async getReceiptJournal(manager: EntityManager, receiptId: number): Promise<WrittenJournal> {
    const [found] = await manager.query<WrittenJournal[]>(
      `${WRITTEN_JOURNALS} WHERE j.receipt_id = $1 AND j.kind IN ('receipt', 'opening') AND j.reverses_id IS NULL`,
      [receiptId],
    );
    if (found === undefined) throw new Error(`receipt ${receiptId} has no journal`);
    return found;
  }

  /** Finds the journal that cleared a cheque, unless it is reversed. */
  async findClearing(manager: EntityManager, receiptId: number): Promise<number | null> {
    const [found] = await manager.query<{ id: number }[]>(
      `SELECT j.id FROM ledger_journals j
        WHERE j.receipt_id = $1 AND j.kind = 'clearing' AND j.reverses_id IS NULL
          AND NOT EXISTS (SELECT FROM ledger_journals undone WHERE undone.reverses_id = j.id)`,
      [receiptId],
    );
    return found?.id ?? null;
  }

  async markReversed(manager: EntityManager, receiptId: number): Promise<void> {
    await manager
      .withRepository(this.receipts)
      .update({ id: receiptId }, { reversedAt: () => 'clock_timestamp()' });
  }

  async sumAccount(manager: EntityManager, kind: SystemAccountKind): Promise<number> {
    const [{ sum }] = await manager.query<[{ sum: number }]>(
      `SELECT coalesce(sum(p.amount_minor), 0)::bigint AS sum
        FROM ledger_accounts a JOIN ledger_postings p ON p.account_id = a.id
        WHERE a.kind = $1 AND a.client_id IS NULL AND a.owner_id IS NULL`,
      [kind],
    );
    return sum;
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

function walletParametersOf(journal: NewJournal): unknown[] {
  return [...parametersOf(journal), journal.clientId, journal.amountMinor, journal.keepMinor];
}

/** Makes the first parameters of every statement that writes a journal. */
function parametersOf(journal: JournalFacts & { lines: readonly AccountLine[] }): unknown[] {
  return [
    ...[journal.kind, journal.key, journal.orderId, journal.receiptId, journal.reversesId],
    ...[journal.note, journal.actor, journal.requestId, journal.refundTerms ?? null],
    JSON.stringify(
      journal.lines.map(({ account: { kind, ownerId }, amountMinor }) => {
        return { kind, owner_id: ownerId, amount_minor: amountMinor };
      }),
    ),
  ];
}

/** Payments of orders less refunds on one day, in minor units. */
export interface DaySales {
  /** Date in the shop's time zone, such as `2026-11-20`. */
  date: string;
  salesMinor: number;
}
