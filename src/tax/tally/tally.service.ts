import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { JournalExportService } from '../../money/books/export/journal-export.service.js';
import { TALLY_END, tallyStart, voucherXml } from '../../money/books/export/tally-xml.js';
import { SalesVouchersService } from '../../money/books/sales-vouchers.service.js';
import { invalidField } from '../../platform/http/errors.js';
import { contentOf, DocumentsService } from '../documents/documents.service.js';
import { ledgerMasters } from './ledger-masters.js';
import { LedgersService } from './ledgers.service.js';
import { documentVoucher, moneyVoucher } from './sales-voucher.js';

/** Files for Tally: vouchers of sales and money, and the ledgers that they name. */
@Injectable()
export class TallyService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly documents: DocumentsService,
    private readonly journals: JournalExportService,
    private readonly ledgers: LedgersService,
    private readonly salesVouchers: SalesVouchersService,
  ) {}

  /**
   * Yields the vouchers of a month: its documents, then its money.
   *
   * @param month that isMonth accepts
   * @throws AppError validation_failed (the file of this month has journals)
   */
  async *vouchers(month: string): AsyncGenerator<string, void> {
    if (!(await this.salesVouchers.areOf(month))) {
      const message = `the file for Tally of ${month} has journals: GET /admin/ledger/export?format=tally`;
      throw invalidField('month', 'no_sales_vouchers', message);
    }
    const { manager } = this.dataSource;
    const ledgers = await this.ledgers.get();
    yield tallyStart('Vouchers');
    for await (const page of this.documents.everyPageOfMonth(manager, month)) {
      const contents = page.map(contentOf).filter((content) => content !== null);
      yield contents.map((content) => voucherXml(documentVoucher(content, ledgers))).join('');
    }
    for await (const page of this.journals.everyPage(month)) {
      const vouchers = page.map((journal) => moneyVoucher(journal, ledgers));
      yield vouchers.map((voucher) => (voucher === null ? '' : voucherXml(voucher))).join('');
    }
    yield TALLY_END;
  }

  /** Yields the ledgers and types of vouchers that must exist before vouchers are imported. */
  async *masters(): AsyncGenerator<string, void> {
    const masters = await this.ledgers.get();
    yield tallyStart('All Masters');
    yield* ledgerMasters(masters);
    yield TALLY_END;
  }
}
