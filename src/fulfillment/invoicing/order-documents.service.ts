import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DocumentsService, type ListedDocument } from '../../tax/documents/documents.service.js';
import { ArchivedOrdersService } from '../../orders/archive/archived-orders.service.js';
import { OrderStatusService } from '../../orders/tracking/order-status.service.js';

/** Tax documents of a client's own orders, live and archived. */
@Injectable()
export class OrderDocumentsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly statuses: OrderStatusService,
    private readonly archived: ArchivedOrdersService,
    private readonly documents: DocumentsService,
  ) {}

  /**
   * Lists the documents of an order, the oldest first.
   *
   * @param reference order number or store order id
   * @throws AppError order_not_found, also for another client's order
   */
  async list(clientId: number, reference: string): Promise<ListedDocument[]> {
    return this.documents.listOfOrder(clientId, await this.numberOf(clientId, reference));
  }

  private async numberOf(clientId: number, reference: string): Promise<string> {
    const live = await this.statuses.findStatus(clientId, reference);
    if (live !== null) return live.orderNumber;
    return this.archived.getNumber(this.dataSource.manager, clientId, reference);
  }
}
