import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { personOf } from '../../../platform/audit/actor.js';
import { TIME_ZONE } from '../../../platform/time-zone.js';
import { LedgerAccount } from '../ledger-account.entity.js';
import type { LedgerJournal } from '../ledger-journal.entity.js';
import { REFERENCE_DIGITS, type Receipt } from '../receipt.entity.js';

/** A receipt from the bank; in minor units. */
export interface BankReceipt {
  receiptId: number;
  source: Receipt['source'];
  /** In capitals and without spaces; empty: it has none. */
  reference: string;
  receivedAt: Date;
  journalId: number;
  clientId: number;
  amountMinor: number;
  taxDeductedMinor: number;
  /** The bank account, as the owner of its ledger account; null: the default bank account, or none yet. */
  ownerId: number | null;
  /** The journal that reversed it; null: it is not reversed. */
  reversalId: number | null;
  /** The journal that brought the money to the bank. A cheque has one once it is cleared; null: it is in hand. */
  inBankId: number | null;
  /** The journal that took the money out of the bank again. */
  outOfBankId: number | null;
}

interface ReceiptReference {
  id: number;
  reference: string;
}

/** Money that may be a client's. */
export interface WantedMoney {
  /** The line of the bank that shows it. 0: it is not stored yet; null: no line shows it. */
  lineId: number | null;
  clientId: number;
  amountMinor: number;
  /** Such as `2026-01-31`. */
  day: string;
}

/** Number of days before and after a line's date in which money of its client and amount may be the same. */
export const SIMILAR_DAYS = 14;

export type FoundReceipt = ReceiptReference & Pick<Receipt, 'amountMinor'>;

/** Money that was paid out from a bank account; in minor units. */
export interface BankPayout {
  /** In capitals and without spaces. */
  reference: string;
  journalId: number;
  /** null: the money was set aside, until another person approved the payout. */
  clientId: number | null;
  amountMinor: number;
  /** The bank account, as the owner of its ledger account; null: the default bank account. */
  ownerId: number | null;
}

/** The facts of a journal that identify its money. */
export interface JournalFacts {
  journalId: number;
  kind: LedgerJournal['kind'];
  isReversal: boolean;
  receiptId: number | null;
  /** null: the journal is of no client. */
  clientId: number | null;
  /** The other account that it booked money of no client to. */
  otherAccount: { id: number; name: string } | null;
  at: Date;
}

/** Makes the SQL for a text in capitals without spaces, as in receipts_bank_reference_ix and ledger_journals_bank_ix. */
const spelled = (text: string): string => `upper(regexp_replace(${text}, '\\s', '', 'g'))`;
const REFERENCE = spelled('r.reference');
/** The reference of a payout. In the key it stands behind `PAYOUT:`. */
const KEY = spelled('j.key');
/** The client whose money a journal `j` moved. */
const CLIENT = `(
  SELECT a.client_id FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id
  WHERE p.journal_id = j.id AND a.client_id IS NOT NULL
)`;

const RECEIPTS = `
  SELECT r.id AS "receiptId", r.source, coalesce(${REFERENCE}, '') AS reference, r.received_at AS "receivedAt", j.id AS "journalId", r.client_id AS "clientId", r.amount_minor AS "amountMinor",
    r.tax_deducted_minor AS "taxDeductedMinor", reversal.id AS "reversalId", bank.in_id AS "inBankId", bank.out_id AS "outOfBankId", (
      SELECT a.owner_id FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id
      WHERE p.journal_id = bank.in_id AND a.kind = 'bank_account'
    ) AS "ownerId"
  FROM receipts r
  CROSS JOIN LATERAL (
    SELECT id FROM ledger_journals
    WHERE receipt_id = r.id AND kind IN ('receipt', 'opening') AND reverses_id IS NULL
    -- For each receipt: a plan that was made when there were few journals must not read all of them.
    OFFSET 0
  ) j
  LEFT JOIN ledger_journals reversal ON reversal.reverses_id = j.id
  LEFT JOIN LATERAL (
    SELECT j.id AS in_id, reversal.id AS out_id WHERE NOT EXISTS (
      SELECT FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id
      WHERE p.journal_id = j.id AND a.kind = 'cheques_in_hand'
    )
    UNION ALL
    -- A clearing that was undone counts only for a cheque that was reversed, too.
    (SELECT clearing.id, undone.id
      FROM ledger_journals clearing LEFT JOIN ledger_journals undone ON undone.reverses_id = clearing.id
      WHERE clearing.receipt_id = r.id AND clearing.kind = 'clearing' AND clearing.reverses_id IS NULL
        AND (undone.id IS NULL OR reversal.id IS NOT NULL)
      ORDER BY clearing.id DESC LIMIT 1)
  ) bank ON true`;

/** The account of each receipt is read from its journals: those of all receipts of a usual amount would take too long. */
const COMPARED_RECEIPTS = 1_000;

const REFERENCED = `SELECT id, reference FROM receipts
  WHERE client_id = $1 AND reversed_at IS NULL AND reference IS NOT NULL`;

/** Makes SQL that first searches receipts by their digits, so that the planner does not read another whole index. */
function searchedBy(search: string): string {
  return `SELECT * FROM receipts WHERE ${REFERENCE_DIGITS} @@ ${search} OFFSET 0`;
}

/** Entries of the ledger about the wholesaler's bank accounts. Every method works in the caller's transaction. */
@Injectable()
export class BankLedgerRepository {
  constructor(
    @InjectRepository(LedgerAccount) private readonly accounts: Repository<LedgerAccount>,
  ) {}

  /** Lists the receipts with the given references, reversed ones included, the oldest first. */
  async listReceipts(
    manager: EntityManager,
    references: readonly string[],
  ): Promise<BankReceipt[]> {
    if (references.length === 0) return [];
    // One after the other: for many at once, the planner reads all receipts of a small table, and computes the form of each reference.
    // Most references have no receipt, and PostgreSQL takes a millisecond to plan what is read about one.
    const found = await manager.query<{ id: number }[]>(
      `SELECT found.id FROM json_array_elements_text($1::json) wanted CROSS JOIN LATERAL (
          SELECT r.id FROM receipts r
          WHERE r.source IN ('bank', 'other') AND ${REFERENCE} = ${spelled('wanted')} OFFSET 0
        ) found`,
      [JSON.stringify(references)],
    );
    const ids = found.map(({ id }) => id);
    return this.listByIds(manager, ids);
  }

  /**
   * Returns true if a person reversed a receipt with one of the references, or that of a journal, except receipts of a client.
   */
  async hasReversed(
    manager: EntityManager,
    { references, journalId }: { references: readonly string[]; journalId: number | null },
    { actor, exceptOf }: { actor: string; exceptOf: number },
  ): Promise<boolean> {
    const receipts = await this.listReceipts(manager, references);
    const linked = journalId === null ? null : await this.findReceiptOf(manager, journalId);
    const reversals = [...receipts, linked ?? []]
      .flat()
      .flatMap(({ reversalId, clientId }) =>
        reversalId === null || clientId === exceptOf ? [] : reversalId,
      );
    const made = await manager.query<Pick<LedgerJournal, 'actor'>[]>(
      'SELECT actor FROM ledger_journals WHERE id = ANY ($1)',
      [reversals],
    );
    return made.some((reversal) => personOf(reversal.actor) === personOf(actor));
  }

  /**
   * Lists the references of receipts of some sources and an amount, oldest first, except reversed ones. Includes those of the
   * client, and those that a search of receipts_numbers_ix finds for any client.
   */
  async listReferences(
    manager: EntityManager,
    { clientId, amountMinor }: Pick<BankReceipt, 'clientId' | 'amountMinor'>,
    { sources, search }: { sources: readonly BankReceipt['source'][]; search: string | null },
  ): Promise<ReceiptReference[]> {
    const others = `SELECT id, reference FROM (${searchedBy('(SELECT $4::tsquery)')}) found WHERE reversed_at IS NULL`;
    return manager.query<ReceiptReference[]>(
      [REFERENCED, others]
        .map((found) => `(${found} AND amount_minor = $2 AND source = ANY ($3))`)
        .join(' UNION ')
        .concat(' ORDER BY id'),
      [clientId, amountMinor, sources, search],
    );
  }

  /** Finds the receipts from the bank that match any of some searches of receipts_numbers_ix, except reversed ones. */
  async searchReceipts(
    manager: EntityManager,
    searches: readonly string[],
  ): Promise<FoundReceipt[]> {
    if (searches.length === 0) return [];
    return manager.query<FoundReceipt[]>(
      `SELECT DISTINCT r.id, r.reference, r.amount_minor AS "amountMinor"
        FROM unnest($1::text[]) search CROSS JOIN LATERAL (${searchedBy('search::tsquery')}) r
        WHERE r.source IN ('bank', 'other') AND r.reversed_at IS NULL ORDER BY r.id`,
      [searches],
    );
  }

  async listByIds(manager: EntityManager, ids: readonly number[]): Promise<BankReceipt[]> {
    if (ids.length === 0) return [];
    return manager.query<BankReceipt[]>(`${RECEIPTS} WHERE r.id = ANY ($1) ORDER BY r.id`, [ids]);
  }

  /**
   * Lists the receipts that may be the same money as some other: of the same client and amount. Money of a line is compared with
   * receipts without a line, and money without a line with those that have one.
   * - received within {@link SIMILAR_DAYS} of its day
   * - reversed ones, cheques in hand, and those that a person has distinguished from the line are left out
   *
   * @returns for each wanted money its receipts, the oldest first
   */
  async listSimilar(
    manager: EntityManager,
    wanted: readonly WantedMoney[],
  ): Promise<BankReceipt[][]> {
    if (wanted.length === 0) return [];
    const found = await manager.query<{ at: number; id: number }[]>(
      `SELECT w.at, r.id
        FROM jsonb_to_recordset($1) AS w (at integer, "lineId" integer, "clientId" integer, "amountMinor" bigint, day date)
        CROSS JOIN LATERAL (
          SELECT id FROM receipts r
          WHERE r.client_id = w."clientId" AND r.amount_minor = w."amountMinor" AND r.source IN ('bank', 'other')
            AND r.reversed_at IS NULL AND coalesce(w."lineId" <> ALL (r.other_line_ids), true)
            AND abs((r.received_at AT TIME ZONE '${TIME_ZONE}')::date - w.day) <= ${SIMILAR_DAYS}
            AND (w."lineId" IS NULL) = EXISTS (
              SELECT FROM ledger_journals j JOIN statement_lines l ON l.journal_id = j.id
              WHERE j.receipt_id = r.id AND j.reverses_id IS NULL
            )
          OFFSET 0
        ) r`,
      [
        JSON.stringify(
          wanted.map(({ lineId, clientId, amountMinor, day }, at) => {
            return { at, lineId, clientId, amountMinor, day };
          }),
        ),
      ],
    );
    const receipts = await this.listByIds(
      manager,
      found.map(({ id }) => id),
    );
    return wanted.map((_, at) => {
      const ids = new Set(found.filter((one) => one.at === at).map(({ id }) => id));
      return receipts.filter(({ receiptId, inBankId }) => ids.has(receiptId) && inBankId !== null);
    });
  }

  /** Remembers that lines are other money than a receipt. */
  async distinguish(
    manager: EntityManager,
    receiptId: number,
    lineIds: readonly number[],
  ): Promise<void> {
    await manager.query('UPDATE receipts SET other_line_ids = $2 WHERE id = $1', [
      receiptId,
      lineIds,
    ]);
  }

  /** Lists the references of a client's receipts by cheque, except reversed ones, the oldest first. */
  async listCheques(manager: EntityManager, clientId: number): Promise<ReceiptReference[]> {
    return manager.query<ReceiptReference[]>(
      `${REFERENCED} AND source = 'other' AND method NOT IN ('card', 'other') ORDER BY id`,
      [clientId],
    );
  }

  /** Lists the latest receipts from the bank of a client and amount, at most two, except reversed ones. */
  async listReturnable(
    manager: EntityManager,
    { clientId, amountMinor }: Pick<BankReceipt, 'clientId' | 'amountMinor'>,
  ): Promise<BankReceipt[]> {
    return manager.query<BankReceipt[]>(
      `${RECEIPTS} WHERE r.client_id = $1 AND r.amount_minor = $2 AND r.source IN ('bank', 'other')
          AND r.reversed_at IS NULL
        ORDER BY r.id DESC LIMIT 2`,
      [clientId, amountMinor],
    );
  }

  /**
   * Lists the receipts from the bank that a debit of an account may return, the latest first. They have its amount, and no other
   * debit returned them.
   *
   * @param clientId the client whose receipts come first; null: none
   */
  async listReturnableOf(
    manager: EntityManager,
    {
      clientId,
      amountMinor,
      ownerId,
    }: Pick<BankReceipt, 'amountMinor' | 'ownerId'> & { clientId: number | null },
    limit: number,
  ): Promise<BankReceipt[]> {
    return manager.query<BankReceipt[]>(
      `SELECT found.*
        FROM (${RECEIPTS} WHERE r.id = ANY (ARRAY (
          SELECT id FROM receipts WHERE amount_minor = $1 AND source IN ('bank', 'other')
          ORDER BY coalesce(client_id = $3::integer, false) DESC, received_at DESC, id DESC LIMIT ${COMPARED_RECEIPTS}))) found
        WHERE CASE WHEN "inBankId" IS NULL THEN "reversalId" IS NULL ELSE "ownerId" IS NOT DISTINCT FROM $2::integer END
          AND NOT EXISTS (SELECT FROM statement_lines WHERE journal_id = "outOfBankId")
        ORDER BY coalesce("clientId" = $3::integer, false) DESC, "receivedAt" DESC, "receiptId" DESC LIMIT $4`,
      [amountMinor, ownerId, clientId, limit],
    );
  }

  /** Finds the oldest cheque in hand of a client and amount. */
  async findInHand(
    manager: EntityManager,
    { clientId, amountMinor }: Pick<BankReceipt, 'clientId' | 'amountMinor'>,
  ): Promise<BankReceipt | null> {
    const [found] = await manager.query<BankReceipt[]>(
      `${RECEIPTS} WHERE r.client_id = $1 AND r.amount_minor = $2 AND r.reversed_at IS NULL AND bank.in_id IS NULL
        ORDER BY r.id LIMIT 1`,
      [clientId, amountMinor],
    );
    return found ?? null;
  }

  async findReceipt(manager: EntityManager, receiptId: number): Promise<BankReceipt | null> {
    const [found] = await this.listByIds(manager, [receiptId]);
    return found ?? null;
  }

  /** Finds the receipt whose money a journal brought; null for any other journal. */
  async findReceiptOf(manager: EntityManager, journalId: number): Promise<BankReceipt | null> {
    const [found] = await manager.query<BankReceipt[]>(
      `${RECEIPTS} WHERE r.id = (SELECT receipt_id FROM ledger_journals WHERE id = $1)`,
      [journalId],
    );
    return found ?? null;
  }

  /** Lists the payouts with the given references, except reversed ones. */
  async listPayouts(manager: EntityManager, references: readonly string[]): Promise<BankPayout[]> {
    if (references.length === 0) return [];
    return manager.query<BankPayout[]>(
      `SELECT split_part(${KEY}, ':', 2) AS reference, j.id AS "journalId", p.amount_minor AS "amountMinor",
          a.owner_id AS "ownerId", ${CLIENT} AS "clientId"
        FROM ledger_journals j
        JOIN ledger_postings p ON p.journal_id = j.id
        JOIN ledger_accounts a ON a.id = p.account_id AND a.kind IN ('bank', 'bank_account')
        WHERE j.kind = 'payout' AND j.reverses_id IS NULL
          AND ${KEY} = ANY (ARRAY (
            SELECT 'PAYOUT:' || ${spelled('x')} FROM json_array_elements_text($1::json) x
          ))
          AND NOT EXISTS (SELECT FROM ledger_journals reversal WHERE reversal.reverses_id = j.id)
        ORDER BY j.id`,
      [JSON.stringify(references)],
    );
  }

  /** Collects the facts that identify the money of journals. */
  async describe(manager: EntityManager, journalIds: readonly number[]): Promise<JournalFacts[]> {
    if (journalIds.length === 0) return [];
    return manager.query<JournalFacts[]>(
      `SELECT j.id AS "journalId", j.kind, j.reverses_id IS NOT NULL AS "isReversal", j.receipt_id AS "receiptId",
          coalesce(r.client_id, ${CLIENT}) AS "clientId",
          (SELECT json_build_object('id', o.id, 'name', o.name)
            FROM ledger_postings p
            JOIN ledger_accounts a ON a.id = p.account_id AND a.kind = 'other_account'
            JOIN other_accounts o ON o.id = a.owner_id
            WHERE p.journal_id = j.id) AS "otherAccount", j.at
        FROM ledger_journals j LEFT JOIN receipts r ON r.id = j.receipt_id WHERE j.id = ANY ($1)`,
      [journalIds],
    );
  }

  async openAccount(
    manager: EntityManager,
    kind: 'bank_account' | 'other_account',
    ownerId: number,
  ): Promise<void> {
    await manager.withRepository(this.accounts).insert({ kind, ownerId });
  }

  /** Makes another bank account the default one: its account gets the kind `bank`. Both accounts keep their postings. */
  async changeDefault(manager: EntityManager, fromId: number, toId: number): Promise<void> {
    const accounts = manager.withRepository(this.accounts);
    await accounts.update({ kind: 'bank' }, { kind: 'bank_account', ownerId: fromId });
    await accounts.update({ kind: 'bank_account', ownerId: toId }, { kind: 'bank', ownerId: null });
  }

  /**
   * Computes the ledger's balance of a bank account before a time, including its opening balance. Positive: the bank holds
   * money.
   *
   * @param ownerId null for the default bank account
   */
  async sumBefore(manager: EntityManager, ownerId: number | null, before: Date): Promise<number> {
    const [sum] = await manager.query<[{ balanceMinor: number }]>(
      `SELECT coalesce(-sum(p.amount_minor), 0)::bigint AS "balanceMinor"
        FROM ledger_accounts a
        JOIN ledger_postings p ON p.account_id = a.id
        JOIN ledger_journals j ON j.id = p.journal_id
        WHERE a.kind IN ('bank', 'bank_account') AND a.owner_id IS NOT DISTINCT FROM $1::integer
          AND (j.at < $2 OR j.kind = 'opening' AND j.key LIKE 'opening:bank:%')`,
      [ownerId, before],
    );
    return sum.balanceMinor;
  }
}
