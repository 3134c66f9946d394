import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuthService } from '../../auth/auth.service.js';
import { CatalogService } from '../../catalog/catalog.service.js';
import type { Offer } from '../../catalog/priced-product.js';
import { OrdersAdminService } from '../../fulfillment/orders/orders.admin.service.js';
import { recipientOf } from '../../orders/order-recipient.js';
import { OrdersRepository } from '../../orders/orders.repository.js';
import type { OrderRequest } from '../../orders/placing/request/order-request.js';
import type { Page, PageRequest } from '../../platform/http/paging/page.js';

/** A customer of a client with its address. */
export type Recipient = Pick<OrderRequest, 'customer' | 'shipping'>;

const ORDERS_LOOKED_AT = 50;
const RECIPIENTS_MAX = 10;

/** What staff choose from when they place an order for a client. */
@Injectable()
export class PhoneOrdersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly auth: AuthService,
    private readonly catalog: CatalogService,
    private readonly orders: OrdersAdminService,
    private readonly repository: OrdersRepository,
  ) {}

  /**
   * Lists the products that a client can order, at its prices. @param words as {@link CatalogService.pageProductsWith}
   *
   * @throws AppError client_not_found, subscription_inactive
   */
  async listProducts(clientId: number, words: string, page: PageRequest): Promise<Page<Offer>> {
    return this.catalog.pageProductsWith(await this.auth.findActiveClient(clientId), words, page);
  }

  /** Lists the customers of a client's latest orders with their addresses, each once, the latest first. */
  async listRecipients(clientId: number): Promise<Recipient[]> {
    const latest = { after: null, isNewestFirst: true, limit: ORDERS_LOOKED_AT };
    const { rows } = await this.orders.listOfClient(clientId, {}, latest);
    const numbers = rows.map(({ orderNumber }) => orderNumber);
    const found = await this.repository.findLive(this.dataSource.manager, numbers);
    const recipients = found
      .filter(({ anonymizedAt }) => anonymizedAt === null)
      .sort((a, b) => b.id - a.id)
      .map(recipientOf);
    const distinct = new Map(recipients.map((each) => [JSON.stringify(each), each]));
    return [...distinct.values()].slice(0, RECIPIENTS_MAX);
  }
}
