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
  CorrectAddressDto,
  CreateOrderDto,
  MeDto,
  OrderListDto,
  OrderQuoteDto,
  OrderStatusDto,
  PlacedOrderDto,
  ProductAnswerDto,
  ProductListDto,
  QuoteOrderDto,
  ReasonDto,
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
  /** The base URL of the service, such as `https://orders.example`. */
  baseUrl: string;
  /** The API token. Secret. */
  token: string;
  /** The domain the token is registered to. */
  domain: string;
  /** Sends the requests; by default, Node's own fetch. */
  fetch?: Fetch;
  /** By default 5 tries within 30 s, at most 10 s each. */
  retry?: Partial<RetryOptions>;
  /** Caches responses to GETs, so that an unchanged response is not transferred again. By default nothing is cached. */
  cache?: EtagCache;
}

export interface CallOptions {
  /** Aborts the call, which then throws the signal's reason. */
  signal?: AbortSignal;
}

export interface PlaceOrderOptions extends CallOptions {
  /** For 24 hours, the same key and body return the same order, also from another process. */
  idempotencyKey?: string;
}

/** The Store API. Every method throws StoreApiError if the response is an error or none arrives. */
export interface StoreClient {
  /** The token's client, plan, subscription and limits. */
  getMe(options?: CallOptions): Promise<MeDto>;
  /** All active products with your plan's wholesale prices. */
  listProducts(query?: ListProductsQuery, options?: CallOptions): Promise<ProductListDto>;
  /** One product with its variations and delivery charge. */
  getProduct(sku: string, options?: CallOptions): Promise<ProductAnswerDto>;
  /** The products that changed or were removed since the `next_cursor` of the previous response. */
  listChanges(query?: ListChangesQuery, options?: CallOptions): Promise<ChangesDto>;
  /** The available stock of some products, or of all products in pages. */
  listStock(query?: ListStockQuery, options?: CallOptions): Promise<StockListDto>;
  /** The available stock of one product, in total and per variation key. */
  getProductStock(sku: string, options?: CallOptions): Promise<StockRecordDto>;
  /** Your orders in pages, ordered by latest change. */
  listOrders(query?: ListOrdersQuery, options?: CallOptions): Promise<OrderListDto>;
  /** The price of an order, of which the items suffice. Places nothing. */
  quoteOrder(order: QuoteOrderDto, options?: CallOptions): Promise<OrderQuoteDto>;
  /** Places an order exactly once, even if the request is retried. */
  placeOrder(order: CreateOrderDto, options?: PlaceOrderOptions): Promise<PlacedOrderDto>;
  /** The status of an order, by its order number or your store_order_id. */
  getOrderStatus(orderNumber: string, options?: CallOptions): Promise<OrderStatusDto>;
  /** Corrects the address of an order of which nothing was shipped. What is left out stays. */
  changeShipping(
    orderNumber: string,
    change: CorrectAddressDto,
    options?: CallOptions,
  ): Promise<OrderStatusDto>;
  /** Cancels an order of which nothing was shipped. */
  cancelOrder(
    orderNumber: string,
    body?: ReasonDto,
    options?: CallOptions,
  ): Promise<OrderStatusDto>;
}

/**
 * Creates a client of the Store API.
 *
 * @throws TypeError if the URL, the token or the domain is malformed
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
    changeShipping: (orderNumber, body, call) =>
      dataOf(api.changeShipping({ path: { order_number: orderNumber }, body }, call)),
    cancelOrder: (orderNumber, body = {}, call) =>
      dataOf(api.cancelOrder({ path: { order_number: orderNumber }, body }, call)),
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

/** fetch would reject it as well, but with the secret value in its message. */
function assertHeaderValue(name: string, value: string): void {
  if (!/^[\x21-\x7e]+$/.test(value)) {
    throw new TypeError(`${name} must be printable ASCII without spaces or line breaks`);
  }
}
