import { AuthService } from '../../../../src/auth/auth.service.js';
import type { Caller } from '../../../../src/auth/caller.js';
import { readCursor } from '../../../../src/catalog/changes/change-cursor.js';
import { CatalogService } from '../../../../src/catalog/catalog.service.js';
import { ChangeFeed } from '../../../../src/catalog/changes/change-feed.js';
import { toChanges } from '../../../../src/catalog/changes/changes.dto.js';
import { OrdersService } from '../../../../src/orders/orders.service.js';
import { toOrderList } from '../../../../src/orders/orders.dto.js';
import { ORDER_STATUSES } from '../../../../src/orders/lifecycle/order-lifecycle.js';
import { OrderListService } from '../../../../src/orders/tracking/order-list.service.js';
import { textsOf } from '../../../../src/orders/order-texts.js';
import { OrderStatusService } from '../../../../src/orders/tracking/order-status.service.js';
import { readOrderCursor } from '../../../../src/orders/tracking/order-cursor.js';
import {
  givenClient,
  givenPlan,
  givenProduct,
  SHIPPING,
  type GivenClient,
} from '../../../support/shop/given.js';
import type { SimulatedInstance } from './instance.js';
import { SKUS, type StoredProduct } from './observer.js';

export type Feed = 'changes' | 'orders';

/** A copy that a store keeps of a feed. */
export interface Copy<Entry> {
  entries: Map<string, Entry>;
  cursor: string | null;
  /** Start of the current round of pages; null between rounds. */
  since: number | null;
  /** Step of the latest page. */
  receivedAt: number;
  /** Number of rounds that have ended. */
  rounds: number;
}

export interface Page {
  /** True if the feed began from the beginning although the store had a cursor. */
  isRestart: boolean;
  hasMore: boolean;
  /** Violations of the contract. */
  problems: string[];
}

/** An order as a store sends it, and its Idempotency-Key. */
export interface StoreOrder {
  id: string;
  skus: readonly string[];
  key: string | null;
}

const LIMIT = 2;

/** A store that knows products and orders only from the two feeds. */
export class SimulatedStore {
  readonly products = emptyCopy<StoredProduct>();
  readonly orders = emptyCopy<string>();

  constructor(
    readonly name: string,
    readonly client: GivenClient,
  ) {}

  copyOf(feed: Feed): Copy<unknown> {
    return feed === 'changes' ? this.products : this.orders;
  }

  /** Reads a page of the change feed. @throws errors of the service; the copy does not change then */
  async pollChanges(instance: SimulatedInstance): Promise<Page> {
    const { entries, cursor } = this.products;
    const caller = await this.authenticate(instance);
    const since = cursor === null ? null : readCursor(cursor);
    const changes = await instance
      .service(ChangeFeed)
      .read(caller, since, { limit: LIMIT, tellsChanged: false });
    const {
      reset,
      data,
      removed,
      next_cursor: next,
      has_more: hasMore,
    } = toChanges(changes, 'INR');
    if (reset) entries.clear();
    for (const sku of removed) entries.delete(sku);
    for (const { sku, name, pricing, stock_qty: stock } of data) {
      entries.set(sku, { sku, name, price: pricing.wholesale_price, stock });
    }
    this.products.cursor = next;
    return { isRestart: reset && cursor !== null, hasMore, problems: [] };
  }

  /** Reads a page of the list of orders. @throws as {@link pollChanges} */
  async pollOrders(instance: SimulatedInstance): Promise<Page> {
    const { entries, cursor } = this.orders;
    const { clientId } = await this.authenticate(instance);
    const after = cursor === null ? null : readOrderCursor(cursor);
    const search = {
      clientId,
      statuses: ORDER_STATUSES,
      updatedSince: null,
      withParts: false,
      limit: LIMIT,
    };
    const list = await instance.service(OrderListService).list(search, after);
    const { data, next_cursor: next, has_more: hasMore, reset } = toOrderList(list);
    const problems: string[] = [];
    if (reset) entries.clear();
    for (const { order_number: number, status, timeline } of data) {
      entries.set(number, status);
      const times = timeline.map(({ changed_at: at }) => Date.parse(at));
      const isOrdered = times.every((time, index) => index === 0 || time >= times[index - 1]!);
      if (!isOrdered || timeline.at(-1)?.status !== status) {
        problems.push(`order ${number} is ${status} with the timeline ${JSON.stringify(timeline)}`);
      }
    }
    this.orders.cursor = next;
    return { isRestart: reset, hasMore, problems };
  }

  /** Reads a product; null if the store cannot order it. @throws as {@link pollChanges} */
  async readProduct(instance: SimulatedInstance, sku: string): Promise<StoredProduct | null> {
    const caller = await this.authenticate(instance);
    const offer = instance.service(CatalogService).findOffer(caller, sku);
    if (offer === null) return null;
    const { facts, stockQty: stock } = offer.product;
    return { sku, name: facts.name, price: offer.priceMinor / 100, stock };
  }

  /** Reads the status of an order; null if the store has no order with this id. @throws as {@link pollChanges} */
  async readStatus(instance: SimulatedInstance, storeOrderId: string) {
    const { clientId } = await this.authenticate(instance);
    const order = await instance.service(OrderStatusService).findStatus(clientId, storeOrderId);
    return order && { number: order.orderNumber, status: order.status };
  }

  /** Places an order of one unit each. @returns its number @throws as {@link pollChanges} */
  async place(instance: SimulatedInstance, { skus, id: storeOrderId, key }: StoreOrder) {
    const caller = await this.authenticate(instance);
    const placed = await instance
      .service(OrdersService)
      .placeOrder(
        caller,
        {
          customer: { name: 'Asha Verma', phone: '+919876543210', email: null },
          shipping: { ...SHIPPING, country: 'India' },
          items: skus.map((sku) => ({ sku, quantity: 1, variation: null })),
          storeOrderId,
          ...textsOf({}),
        },
        key,
      );
    return placed.orderNumber;
  }

  private async authenticate(instance: SimulatedInstance): Promise<Caller> {
    const { Authorization: authorization, 'X-Client-Domain': domain } = this.client.headers;
    return instance.service(AuthService).authenticate({ authorization: [authorization], domain });
  }
}

function emptyCopy<Entry>(): Copy<Entry> {
  return { entries: new Map(), cursor: null, since: null, receivedAt: 0, rounds: 0 };
}

/** Creates three products, and two stores with a plan each. */
export async function givenStores(instance: SimulatedInstance): Promise<SimulatedStore[]> {
  for (const [index, sku] of SKUS.entries()) {
    await givenProduct(instance, { sku, name: sku, basePriceMinor: 1_000_000 * (index + 1) });
  }
  const stores: SimulatedStore[] = [];
  for (const code of ['one', 'two']) {
    const { code: plan } = await givenPlan(instance, { code });
    const client = await givenClient(instance, { plan, domain: `${code}.example` });
    stores.push(new SimulatedStore(`store ${code}`, client));
  }
  return stores;
}
