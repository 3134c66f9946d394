import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import { DocumentsService } from '../../tax/documents/documents.service.js';
import { ArchivedOrdersService } from '../../orders/archive/archived-orders.service.js';
import { OrdersAdminRepository } from '../orders/orders.admin.repository.js';
import { matchRefunds, type OrderDocument } from './refund-documents.js';

/** Tax documents of a client's own orders, live and archived. */
@Injectable()
export class OrderDocumentsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly orders: OrdersAdminRepository,
    private readonly archived: ArchivedOrdersService,
    private readonly documents: DocumentsService,
    private readonly ledger: LedgerService,
  ) {}

  /**
   * Lists the documents of an order, the oldest first.
   *
   * @param reference order number or store order id
   * @throws AppError order_not_found, also for another client's order
   */
  async list(clientId: number, reference: string): Promise<OrderDocument[]> {
    const live = await this.orders.readOwn(clientId, reference);
    if (live !== null) return matchRefunds(live.refunds, live.documents).documents;
    const { manager } = this.dataSource;
    const { id, orderNumber } = await this.archived.getOwn(manager, clientId, reference);
    const documents = await this.documents.listOfOrder(clientId, orderNumber);
    const refunds = await this.ledger.listOrderRefunds(manager, id);
    return matchRefunds(refunds, documents).documents;
  }
}
