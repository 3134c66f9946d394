import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import { TaxDocument } from '../../documents/tax-document.entity.js';
import { GstFiling } from './gst-filing.entity.js';

/** Months whose returns were filed. */
@Injectable()
export class GstFilingsRepository {
  constructor(
    @InjectRepository(GstFiling) private readonly filings: Repository<GstFiling>,
    @InjectRepository(TaxDocument) private readonly documents: Repository<TaxDocument>,
  ) {}

  async find(manager: EntityManager, month: string): Promise<GstFiling | null> {
    return manager.withRepository(this.filings).findOneBy({ month });
  }

  /** Makes concurrent filings wait until this transaction ends. */
  async lock(manager: EntityManager): Promise<void> {
    await manager.query('LOCK TABLE gst_filings IN SHARE ROW EXCLUSIVE MODE');
  }

  /**
   * Waits for the documents that are being issued, and makes later ones wait until this transaction ends.
   * - a document that was dated before the month's end is then stored
   * - later ones see the filing
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

  /** Computes the totals of an order's invoices, in minor units, by number. */
  async invoiceTotals(
    manager: EntityManager,
    orderNumbers: readonly string[],
  ): Promise<Map<string, number>> {
    const invoices = await manager
      .withRepository(this.documents)
      .find({
        select: { id: true, documentNumber: true, totalMinor: true },
        where: { orderNumber: In(orderNumbers), kind: In(['invoice', 'bill_of_supply']) },
      });
    return new Map(invoices.map((invoice) => [invoice.documentNumber, invoice.totalMinor]));
  }
}
