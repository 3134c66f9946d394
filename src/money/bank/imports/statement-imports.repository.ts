import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { StatementImport } from './statement-import.entity.js';

/** The end of a stored statement, in minor units. */
export interface StatementEnd {
  lastDate: string;
  closingMinor: number | null;
}

export type NewImport = Omit<StatementImport, 'id' | 'at'>;

@Injectable()
export class StatementImportsRepository {
  /** Stores an import and returns its id. Reading the same file again updates the first import. */
  async save(manager: EntityManager, stored: NewImport): Promise<number> {
    const [saved] = await manager.query<[{ id: number }]>(
      `INSERT INTO statement_imports
          (bank_account_id, sha256, file_name, rows, first_date, last_date, opening_minor, closing_minor, actor)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        ON CONFLICT ON CONSTRAINT statement_imports_file_uq DO UPDATE SET rows = EXCLUDED.rows,
          first_date = EXCLUDED.first_date, last_date = EXCLUDED.last_date, opening_minor = EXCLUDED.opening_minor,
          closing_minor = EXCLUDED.closing_minor
        RETURNING id`,
      [
        ...[stored.bankAccountId, stored.sha256, stored.fileName, stored.rows, stored.firstDate],
        ...[stored.lastDate, stored.openingMinor, stored.closingMinor, stored.actor],
      ],
    );
    return saved.id;
  }

  /** Finds the end of the latest other statement of an account that began before, or on the same days. */
  async findLast(
    manager: EntityManager,
    {
      bankAccountId,
      sha256,
      firstDate,
      lastDate,
    }: Pick<NewImport, 'bankAccountId' | 'sha256'> & { firstDate: string; lastDate: string },
  ): Promise<StatementEnd | null> {
    const [last] = await manager.query<StatementEnd[]>(
      `SELECT last_date AS "lastDate", closing_minor AS "closingMinor" FROM statement_imports
        WHERE bank_account_id = $1 AND sha256 <> $2 AND (first_date <= $3 OR first_date < $4 AND last_date > $3)
        ORDER BY last_date DESC, id DESC LIMIT 1`,
      [bankAccountId, sha256, firstDate, lastDate],
    );
    return last ?? null;
  }
}
