import { randomUUID } from 'node:crypto';
import { withEtags, type EtagCache } from './etag-fetch.js';
import {
  OPERATIONS,
  createClient,
  type ListChangesQuery,
  type ListOrdersQuery,
  type ListProductsQuery,
  type ListStockQuery,
  type OperationId,
  type OperationPath,
  type OperationTag,
  type Ops,
} from './generated/store-api.js';
import type {
  ChangesDto,
  CreateOrderDto,
  MeDto,
  OrderListDto,
  OrderQuoteDto,
  OrderStatusDto,
  PlacedOrderDto,
  ProductAnswerDto,
  ProductListDto,
  StockListDto,
  StockRecordDto,
} from './generated/store-api.schemas.js';
import { DEFAULT_RETRY, withRetries, type Fetch, type RetryOptions } from './retrying-fetch.js';
import { StoreApiError } from './store-api-error.js';

export type * from './generated/store-api.schemas.js';
export type { ListChangesQuery, ListOrdersQuery, ListProductsQuery, ListStockQuery };
export type { CachedAnswer, EtagCache } from './etag-fetch.js';
export type { Fetch, RetryOptions } from './retrying-fetch.js';
export { StoreApiError, type StoreErrorCode } from './store-api-error.js';

export interface StoreClientOptions {
  /** The service's address, as `https://orders.example`. */
  baseUrl: string;
  /** The API token; secret. */
  token: string;
  /** The domain the token is registered to. */
  domain: string;
  /** What sends the requests; Node's own fetch unless another is given. */
  fetch?: Fetch;
  /** 5 tries within 30 s, 10 s each, unless it says otherwise. */
  retry?: Partial<RetryOptions>;
  /** Keeps answers of GETs, so that what has not changed is not sent again. Without it nothing is kept. */
  cache?: EtagCache;
}

export interface CallOptions {
  /** Ends the call; it then throws the signal's reason. */
  signal?: AbortSignal;
}

export interface PlaceOrderOptions extends CallOptions {
  /** Makes the order repeatable for 24 hours, also by another process: the same key, the same order. */
  idempotencyKey?: string;
}

/** The Store API. Every method throws StoreApiError when the answer is no success, or none came. */
export interface StoreClient {
  /** Who you are to the service: client, token, plan, limits. */
  getMe(options?: CallOptions): Promise<MeDto>;
  /** All active products at your plan's wholesale prices. */
  listProducts(query?: ListProductsQuery, options?: CallOptions): Promise<ProductListDto>;
  /** One product with its variations and delivery charge. */
  getProduct(sku: string, options?: CallOptions): Promise<ProductAnswerDto>;
  /** What changed in the list since the `next_cursor` of the answer before. */
  listChanges(query?: ListChangesQuery, options?: CallOptions): Promise<ChangesDto>;
  /** What can be sold of many products now, or of all, page by page. */
  listStock(query?: ListStockQuery, options?: CallOptions): Promise<StockListDto>;
  /** What can be sold of a product now, by variation too. */
  getProductStock(sku: string, options?: CallOptions): Promise<StockRecordDto>;
  /** Your orders, page by page. */
  listOrders(query?: ListOrdersQuery, options?: CallOptions): Promise<OrderListDto>;
  /** What an order would cost; nothing is ordered. */
  quoteOrder(order: CreateOrderDto, options?: CallOptions): Promise<OrderQuoteDto>;
  /** Places an order, once, however often it has to be sent. */
  placeOrder(order: CreateOrderDto, options?: PlaceOrderOptions): Promise<PlacedOrderDto>;
  /** An order by its order number or your store_order_id. */
  getOrderStatus(orderNumber: string, options?: CallOptions): Promise<OrderStatusDto>;
}

/**
 * A client of the Store API; see StoreClientOptions for what may be set.
 *
 * @throws TypeError when the address, the token or the domain can't be one
 */
export function createStoreClient(options: StoreClientOptions): StoreClient {
  const { baseUrl, token, domain, cache } = options;
  assertHeaderValue('token', token);
  assertHeaderValue('domain', domain);
  const retrying = withRetries(options.fetch ?? globalThis.fetch, {
    ...DEFAULT_RETRY,
    ...options.retry,
  });
  const api = createClient<Ops, OperationId, OperationPath, OperationTag>(OPERATIONS, {
    serverUrl: new URL(baseUrl).href,
    errorMode: 'result',
    clientHeader: false,
    auth: { bearer: token, apiKey: { domain } },
    fetch: cache === undefined ? retrying : withEtags(retrying, cache),
  });
  return {
    getMe: (call) => dataOf(api.getMe({}, call)),
    listProducts: (query, call) => dataOf(api.listProducts({ query }, call)),
    getProduct: (sku, call) => dataOf(api.getProduct({ path: { sku } }, call)),
    listChanges: (query, call) => dataOf(api.listChanges({ query }, call)),
    listStock: (query, call) => dataOf(api.listStock({ query }, call)),
    getProductStock: (sku, call) => dataOf(api.getProductStock({ path: { sku } }, call)),
    listOrders: (query, call) => dataOf(api.listOrders({ query }, call)),
    quoteOrder: (body, call) => dataOf(api.quoteOrder({ body }, call)),
    placeOrder: (body, { idempotencyKey = randomUUID(), ...call } = {}) =>
      dataOf(api.placeOrder({ body, headers: { 'Idempotency-Key': idempotencyKey } }, call)),
    getOrderStatus: (orderNumber, call) =>
      dataOf(api.getOrderStatus({ path: { order_number: orderNumber } }, call)),
  };
}

interface Answer<Data> {
  data: Data | undefined;
  error: unknown;
  response: Response;
}

async function dataOf<Data>(call: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  if (response.ok && isJson && data !== undefined) return data;
  throw StoreApiError.ofAnswer(response, error);
}

/** fetch would refuse it too, but with the value in its message. */
function assertHeaderValue(name: string, value: string): void {
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new TypeError(`${name} has to be printable ASCII without spaces and line breaks`);
  }
}
