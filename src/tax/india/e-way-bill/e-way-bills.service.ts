import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { readToday } from '../../../platform/clock/today.js';
import { inTransaction } from '../../../platform/database/transaction.js';
import { AppError } from '../../../platform/http/errors.js';
import { DocumentsService } from '../../documents/documents.service.js';
import { eWayBillThreshold } from '../thresholds.js';
import {
  E_WAY_BILL,
  EWayBillsRepository,
  type MovedGoods,
  type NotedWayBill,
} from './e-way-bills.repository.js';
import { needsEWayBill } from './e-way-bill.js';

/** Number of days after which no e-way bill can be made for a document. */
const DOCUMENT_DAYS = 180;
const DAY_MS = 86_400_000;
const LISTED_MAX = 200;

/** Goods whose value needs an e-way bill, and the numbers of the bills, which people make on the portal. */
@Injectable()
export class EWayBillsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly documents: DocumentsService,
    private readonly repository: EWayBillsRepository,
  ) {}

  /** Lists the documents that need an e-way bill and have no number yet, the latest first. */
  async listMissing(): Promise<MovedGoods[]> {
    const { manager } = this.dataSource;
    const day = await readToday(manager);
    const fromDay = new Date(Date.parse(day) - DOCUMENT_DAYS * DAY_MS).toISOString().slice(0, 10);
    const aboveMinor = eWayBillThreshold(day, null);
    const missing: MovedGoods[] = [];
    for await (const goods of this.repository.eachWithout(manager, fromDay, aboveMinor)) {
      if (needsEWayBill(goods.content)) missing.push(goods);
      if (missing.length === LISTED_MAX) break;
    }
    return missing;
  }

  /** Lists the numbers that were noted for shipments. */
  async listOfShipments(shipmentIds: readonly number[]): Promise<NotedWayBill[]> {
    return this.repository.listNumbers(this.dataSource.manager, shipmentIds);
  }

  /**
   * Notes the number of a document's e-way bill. The same number again changes nothing; another one replaces it.
   *
   * @throws AppError document_not_found
   */
  async note(id: number, number: string): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const documentNumber = await this.repository.lock(manager, id);
      if (documentNumber === null) throw new AppError('document_not_found');
      const before = await this.repository.findNumber(manager, id);
      if (before === number) return;
      await this.documents.note(manager, { documentId: id, kind: E_WAY_BILL, data: { number } });
      await this.audit.record(manager, {
        action: 'document.e_way_bill',
        subject: `document ${documentNumber}`,
        before: before === null ? null : { number: before },
        after: { number },
      });
    });
  }
}
