import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Permitted } from '../../identity/signed-in-user.js';
import { TokensService, type ListedToken } from '../../auth/tokens.service.js';
import {
  ClientAdministrationService,
  type ClientRecord,
} from '../clients/client-administration.service.js';
import { ClientsService } from '../../clients/clients.service.js';
import {
  OrdersAdminService,
  type ListedOrder,
} from '../../fulfillment/orders/orders.admin.service.js';
import type { ReceiptRow } from '../../money/receipts/receipts.repository.js';
import { ReceiptsService } from '../../money/receipts/receipts.service.js';
import type { ProductRecord } from '../../catalog/product-record.js';
import { ProductAdministrationService } from '../products/product-administration.service.js';

type Named<T> = T & { clientName: string };

/** Results of a search by kind; null: the caller may not see this kind. */
export interface OfficeResults {
  orders: ListedOrder[] | null;
  clients: ClientRecord[] | null;
  products: ProductRecord[] | null;
  receipts: Named<ReceiptRow>[] | null;
  tokens: Named<ListedToken>[] | null;
}

/** The end of a token in the form that pages show: `…4f2a`. */
const TOKEN_END = /^(?:…|\.{3})?([\w-]{4})$/;

/** Searches everything that operators work with. */
@Injectable()
export class OfficeSearchService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly orders: OrdersAdminService,
    private readonly clients: ClientAdministrationService,
    private readonly products: ProductAdministrationService,
    private readonly receipts: ReceiptsService,
    private readonly tokens: TokensService,
    private readonly names: ClientsService,
  ) {}

  /** Searches each kind that the caller may see, for up to `limit` results of each. */
  async search(words: string, limit: number, may: Permitted): Promise<OfficeResults> {
    const first = { afterId: 0, limit };
    const [orders, clients, products, receipts, tokens] = await Promise.all([
      may('orders:read') ? this.findOrders(words, limit, may('prices:read')) : null,
      may('clients:read') ? this.clients.listClients({ words }, first) : null,
      may('catalog:read') ? this.products.listRecords(first, { words }) : null,
      may('money:read') ? this.findReceipts(words, limit) : null,
      may('tokens:read') ? this.findTokens(words, limit) : null,
    ]);
    return {
      orders,
      receipts,
      tokens,
      clients: clients?.rows ?? null,
      products: products?.rows ?? null,
    };
  }

  private async findOrders(
    words: string,
    limit: number,
    seesAmounts: boolean,
  ): Promise<ListedOrder[]> {
    const page = { after: null, isNewestFirst: true, limit };
    return (await this.orders.list({ words, seesAmounts }, null, page)).rows;
  }

  private async findReceipts(reference: string, limit: number): Promise<Named<ReceiptRow>[]> {
    const { rows } = await this.receipts.list({ reference }, { beforeId: null, limit });
    return this.withNames(rows);
  }

  private async findTokens(words: string, limit: number): Promise<Named<ListedToken>[]> {
    const last4 = TOKEN_END.exec(words.trim())?.[1];
    if (last4 === undefined) return [];
    return this.withNames((await this.tokens.findTokens(last4, { afterId: 0, limit })).rows);
  }

  private async withNames<T extends { clientId: number }>(rows: readonly T[]): Promise<Named<T>[]> {
    const ids = rows.map(({ clientId }) => clientId);
    const names = await this.names.findNames(this.dataSource.manager, ids);
    return rows.map((row) => ({ ...row, clientName: names.get(row.clientId) ?? '' }));
  }
}
