import type { MeDto } from '../../../src/money/wallets/store-account/me.dto.js';
import type { ProductAnswerDto, ProductListItemDto } from '../../../src/catalog/catalog.dto.js';
import type { ChangesDto } from '../../../src/catalog/changes/changes.dto.js';
import type { OrderListDto, OrderStatusDto } from '../../../src/orders/orders.dto.js';
import type { ReconciledOrdersDto } from '../../../src/orders/reconciliation/reconciliation.dto.js';
import type { OrderDocumentsDto } from '../../../src/fulfillment/invoicing/order-documents.dto.js';
import type { OrderQuoteDto } from '../../../src/orders/placing/request/quote.dto.js';
import type { OrderReturnDto } from '../../../src/fulfillment/returns/order-returns.dto.js';
import type { WholeOrderAnswerDto } from '../../../src/fulfillment/whole-order/whole-order.dto.js';
import type { StockListDto, StockRecordDto } from '../../../src/stock/stock.dto.js';
import type { TestApp } from '../app.js';
import { Call, dataOfBody, wholeBody, withQuery, type Query, type Success } from '../call.js';
import {
  givenClient,
  givenTestToken,
  headersOf,
  orderBody,
  type GivenClient,
  type OrderItemBody,
} from './given.js';

type Items = OrderItemBody | OrderItemBody[];
type Rest = Record<string, unknown>;

/** A client's store, and every call that its backend makes to an instance of the service. */
export class Shop {
  constructor(
    readonly app: TestApp,
    readonly client: GivenClient,
  ) {}

  /** Makes the same store, calling another instance. */
  at(app: TestApp): Shop {
    return new Shop(app, this.client);
  }

  /** Makes the same store with another token, perhaps for another domain. */
  withToken(token: string, domain = this.client.domain): Shop {
    return new Shop(this.app, { ...this.client, token, domain, headers: headersOf(token, domain) });
  }

  readonly products = {
    list: (query?: Query): Call<ProductListItemDto[]> =>
      this.get(withQuery('/api/products', query), dataOfBody()),

    get: (sku: string, query?: Query): Call<ProductAnswerDto['data']> =>
      this.get(withQuery(`/api/products/${encodeURIComponent(sku)}`, query), dataOfBody()),

    stock: (sku: string): Call<StockRecordDto> =>
      this.get(`/api/products/${encodeURIComponent(sku)}/stock`, wholeBody()),
  };

  readonly stock = {
    list: (query?: Query): Call<StockListDto> =>
      this.get(withQuery('/api/stock', query), wholeBody()),
  };

  readonly changes = {
    list: (query?: Query): Call<ChangesDto> =>
      this.get(withQuery('/api/changes', query), wholeBody()),
  };

  readonly orders = {
    /** Places an order. Gives its number. */
    place: (items: Items, rest: Rest = {}): Call<string> =>
      this.orders.placeBody(orderBody(items, rest)),

    /** Places an order with a body that a test made up. Gives its number. */
    placeBody: (body: unknown): Call<string> =>
      this.post('/api/orders', body, {
        status: 201,
        read: ({ order_number: number }: { order_number: string }) => number,
      }),

    quote: (items: Items, rest: Rest = {}): Call<OrderQuoteDto> =>
      this.orders.quoteBody(orderBody(items, rest)),

    quoteBody: (body: unknown): Call<OrderQuoteDto> =>
      this.post('/api/orders/quote', body, wholeBody()),

    list: (query?: Query): Call<OrderListDto> =>
      this.get(withQuery('/api/orders', query), wholeBody()),

    reconcile: (storeOrderIds: unknown): Call<ReconciledOrdersDto['data']> => {
      const body = { store_order_ids: storeOrderIds };
      return this.post('/api/orders/reconcile', body, dataOfBody());
    },

    /** Cancels an order, by its number or the store's own id. */
    cancel: (reference: string, body: object = {}): Call<OrderStatusDto> =>
      this.post(`/api/orders/${encodeURIComponent(reference)}/cancel`, body, wholeBody()),

    changeShipping: (reference: string, change: object): Call<OrderStatusDto> => {
      const path = `/api/orders/${encodeURIComponent(reference)}/shipping`;
      const test = this.app.call('patch', path, this.client.headers).send(change);
      return new Call(test, wholeBody());
    },

    /** Reads a whole order, by its number or the store's own id. */
    get: (reference: string): Call<WholeOrderAnswerDto['data']> =>
      this.get(`/api/orders/${encodeURIComponent(reference)}`, dataOfBody()),

    /** Lists the tax documents of an order, by its number or the store's own id. */
    documents: (reference: string): Call<OrderDocumentsDto['data']> =>
      this.get(`/api/orders/${encodeURIComponent(reference)}/documents`, dataOfBody()),

    /** Corrects an order, by its number or the store's own id. */
    correct: (reference: string, change: object): Call<WholeOrderAnswerDto['data']> => {
      const path = `/api/orders/${encodeURIComponent(reference)}`;
      const test = this.app.call('patch', path, this.client.headers).send(change);
      return new Call(test, dataOfBody());
    },

    /** Requests the return of units of an order, by its number or the store's own id. */
    requestReturn: (
      reference: string,
      items: object[],
      { key, reason = 'Chipped' }: { key?: string; reason?: string } = {},
    ): Call<OrderReturnDto> => {
      const path = `/api/orders/${encodeURIComponent(reference)}/returns`;
      const test = this.app.call('post', path, this.client.headers).send({ items, reason });
      if (key !== undefined) void test.set('Idempotency-Key', key);
      return new Call(test, dataOfBody(201));
    },

    withdrawReturn: (reference: string, id: number): Call<OrderReturnDto> => {
      const path = `/api/orders/${encodeURIComponent(reference)}/returns/${id}/withdraw`;
      return new Call(this.app.call('post', path, this.client.headers), dataOfBody());
    },

    /** Reads the status of an order, by its number or the store's own id. */
    status: (reference: string, query?: Query): Call<OrderStatusDto> =>
      this.get(
        withQuery(`/api/orders/${encodeURIComponent(reference)}/status`, query),
        wholeBody(),
      ),
  };

  me(): Call<MeDto['data']> {
    return this.get('/api/me', dataOfBody());
  }

  /** Tells how many units of a product are available to the store. */
  async available(sku: string): Promise<number> {
    return (await this.products.stock(sku)).stock_qty;
  }

  /** Reads the units of a product that are available to the store: one number, or one for each combination. */
  async stockOf(sku: string): Promise<number | Record<string, number>> {
    const { stock_qty: quantity, variation_stocks: byKey } = await this.products.stock(sku);
    return Object.keys(byKey).length === 0 ? quantity : byKey;
  }

  /** Reads the price of a product to the store; null if the product is hidden. */
  async priceOf(sku: string): Promise<number | null> {
    const { status, body } = await this.products.get(sku).response();
    if (status === 404) return null;
    return (body as { data: ProductAnswerDto['data'] }).data.pricing.wholesale_price;
  }

  private get<T>(path: string, success: Success<T>): Call<T> {
    return new Call(this.app.get(path, this.client.headers), success);
  }

  private post<T>(path: string, body: unknown, success: Success<T>): Call<T> {
    return new Call(this.app.post(path, this.client.headers, body), success);
  }
}

/** Makes a client with an active subscription, as its store. */
export async function givenShop(
  app: TestApp,
  client: Parameters<typeof givenClient>[1] = {},
): Promise<Shop> {
  return new Shop(app, await givenClient(app, client));
}

/** Makes the same store with a test token. */
export async function givenTestShop({ app, client }: Shop): Promise<Shop> {
  return new Shop(app, await givenTestToken(app, client));
}
