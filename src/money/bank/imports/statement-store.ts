import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import type { BankAccount } from '../accounts/bank-account.entity.js';
import { BankAccountsService } from '../accounts/bank-accounts.service.js';
import { BankLinesRepository, type NewLine } from '../lines/bank-lines.repository.js';
import { AppError } from '../../../platform/http/errors.js';
import { toDecimalText } from '../../../platform/money.js';
import type { Statement } from '../statement-file/types.js';
import { StatementImportsRepository, type NewImport } from './statement-imports.repository.js';

export interface StatementFile {
  path: string;
  sha256: string;
  /** null: the default account. */
  bankAccountId: number | null;
  fileName: string | null;
  /** True: it is stored although it may be of another account. */
  acceptGap: boolean;
}

/** Stores the lines of statements. */
@Injectable()
export class StatementStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly accounts: BankAccountsService,
    private readonly audit: AuditService,
    private readonly imports: StatementImportsRepository,
    private readonly lines: BankLinesRepository,
  ) {}

  /**
   * Stores the lines of a file that no earlier file contained, and returns their number.
   *
   * @throws AppError import_refused (it does not continue the statements of the account)
   */
  async store(
    account: BankAccount,
    statement: Statement,
    lines: readonly NewLine[],
    { sha256, fileName, acceptGap }: StatementFile,
  ): Promise<number> {
    return inTransaction(this.dataSource, async (manager) => {
      // Locks the account, so that two of its files cannot store lines at the same time.
      await this.accounts.rememberMapping(manager, account, statement.mapping);
      const balances = balancesOf(statement);
      const importId = await this.imports.save(manager, {
        bankAccountId: account.id,
        sha256,
        fileName,
        rows: statement.lines.length,
        ...periodOf(statement),
        ...balances,
        actor: this.audit.origin().actor,
      });
      const ids = { bankAccountId: account.id, importId };
      const count = await this.lines.insert(manager, ids, lines);
      const isChecked = !acceptGap && count === lines.length;
      const gap = isChecked ? await this.findGap(manager, account, statement, sha256) : null;
      if (gap !== null) {
        const message = `${gap} If it is of this account, send it with accept_gap=true.`;
        throw new AppError('import_refused', { message });
      }
      await this.audit.record(manager, {
        action: 'statement.imported',
        subject: `bank account ${account.id}`,
        after: { importId, sha256, fileName, rows: lines.length, newLines: count, ...balances },
      });
      return count;
    });
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
function balancesOf(statement: Statement): Pick<NewImport, 'openingMinor' | 'closingMinor'> {
  const { openingMinor, closingMinor, balanceFault } = statement;
  return { openingMinor: balanceFault === null ? openingMinor : null, closingMinor };
}

/** Finds the first and the last day of lines; nulls without lines. */
function periodOf({ lines }: Statement): Pick<NewImport, 'firstDate' | 'lastDate'> {
  const dates = lines.map(({ valueDate }) => valueDate).sort();
  return { firstDate: dates[0] ?? null, lastDate: dates.at(-1) ?? null };
}
