import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ApprovalsService } from '../../../identity/approvals/approvals.service.js';
import { AuditService } from '../../../platform/audit/audit.service.js';
import type { BankAccount } from '../accounts/bank-account.entity.js';
import { BankAccountsService } from '../accounts/bank-accounts.service.js';
import { lineKey } from '../lines/bank-line.js';
import {
  BankLinesRepository,
  type BankLine,
  type MovedLine,
  type NewLine,
} from '../lines/bank-lines.repository.js';
import type { LineDirection } from '../lines/statement-line.entity.js';
import { AppError } from '../../../platform/http/errors.js';
import { toDecimalText } from '../../../platform/money.js';
import type { RememberedColumn } from '../../../platform/table-file/columns.js';
import type { DateAnswers } from '../statement-file/date-order.js';
import type { Statement } from '../statement-file/types.js';
import { newLines } from './new-lines.js';
import { StatementImportsRepository, type NewImport } from './statement-imports.repository.js';

export interface StatementFile {
  path: string;
  sha256: string;
  /** null: the default account. */
  bankAccountId: number | null;
  fileName: string | null;
  /** True: it is stored although it may be of another account. */
  acceptGap: boolean;
  dates: DateAnswers;
  /** The columns that the caller has chosen; null: as they are remembered or recognized. */
  columns: readonly RememberedColumn[] | null;
}

/** A file that was read. */
export interface ReadFile extends Pick<StatementFile, 'sha256' | 'fileName' | 'acceptGap'> {
  statement: Statement;
}

/** The lines of a file that no earlier file contained. */
export interface StoredFile {
  newLines: number;
  /** Sum of the credits and debits that are stored, or proven, by this file and by no earlier one; in minor units. */
  newMinor: number;
}

/** Maximum of open lines of earlier files that an import matches again. */
const OPEN_LINES = 2_000;

/** Stores the lines of statements. */
@Injectable()
export class StatementStore {
  constructor(
    private readonly accounts: BankAccountsService,
    private readonly approvals: ApprovalsService,
    private readonly audit: AuditService,
    private readonly imports: StatementImportsRepository,
    private readonly lines: BankLinesRepository,
  ) {}

  /**
   * Stores the lines of a file that no earlier file contained.
   *
   * @param importer the person or program that uploaded it; default: the caller
   * @throws AppError import_refused (it does not continue the statements of the account)
   */
  async store(
    manager: EntityManager,
    account: BankAccount,
    { statement, sha256, fileName, acceptGap }: ReadFile,
    importer: string = this.audit.origin().actor,
  ): Promise<StoredFile> {
    const lines = newLines(statement.lines);
    const balances = balancesOf(statement);
    // Before the account: matching locks lines first, too.
    const proven = isBalanced(balances)
      ? await this.lines.lockUnproven(manager, account.id, lines)
      : [];
    const importId = await this.imports.save(manager, {
      bankAccountId: account.id,
      sha256,
      fileName,
      rows: statement.lines.length,
      ...periodOf(statement),
      ...balances,
      actor: importer,
    });
    if (proven.length > 0) await this.lines.prove(manager, proven, importId);
    // Locks the account, so that two of its files cannot store lines at the same time.
    await this.accounts.rememberMapping(manager, account, statement.mapping);
    const ids = { bankAccountId: account.id, importId };
    const added = await this.lines.insert(manager, ids, lines);
    const isChecked = !acceptGap && added.length === lines.length;
    const gap = isChecked ? await this.findGap(manager, account, statement, sha256) : null;
    if (gap !== null) {
      const message = `${gap} If it is of this account, send it with accept_gap=true.`;
      throw new AppError('import_refused', { message });
    }
    const facts = { importId, sha256, fileName, rows: lines.length, newLines: added.length };
    await this.audit.record(manager, {
      action: 'statement.imported',
      subject: `bank account ${account.id}`,
      after: { ...facts, ...balances, importer },
    });
    const moved = [...added, ...proven];
    return { newLines: added.length, newMinor: sumOf(moved, 'in') + sumOf(moved, 'out') };
  }

  /** Finds the stored lines of a file, in its order; null for a line that is not stored. */
  async findLines(
    manager: EntityManager,
    { id }: BankAccount,
    lines: readonly NewLine[],
  ): Promise<(BankLine | null)[]> {
    return this.lines.findOfFile(manager, id, lines);
  }

  /** Finds the approvals for which stored lines wait, by {@link lineKey}. */
  async findWaiting(
    manager: EntityManager,
    lines: readonly (BankLine | null)[],
  ): Promise<ReadonlyMap<string, number>> {
    const keys = lines.flatMap((line) => (line === null ? [] : [lineKey(line.id)]));
    return this.approvals.findWaitingIds(manager, 'bank_line', keys);
  }

  /** Lists the latest lines of an account without a match. */
  async listOpen(manager: EntityManager, { id }: BankAccount): Promise<BankLine[]> {
    return this.lines.listOpen(manager, id, OPEN_LINES);
  }

  /** Finds the day of the last line of an account; null: it has no lines. */
  async findLastDay(manager: EntityManager, { id }: BankAccount): Promise<string | null> {
    return this.lines.findLastDay(manager, id);
  }

  /** Says why a file of new lines does not continue an account's statements; null if it does, or nothing is known. */
  async findGap(
    manager: EntityManager,
    { id, name }: BankAccount,
    statement: Statement,
    sha256: string,
  ): Promise<string | null> {
    const { openingMinor } = statement;
    const { firstDate, lastDate: endsOn } = periodOf(statement);
    if (firstDate === null || endsOn === null || openingMinor === null) return null;
    const file = { bankAccountId: id, sha256, firstDate, lastDate: endsOn };
    const last = await this.imports.findLast(manager, file);
    if (last === null) return null;
    const { lastDate, closingMinor } = last;
    if (lastDate > firstDate) {
      return `The file begins on ${firstDate}, and none of its lines is in the statement of “${name}” up to ${lastDate}.`;
    }
    if (closingMinor === null || closingMinor === openingMinor) return null;
    const [closing, opening] = [closingMinor, openingMinor].map(toDecimalText);
    return (
      `The file begins with the balance ${opening}, but the last statement of “${name}” ended on ${lastDate} with ${closing}: ` +
      'a statement between them is missing, or the file is of another account.'
    );
  }
}

/** Reads the balances of a statement. If they do not add up they prove nothing: the opening balance is then null. */
export function balancesOf(statement: Statement): Pick<NewImport, 'openingMinor' | 'closingMinor'> {
  const { openingMinor, closingMinor, balanceFault } = statement;
  return { openingMinor: balanceFault === null ? openingMinor : null, closingMinor };
}

/** Returns true if the balances of a statement prove that its money moved. */
export function isBalanced({
  openingMinor,
  closingMinor,
}: Pick<NewImport, 'openingMinor' | 'closingMinor'>): boolean {
  return openingMinor !== null && closingMinor !== null;
}

/** Sums the lines of a direction, in minor units. */
export function sumOf(lines: readonly MovedLine[], direction: LineDirection): number {
  const moved = lines.filter((line) => line.direction === direction);
  return moved.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
}

/** Finds the first and the last day of lines; nulls without lines. */
function periodOf({ lines }: Statement): Pick<NewImport, 'firstDate' | 'lastDate'> {
  const dates = lines.map(({ valueDate }) => valueDate).sort();
  return { firstDate: dates[0] ?? null, lastDate: dates.at(-1) ?? null };
}
