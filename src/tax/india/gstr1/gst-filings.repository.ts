import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { GstFiling } from './gst-filing.entity.js';

/** Months whose returns were filed. */
@Injectable()
export class GstFilingsRepository {
  async find(manager: EntityManager, month: string): Promise<GstFiling | null> {
    return manager.getRepository(GstFiling).findOneBy({ month });
  }

  /** Makes concurrent filings wait until this transaction ends. */
  async lock(manager: EntityManager): Promise<void> {
    await manager.query('LOCK TABLE gst_filings IN SHARE ROW EXCLUSIVE MODE');
  }

  /**
   * Waits for the documents that are being issued, and makes later ones wait until this transaction ends: a document that was
   * dated before the month's end is then stored, and later ones see the filing.
   */
  async lockSeries(manager: EntityManager): Promise<void> {
    await manager.query('LOCK TABLE document_series IN SHARE ROW EXCLUSIVE MODE');
  }

  async insert(
    manager: EntityManager,
    { month, gstin, filedBy }: Pick<GstFiling, 'month' | 'gstin' | 'filedBy'>,
  ): Promise<void> {
    await manager.query(
      `INSERT INTO gst_filings (month, gstin, documents, filed_by)
        SELECT $1::text, $2, count(*), $3 FROM tax_documents d
        WHERE d.issued_on >= ($1::text || '-01')::date
          AND d.issued_on < ($1::text || '-01')::date + interval '1 month'`,
      [month, gstin, filedBy],
    );
  }

  /** Computes the totals of the invoices of orders, in minor units, by the numbers of the invoices. */
  async invoiceTotals(
    manager: EntityManager,
    orderNumbers: readonly string[],
  ): Promise<Map<string, number>> {
    const rows = await manager.query<{ number: string; totalMinor: number }[]>(
      `SELECT document_number AS number, total_minor AS "totalMinor" FROM tax_documents
        WHERE order_number = ANY ($1) AND kind IN ('invoice', 'bill_of_supply')`,
      [orderNumbers],
    );
    return new Map(rows.map(({ number, totalMinor }) => [number, totalMinor]));
  }
}
