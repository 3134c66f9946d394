import type { Ops } from '../../../clients/typescript/src/generated/store-api.js';
import { ApiCalls, type Answer } from '../api-calls.js';
import { givenTwoApps, TestApp } from '../app.js';
import {
  givenClient,
  givenProduct,
  givenTestToken,
  headersOf,
  orderBody,
  type GivenClient,
  type OrderItemBody,
} from './given.js';
import { Admin } from './admin.js';

type Items = OrderItemBody | OrderItemBody[];
type Rest = Record<string, unknown>;

/** Part of the answer of an operation for stores. */
export type StoreAnswer<N extends keyof Ops> = Answer<Ops[N]['result']>;

/** A client's store, and all calls of its backend to an instance of the service. */
export class Shop extends ApiCalls<Ops> {
  constructor(
    app: TestApp,
    readonly client: GivenClient,
  ) {
    super(app, 'store-api.json', client.headers);
  }

  /** Makes the same store, calling another instance. */
  at(app: TestApp): Shop {
    return new Shop(app, this.client);
  }

  /** Makes the same store with another token, perhaps for another domain. */
  withToken(token: string, domain = this.client.domain): Shop {
    return new Shop(this.app, { ...this.client, token, domain, headers: headersOf(token, domain) });
  }

  readonly products = {
    list: this.partOf('listProducts', ({ data }) => data),
    get: this.of('getProduct'),
    stock: this.of('getProductStock'),
  };

  readonly stock = { list: this.of('listStock') };

  readonly changes = { list: this.of('listChanges') };

  /** Calls about orders, by their numbers or the store's own ids. */
  readonly orders = {
    /** Places an order. Returns its number. */
    place: (items: Items, rest: Rest = {}) => this.orders.placeBody(orderBody(items, rest)),
    /** Places an order with the body of a test. Returns its number. */
    placeBody: this.partOf('placeOrder', ({ order_number: number }) => number),
    quote: (items: Items, rest: Rest = {}) => this.orders.quoteBody(orderBody(items, rest)),
    quoteBody: this.of('quoteOrder'),
    list: this.of('listOrders'),
    reconcile: (ids: unknown) => this.call('reconcileOrders', { store_order_ids: ids }),
    cancel: (order: string, body: object = {}) => this.call('cancelOrder', order, body),
    changeShipping: this.of('changeShipping'),
    get: this.of('getOrder'),
    documents: this.of('listOrderDocuments'),
    correct: this.of('correctOrder'),
    requestReturn: (
      order: string,
      items: object[],
      { key, reason = 'Chipped' }: { key?: string; reason?: string } = {},
    ) => {
      const call = this.partOf('requestReturn', ({ data }) => data)(order, { items, reason });
      return key === undefined ? call : call.set('Idempotency-Key', key);
    },
    withdrawReturn: this.partOf('withdrawReturn', ({ data }) => data),
    setReturnTracking: this.partOf('setReturnTracking', ({ data }) => data),
    answerFailure: this.of('answerFailedDelivery'),
    status: this.of('getOrderStatus'),
  };

  readonly me = this.of('getMe');

  readonly wallet = this.of('getWallet');

  /** Places an order of units of a new product at 100.00, with 10.00 delivery. Returns its number. */
  async placeNew(quantity = 1, rest: Rest = {}): Promise<string> {
    const { sku } = await givenProduct(this.app);
    return this.orders.place({ sku, quantity }, rest);
  }

  /** Returns how many units of a product are available to the store. */
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
    const found = this.products.get(sku);
    return (await found.status()) === 404 ? null : (await found).pricing.wholesale_price;
  }
}

/** Makes a client with an active subscription, as its store. */
export async function givenShop(app: TestApp, client: Parameters<typeof givenClient>[1] = {}) {
  return new Shop(app, await givenClient(app, client));
}

/** Makes the same store with a test token. */
export async function givenTestShop({ app, client }: Shop): Promise<Shop> {
  return new Shop(app, await givenTestToken(app, client));
}

/** Starts the service for a suite, with an operator and a store, and checks the stored data at its end. */
export async function givenSuite(env?: Record<string, string>) {
  const app = await TestApp.start(env);
  afterAll(() => app.expectInvariants());
  return { app, admin: new Admin(app), shop: await givenShop(app) };
}

/** Starts two instances of the service on one database for a suite, with an operator and the store at each. */
export async function givenSuiteOfTwo(...settings: Parameters<typeof givenTwoApps>) {
  const apps = await givenTwoApps(...settings);
  const { one, two } = apps;
  afterAll(() => one.expectInvariants());
  const [admin, adminElsewhere, shop] = [new Admin(one), new Admin(two), await givenShop(one)];
  return { ...apps, admin, adminElsewhere, shop, shopElsewhere: shop.at(two) };
}
