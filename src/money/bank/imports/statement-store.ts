import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import type { BankAccount } from '../accounts/bank-account.entity.js';
import { BankAccountsService } from '../accounts/bank-accounts.service.js';
import { BankLinesRepository, type NewLine } from '../lines/bank-lines.repository.js';
import type { Statement } from '../statement-file/types.js';
import { StatementImportsRepository } from './statement-imports.repository.js';

/** A file of a bank. */
export interface StatementFile {
  path: string;
  sha256: string;
  /** null: the default account. */
  bankAccountId: number | null;
  fileName: string | null;
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

  /** Stores the lines of a file that no earlier file contained, and returns their number. */
  async store(
    account: BankAccount,
    statement: Statement,
    lines: readonly NewLine[],
    { sha256, fileName }: StatementFile,
  ): Promise<number> {
    return inTransaction(this.dataSource, async (manager) => {
      // Locks the account, so that two of its files cannot store lines at the same time.
      await this.accounts.rememberMapping(manager, account, statement.mapping);
      const importId = await this.save(manager, { account, statement, sha256, fileName });
      const ids = { bankAccountId: account.id, importId };
      const count = await this.lines.insert(manager, ids, lines);
      await this.audit.record(manager, {
        action: 'statement.imported',
        subject: `bank account ${account.id}`,
        after: { importId, sha256, fileName, rows: lines.length, newLines: count },
      });
      return count;
    });
  }

  private async save(
    manager: EntityManager,
    {
      account,
      statement,
      sha256,
      fileName,
    }: {
      account: BankAccount;
      statement: Statement;
      sha256: string;
      fileName: string | null;
    },
  ): Promise<number> {
    const { lines, openingMinor, closingMinor } = statement;
    const dates = lines.map(({ valueDate }) => valueDate).sort();
    return this.imports.save(manager, {
      ...{ bankAccountId: account.id, sha256, fileName, rows: lines.length },
      ...{ firstDate: dates[0] ?? null, lastDate: dates.at(-1) ?? null },
      ...{ openingMinor, closingMinor, actor: this.audit.origin().actor },
    });
  }
}

/** Returns the SHA-256 of a file, in hexadecimal. */
export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
