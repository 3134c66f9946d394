import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { NewestFirst } from '../../../platform/http/paging/page.js';
import { SIMILAR_DAYS, type WantedMoney } from '../../ledger/bank/bank-ledger.repository.js';
import { wholeNumberIn } from '../accounts/bank-details.js';
import type { Suggestion } from '../matching/suggestion.js';
import type { LineDirection, LineState, StatementLine } from './statement-line.entity.js';

/** A stored line, with the kind of its bank account. */
export interface BankLine extends StatementLine {
  /** True if it is of the default bank account. */
  isDefault: boolean;
  /** Maximum of a suggested charge of its bank account. */
  chargeLimitMinor: number;
  /** True if it is from a statement whose balances add up, which proves that its money moved. */
  isProof: boolean;
}

/** A line of a file, before it is stored. */
export type NewLine = Pick<
  StatementLine,
  | 'valueDate'
  | 'direction'
  | 'amountMinor'
  | 'balanceMinor'
  | 'reference'
  | 'description'
  | 'ordinal'
  | 'identifiers'
>;

/** The money of a line. */
export type MovedLine = Pick<StatementLine, 'direction' | 'amountMinor'>;

/** An account of the wholesaler. */
export interface OwnAccount {
  id: number;
  /** The owner of its ledger account; null: it is the default account. */
  ownerId: number | null;
  last4: string;
  /** The whole number; null: only its last digits are known. */
  number: string | null;
}

/** A debit that is booked to an other account. */
export type BookedDebit = Pick<StatementLine, 'identifiers' | 'amountMinor'> & {
  otherAccountId: number;
  /** The owner of the ledger account of its bank account; null: the default bank account. */
  ownerId: number | null;
};

export interface LineFilter {
  bankAccountId?: number | undefined;
  state?: LineState | undefined;
  direction?: LineDirection | undefined;
  /** Such as `2026-01-31`. */
  from?: string | undefined;
  /** Such as `2026-01-31`, inclusive. */
  to?: string | undefined;
}

export type LineDecision = Pick<StatementLine, 'state'> &
  Partial<
    Pick<
      StatementLine,
      'journalId' | 'linkedJournalId' | 'suggestion' | 'ignoredReason' | 'suspenseJournalId'
    >
  >;

/** Returns true if the first import of a line, or a later one, stated balances that add up. */
const IS_PROOF =
  'l.proven_import_id IS NOT NULL OR i.opening_minor IS NOT NULL AND i.closing_minor IS NOT NULL';
const COLUMNS = `l.id, l.bank_account_id AS "bankAccountId", l.import_id AS "importId",
  l.value_date AS "valueDate", l.direction, l.amount_minor AS "amountMinor", l.balance_minor AS "balanceMinor",
  l.reference, l.description, l.ordinal, l.identifiers, l.state, l.suggestion, l.ignored_reason AS "ignoredReason",
  l.journal_id AS "journalId", l.linked_journal_id AS "linkedJournalId", l.suspense_journal_id AS "suspenseJournalId", l.decided_by AS "decidedBy",
  l.decided_at AS "decidedAt", a.is_default AS "isDefault",
  a.charge_limit_minor AS "chargeLimitMinor",
  l.proven_import_id AS "provenImportId", ${IS_PROOF} AS "isProof"`;
const LINES = `SELECT ${COLUMNS} FROM statement_lines l JOIN bank_accounts a ON a.id = l.bank_account_id
  JOIN statement_imports i ON i.id = l.import_id`;
// An account does not become or cease to be the default one while a line of it is posted.
const LOCKED = 'FOR UPDATE OF l FOR SHARE OF a';

const LOCK_IDENTIFIED = `${LINES}
  WHERE l.identifiers && $2::varchar[] AND l.direction = $1 ORDER BY l.id ${LOCKED}`;

const OF_FILE = `jsonb_to_recordset($2) AS f (
  "valueDate" varchar, direction varchar, "amountMinor" bigint, "balanceMinor" bigint, reference varchar,
  description varchar, ordinal smallint, identifiers varchar[]
)`;
const IS_OF_FILE = `l.bank_account_id = $1 AND l.value_date = f."valueDate" AND l.amount_minor = f."amountMinor"
  AND l.direction = f.direction AND l.reference = f.reference AND l.description = f.description AND l.ordinal = f.ordinal`;

@Injectable()
export class BankLinesRepository {
  /**
   * Stores the lines of a file that no earlier file contained, in the order of the file. The caller has locked the account.
   *
   * @returns the stored lines
   */
  async insert(
    manager: EntityManager,
    { bankAccountId, importId }: Pick<StatementLine, 'bankAccountId' | 'importId'>,
    lines: readonly NewLine[],
  ): Promise<MovedLine[]> {
    return manager.query<MovedLine[]>(
      `INSERT INTO statement_lines (bank_account_id, import_id, value_date, direction, amount_minor, balance_minor, reference,
          description, ordinal, identifiers)
        SELECT $1, $3, f."valueDate", f.direction, f."amountMinor", f."balanceMinor", f.reference, f.description, f.ordinal,
          f.identifiers
        FROM ${OF_FILE}
        ON CONFLICT ON CONSTRAINT statement_lines_line_uq DO NOTHING
        RETURNING direction, amount_minor AS "amountMinor"`,
      [bankAccountId, JSON.stringify(lines), importId],
    );
  }

  /** Locks the stored lines of a file that only files without balances that add up have contained so far. */
  async lockUnproven(
    manager: EntityManager,
    bankAccountId: number,
    lines: readonly NewLine[],
  ): Promise<(MovedLine & Pick<StatementLine, 'id'>)[]> {
    return manager.query(
      `SELECT l.id, l.direction, l.amount_minor AS "amountMinor"
        FROM statement_lines l JOIN statement_imports i ON i.id = l.import_id JOIN ${OF_FILE} ON ${IS_OF_FILE}
        WHERE NOT (${IS_PROOF}) ORDER BY l.id FOR UPDATE OF l`,
      [bankAccountId, JSON.stringify(lines)],
    );
  }

  /** Remembers for lines an import whose balances add up. */
  async prove(
    manager: EntityManager,
    lines: readonly Pick<StatementLine, 'id'>[],
    importId: number,
  ): Promise<void> {
    await manager.query('UPDATE statement_lines SET proven_import_id = $2 WHERE id = ANY ($1)', [
      lines.map(({ id }) => id),
      importId,
    ]);
  }

  /** Finds the stored lines of a file, in its order; null for a line that is not stored. */
  async findOfFile(
    manager: EntityManager,
    bankAccountId: number,
    lines: readonly NewLine[],
  ): Promise<(BankLine | null)[]> {
    const found = await manager.query<BankLine[]>(`${LINES} JOIN ${OF_FILE} ON ${IS_OF_FILE}`, [
      bankAccountId,
      JSON.stringify(lines),
    ]);
    const byKey = new Map(found.map((line) => [keyOf(line), line]));
    return lines.map((line) => byKey.get(keyOf(line)) ?? null);
  }

  /** Finds the day of the last line of an account, or null if it has no lines. */
  async findLastDay(manager: EntityManager, bankAccountId: number): Promise<string | null> {
    const [found] = await manager.query<[{ day: string | null }]>(
      'SELECT max(value_date) AS day FROM statement_lines WHERE bank_account_id = $1',
      [bankAccountId],
    );
    return found.day;
  }

  /** Lists the latest lines without a match, the oldest first. */
  async listOpen(
    manager: EntityManager,
    bankAccountId: number,
    limit: number,
  ): Promise<BankLine[]> {
    const open = await manager.query<BankLine[]>(
      `${LINES} WHERE l.bank_account_id = $1 AND l.state IN ('unmatched', 'suggested') ORDER BY l.id DESC LIMIT $2`,
      [bankAccountId, limit],
    );
    return open.reverse();
  }

  async find(manager: EntityManager, id: number): Promise<BankLine | null> {
    const [line] = await manager.query<BankLine[]>(`${LINES} WHERE l.id = $1`, [id]);
    return line ?? null;
  }

  async findAll(manager: EntityManager, ids: readonly number[]): Promise<BankLine[]> {
    return manager.query<BankLine[]>(`${LINES} WHERE l.id = ANY ($1)`, [ids]);
  }

  async lock(manager: EntityManager, id: number): Promise<BankLine | null> {
    const [line] = await manager.query<BankLine[]>(`${LINES} WHERE l.id = $1 ${LOCKED}`, [id]);
    return line ?? null;
  }

  /**
   * Locks bank references until the transaction ends, so that a receipt and a line with the same reference are recorded one
   * after the other. Sorts the references first, so that two transactions cannot deadlock.
   * - this also works while neither of them is stored yet
   */
  async lockReferences(manager: EntityManager, references: readonly string[]): Promise<void> {
    if (references.length > 0) await this.lockByIdentifiers(manager, 'in', [], references);
  }

  /** Locks references as {@link lockReferences}, and then the lines of a direction that have one of some identifiers, by id. */
  async lockByIdentifiers(
    manager: EntityManager,
    direction: LineDirection,
    identifiers: readonly string[],
    references: readonly string[] = [],
  ): Promise<BankLine[]> {
    const sorted = [...new Set(references)].sort();
    const [{ hasLine }] = await manager.query<[{ hasLine: boolean }]>(
      'SELECT lock_bank_references($1, $2, $3) AS "hasLine"',
      [sorted, direction, identifiers],
    );
    return hasLine ? manager.query<BankLine[]>(LOCK_IDENTIFIED, [direction, identifiers]) : [];
  }

  async lockByJournal(manager: EntityManager, journalId: number): Promise<BankLine | null> {
    const [line] = await manager.query<BankLine[]>(`${LINES} WHERE l.journal_id = $1 ${LOCKED}`, [
      journalId,
    ]);
    return line ?? null;
  }

  /** Lists the open credits of an amount that name a client, within some days of a day, and that no claim or receipt explains. */
  async listNaming(
    manager: EntityManager,
    { clientId, amountMinor, day }: Omit<WantedMoney, 'lineId'>,
  ): Promise<BankLine[]> {
    return manager.query<BankLine[]>(
      `${LINES}
        WHERE l.state IN ('unmatched', 'suggested') AND l.direction = 'in' AND l.amount_minor = $2
          AND (l.suggestion ->> 'clientId')::integer = $1 AND l.suggestion ->> 'reason' IN ('names_client', 'named_like', 'receipt_reversed', 'reference_letters')
          AND abs(l.value_date::date - $3::date) <= ${SIMILAR_DAYS}
        ORDER BY l.id`,
      [clientId, amountMinor, day],
    );
  }

  /** Lists the wholesaler's accounts whose numbers are known. */
  async listOwnAccounts(manager: EntityManager): Promise<OwnAccount[]> {
    const accounts = await manager.query<
      (Omit<OwnAccount, 'number'> & { details: string | null })[]
    >(
      `SELECT id, CASE WHEN NOT is_default THEN id END AS "ownerId", account_last4 AS last4, details
        FROM bank_accounts WHERE account_last4 IS NOT NULL ORDER BY id`,
    );
    return accounts.map(({ details, ...account }) => {
      return { ...account, number: wholeNumberIn(details ?? '', account.last4) };
    });
  }

  async listMatchedJournals(
    manager: EntityManager,
    journalIds: readonly number[],
  ): Promise<number[]> {
    const matched = await manager.query<{ journalId: number }[]>(
      'SELECT journal_id AS "journalId" FROM statement_lines WHERE journal_id = ANY ($1)',
      [journalIds],
    );
    return matched.map(({ journalId }) => journalId);
  }

  /** Lists the debits with some identifiers that are booked to other accounts, the latest first. */
  async listBookedOut(
    manager: EntityManager,
    identifiers: readonly string[],
  ): Promise<BookedDebit[]> {
    if (identifiers.length === 0) return [];
    return manager.query<BookedDebit[]>(
      `SELECT l.identifiers, l.amount_minor AS "amountMinor", o.id AS "otherAccountId",
          CASE WHEN NOT b.is_default THEN b.id END AS "ownerId"
        FROM statement_lines l
        JOIN bank_accounts b ON b.id = l.bank_account_id
        JOIN ledger_postings p ON p.journal_id = l.journal_id
        JOIN ledger_accounts a ON a.id = p.account_id AND a.kind IN ('other_account', 'bank_charges')
        JOIN other_accounts o ON CASE a.kind WHEN 'bank_charges' THEN o.type = 'charges' ELSE o.id = a.owner_id END
        WHERE l.direction = 'out' AND l.identifiers && $1::varchar[]
        ORDER BY l.id DESC`,
      [identifiers],
    );
  }

  /**
   * Stores a decision about a line. Fields that the decision does not have are cleared, except `linkedJournalId`.
   *
   * @param decidedBy null: no person has decided
   */
  async decide(
    manager: EntityManager,
    id: number,
    { state, ...decision }: LineDecision,
    decidedBy: string | null,
  ): Promise<void> {
    const { journalId, linkedJournalId, suspenseJournalId, ignoredReason } = decision;
    await manager.query(
      `UPDATE statement_lines SET state = $2, journal_id = $3, suspense_journal_id = $4, suggestion = $5,
          ignored_reason = $6, decided_by = $7::varchar, decided_at = CASE WHEN $7::varchar IS NULL THEN NULL ELSE clock_timestamp() END,
          linked_journal_id = coalesce($8::bigint, linked_journal_id)
        WHERE id = $1`,
      [
        ...[id, state, journalId ?? null, suspenseJournalId ?? null],
        ...[suggestionText(decision.suggestion), ignoredReason ?? null, decidedBy],
        linkedJournalId ?? null,
      ],
    );
  }

  /** Lists the latest lines first. */
  async list(
    manager: EntityManager,
    { bankAccountId, state, direction, from, to }: LineFilter,
    { beforeId, limit }: NewestFirst,
  ): Promise<BankLine[]> {
    return manager.query<BankLine[]>(
      `${LINES}
        WHERE ($1::integer IS NULL OR l.bank_account_id = $1) AND ($2::text IS NULL OR l.state = $2)
          AND ($3::text IS NULL OR l.direction = $3) AND ($4::text IS NULL OR l.value_date >= $4)
          AND ($5::text IS NULL OR l.value_date <= $5) AND ($6::integer IS NULL OR l.id < $6)
        ORDER BY l.id DESC LIMIT $7`,
      [
        ...[bankAccountId ?? null, state ?? null, direction ?? null, from ?? null, to ?? null],
        ...[beforeId, limit],
      ],
    );
  }
}

function suggestionText(suggestion: Suggestion | null | undefined): string | null {
  return suggestion == null ? null : JSON.stringify(suggestion);
}

/** Makes the key that identifies a line of an account. */
function keyOf({
  valueDate,
  amountMinor,
  direction,
  reference,
  description,
  ordinal,
}: NewLine): string {
  return JSON.stringify([valueDate, amountMinor, direction, reference, description, ordinal]);
}
