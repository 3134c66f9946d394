import { withEtags, type EtagCache } from './etag-fetch.js';
import {
  OPERATIONS,
  createClient,
  type OperationId,
  type OperationPath,
  type OperationTag,
  type Ops,
} from './generated/store-api.js';
import type {
  AnswerFailureDto,
  ChangesDto,
  CorrectAddressDto,
  CorrectOrderDto,
  CreateOrderDto,
  MeDto,
  OrderDocumentsDto,
  OrderListDto,
  OrderQuoteDto,
  OrderStatusDto,
  PlacedOrderDto,
  ProductAnswerDto,
  ProductListDto,
  QuoteOrderDto,
  ReasonDto,
  ReconciledOrdersDto,
  RequestedReturnDto,
  RequestReturnDto,
  SetReturnTrackingDto,
  ServiceabilityDto,
  StockListDto,
  StockRecordDto,
  StoreWalletDto,
  WholeOrderAnswerDto,
} from './generated/store-api.schemas.js';
import { DEFAULT_RETRY, withRetries, type Fetch, type RetryOptions } from './retrying-fetch.js';
import { answerOf, type Answer, type Result } from './answer.js';
import type {
  GetServiceabilityQuery,
  ListChangesQuery,
  ListOrdersQuery,
  ListProductsQuery,
  ListStockQuery,
} from './queries.js';
import { assertHeaderValue, keyed, segment, strong } from './values.js';

export type * from './generated/store-api.schemas.js';
export type * from './queries.js';
export type { CachedAnswer, EtagCache } from './etag-fetch.js';
export { verifyEvent } from './event-signature.js';
export type { Fetch, RetryOptions } from './retrying-fetch.js';
export { StoreApiError, type StoreErrorCode } from './store-api-error.js';

export interface StoreClientOptions {
  /** The base URL of the service without `/api`, as “API access” of the dashboard shows it. */
  baseUrl: string;
  /** The API token. Secret. */
  token: string;
  /** The domain the token is registered to. */
  domain: string;
  /** Sends the requests; by default, Node's own fetch. */
  fetch?: Fetch;
  /** By default 5 tries within 30 s, at most 10 s each; a call with `wait` has as many seconds more. */
  retry?: Partial<RetryOptions>;
  /** Caches responses to GETs, so that an unchanged response is not transferred again. By default nothing is cached. */
  cache?: EtagCache;
}

export interface CallOptions {
  /** Aborts the call, which then throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

export interface IdempotentOptions extends CallOptions {
  /** The same key and body return the same order (for 24 hours), return or answer, also from another process. */
  idempotencyKey?: string | undefined;
}

export type PlaceOrderOptions = IdempotentOptions;

export interface GetOrderStatusOptions extends CallOptions {
  /** Parts to add, with commas between them: `shipments`, `returns`, `refunds`, `documents`, `details`. */
  include?: string | undefined;
}

/** A whole order, and the ETag of that very answer; `''` if a proxy removed it, which `ifMatch` refuses. */
export type TaggedOrder = WholeOrderAnswerDto & { etag: string };

export interface CorrectOrderOptions extends CallOptions {
  /** The `etag` of the order as you know it: if it has changed since, the call fails with `changed_meanwhile`. */
  ifMatch?: string | undefined;
}

export interface GetProductOptions extends CallOptions {
  /** `details` adds GTIN, HSN code, brand, weight, GST rate, and the codes and pictures of variations. */
  include?: string | undefined;
}

/**
 * The Store API. Every method throws StoreApiError if the response is an error or missing.
 * - throws TypeError for arguments that cannot be sent: an empty SKU or order number, or an idempotency key with a line break
 */
export interface StoreClient {
  /** Reads the token's client, plan, subscription and limits. */
  getMe(options?: CallOptions): Promise<MeDto>;
  /** Reads the balance of your wallet, if the token may read it. */
  getWallet(options?: CallOptions): Promise<StoreWalletDto>;
  /** Lists all active products with your plan's wholesale prices. */
  listProducts(query?: ListProductsQuery, options?: CallOptions): Promise<ProductListDto>;
  /** Reads one product with its variations and delivery charge. */
  getProduct(sku: string, options?: GetProductOptions): Promise<ProductAnswerDto>;
  /** Lists the products that changed or were removed since the `next_cursor` of the previous response. */
  listChanges(query?: ListChangesQuery, options?: CallOptions): Promise<ChangesDto>;
  /** Lists the available stock of some products, or of all products in pages. */
  listStock(query?: ListStockQuery, options?: CallOptions): Promise<StockListDto>;
  /** Reads the available stock of one product, in total and per variation key. */
  getProductStock(sku: string, options?: CallOptions): Promise<StockRecordDto>;
  /** Asks if an address is delivered to, and at which surcharge. */
  getServiceability(
    query: GetServiceabilityQuery,
    options?: CallOptions,
  ): Promise<ServiceabilityDto>;
  /** Lists your orders in pages, ordered by latest change. */
  listOrders(query?: ListOrdersQuery, options?: CallOptions): Promise<OrderListDto>;
  /**
   * Tells which of your orders the service has, by your store_order_ids: at most 500 at once. After listOrders() has answered
   * with `reset`, place those that are `missing` again.
   */
  reconcileOrders(storeOrderIds: string[], options?: CallOptions): Promise<ReconciledOrdersDto>;
  /** Computes the price of an order, for which the items are enough. Places nothing. */
  quoteOrder(order: QuoteOrderDto, options?: CallOptions): Promise<OrderQuoteDto>;
  /** Places an order exactly once, even if the request is retried. */
  placeOrder(order: CreateOrderDto, options?: PlaceOrderOptions): Promise<PlacedOrderDto>;
  /** Reads the status of an order, by its order number or your store_order_id. */
  getOrderStatus(orderNumber: string, options?: GetOrderStatusOptions): Promise<OrderStatusDto>;
  /** Reads everything about an order, by its order number or your store_order_id. */
  getOrder(orderNumber: string, options?: CallOptions): Promise<TaggedOrder>;
  /** Corrects the customer, the address and the notes of an order that has not shipped. Omitted fields keep their value. */
  correctOrder(
    orderNumber: string,
    change: CorrectOrderDto,
    options?: CorrectOrderOptions,
  ): Promise<TaggedOrder>;
  /**
   * Corrects the address of an order that has not shipped. Omitted fields keep their value.
   * - the response does not contain the address; ignoredFields('changeShipping') has misspelled fields
   * - correctOrder() corrects more, and returns it
   */
  changeShipping(
    orderNumber: string,
    change: CorrectAddressDto,
    options?: CallOptions,
  ): Promise<OrderStatusDto>;
  /** Cancels an order that has not shipped. */
  cancelOrder(
    orderNumber: string,
    body?: ReasonDto,
    options?: CallOptions,
  ): Promise<OrderStatusDto>;
  /**
   * Requests the return of units of an order that has shipped, exactly once, even if the request is retried. getOrder() shows
   * what becomes of it.
   */
  requestReturn(
    orderNumber: string,
    request: RequestReturnDto,
    options?: IdempotentOptions,
  ): Promise<RequestedReturnDto>;
  /** Withdraws a return that waits for a decision. Repeating it changes nothing. */
  withdrawReturn(
    orderNumber: string,
    returnId: number,
    options?: CallOptions,
  ): Promise<RequestedReturnDto>;
  /**
   * Says how you sent the units of an awaited return to its `return_address`. Repeating it changes nothing, and another number
   * replaces the first.
   */
  setReturnTracking(
    orderNumber: string,
    returnId: number,
    tracking: SetReturnTrackingDto,
    options?: CallOptions,
  ): Promise<RequestedReturnDto>;
  /**
   * Answers the failed delivery of a shipment with one of the `actions` of its `failure`, exactly once, even if the request is
   * retried. The last answer counts until the courier is sent it.
   */
  answerFailedDelivery(
    orderNumber: string,
    shipmentId: number,
    answer: AnswerFailureDto,
    options?: IdempotentOptions,
  ): Promise<OrderStatusDto>;
  /** Lists the invoices and credit notes of an order, by its order number or your store_order_id. */
  listOrderDocuments(orderNumber: string, options?: CallOptions): Promise<OrderDocumentsDto>;
  /** Reads the PDF of an invoice or a credit note, by the `id` that listOrderDocuments() has. */
  getDocumentPdf(id: number, options?: CallOptions): Promise<Blob>;
  /** Yields the responses of listProducts, page by page to the last. */
  productPages(query?: ListProductsQuery, options?: CallOptions): AsyncGenerator<ProductListDto>;
  /** Yields the responses of listStock, page by page to the last. */
  stockPages(query?: ListStockQuery, options?: CallOptions): AsyncGenerator<StockListDto>;
  /**
   * Yields the responses of listChanges since `query.since`, until there are no more changes. Store `next_cursor` together with
   * each page, and begin with it after pollSeconds('listChanges'): at once with `wait: 25`, which waits for a change.
   */
  changePages(query?: ListChangesQuery, options?: CallOptions): AsyncGenerator<ChangesDto>;
  /**
   * Yields the responses of listOrders since `query.cursor`, until there are no more changed orders. Store `next_cursor`
   * together with each page, and begin with it after pollSeconds('listOrders'): at once with `wait: 25`, which waits for a change.
   */
  orderPages(query?: ListOrdersQuery, options?: CallOptions): AsyncGenerator<OrderListDto>;
  /**
   * Reads the seconds to wait before a call is repeated, from the X-Poll-Interval of its latest response. Returns null before
   * the first response, and for calls that should not be repeated.
   */
  pollSeconds(operation: OperationId): number | null;
  /**
   * Lists the unknown fields and query parameters that the service ignored in the latest successful request of a call. Fields
   * have a path, such as `items.0.price`.
   */
  ignoredFields(operation: OperationId): string[];
  /** Reads the ETag of the latest response of a call, for programs that make one call at a time: an order has its own `etag`. */
  etag(operation: OperationId): string | null;
  /**
   * Reads what to check about the address of the order that placeOrder() placed last, or that 'correctOrder' or
   * 'changeShipping' corrected last; null if nothing. It was placed or corrected in any case.
   */
  addressWarning(operation?: AddressedOperation): AddressWarning;
}

type AddressedOperation = Extract<OperationId, 'placeOrder' | 'correctOrder' | 'changeShipping'>;
type AddressWarning = OrderQuoteDto['address_warning'];

/**
 * Creates a client of the Store API.
 *
 * @throws TypeError if the URL, the token or the domain is malformed
 */
export function createStoreClient(options: StoreClientOptions): StoreClient {
  const api = apiOf(options);
  /** Headers of the latest successful response of each call. */
  const latest = new Map<OperationId, Headers>();
  const answered: Answered = async (operation, call) => {
    const answer = await answerOf(call, operation === 'getDocumentPdf' ? 'pdf' : 'json');
    latest.set(operation, answer.headers);
    return answer;
  };
  const latestOf = (operation: OperationId, header: string): string | null =>
    latest.get(operation)?.get(header) ?? null;
  const calls = callsOf(api, answered);
  return {
    ...calls,
    ...pagesOf(api, answered, calls),
    pollSeconds: (operation) => {
      const seconds = latestOf(operation, 'x-poll-interval');
      return seconds === null ? null : Number(seconds);
    },
    ignoredFields: (operation) =>
      ['x-ignored-fields', 'x-ignored-parameters'].flatMap(
        (name) => latestOf(operation, name)?.split(', ').map(decodeURIComponent) ?? [],
      ),
    etag: (operation) => latestOf(operation, 'etag'),
    addressWarning: (operation = 'placeOrder') =>
      latestOf(operation, 'x-address-warning') as AddressWarning,
  };
}

type Api = ReturnType<typeof apiOf>;
type Pages = 'productPages' | 'stockPages' | 'changePages' | 'orderPages';
type OfLatest = 'pollSeconds' | 'ignoredFields' | 'etag' | 'addressWarning';
type Calls = Omit<StoreClient, Pages | OfLatest>;
/** The answer to the call of an operation, or a StoreApiError. */
type Answered = <Data>(
  operation: OperationId,
  call: Promise<Result<Data>>,
) => Promise<Answer<Data>>;

// oxlint-disable-next-line typescript/explicit-function-return-type -- the generator's type has no shorter name
function apiOf({ baseUrl, token, domain, cache, fetch, retry }: StoreClientOptions) {
  assertHeaderValue('token', token);
  assertHeaderValue('domain', domain);
  const retrying = withRetries(fetch ?? globalThis.fetch, { ...DEFAULT_RETRY, ...retry });
  return createClient<Ops, OperationId, OperationPath, OperationTag>(OPERATIONS, {
    serverUrl: new URL(baseUrl).href,
    errorMode: 'result',
    clientHeader: false,
    auth: { bearer: token, apiKey: { domain } },
    fetch: cache === undefined ? retrying : withEtags(retrying, cache),
  });
}

/** Makes the call of an operation, and returns the data of its answer. */
type DataOf = <Data>(operation: OperationId, call: Promise<Result<Data>>) => Promise<Data>;

function callsOf(api: Api, answered: Answered): Calls {
  const dataOf: DataOf = async (operation, call) => (await answered(operation, call)).data;
  return {
    getMe: (call) => dataOf('getMe', api.getMe({}, call)),
    getWallet: (call) => dataOf('getWallet', api.getWallet({}, call)),
    listProducts: (query, call) => dataOf('listProducts', api.listProducts({ query }, call)),
    getProduct: async (sku, { include, ...call } = {}) => {
      const query = include === undefined ? {} : { include };
      return dataOf('getProduct', api.getProduct({ path: { sku: segment(sku) }, query }, call));
    },
    listChanges: (query, call) => dataOf('listChanges', api.listChanges({ query }, call)),
    listStock: (query, call) => dataOf('listStock', api.listStock({ query }, call)),
    getProductStock: async (sku, call) =>
      dataOf('getProductStock', api.getProductStock({ path: { sku: segment(sku) } }, call)),
    getServiceability: (query, call) =>
      dataOf('getServiceability', api.getServiceability({ query }, call)),
    listOrders: (query, call) => dataOf('listOrders', api.listOrders({ query }, call)),
    reconcileOrders: (storeOrderIds, call) => {
      const body = { store_order_ids: storeOrderIds };
      return dataOf('reconcileOrders', api.reconcileOrders({ body }, call));
    },
    quoteOrder: (body, call) => dataOf('quoteOrder', api.quoteOrder({ body }, call)),
    placeOrder: async (body, options) => {
      const { headers, call } = keyed(options);
      return dataOf('placeOrder', api.placeOrder({ body, headers }, call));
    },
    getOrderStatus: async (orderNumber, { include, ...call } = {}) => {
      const path = { order_number: segment(orderNumber) };
      const query = include === undefined ? {} : { include };
      return dataOf('getOrderStatus', api.getOrderStatus({ path, query }, call));
    },
    getOrder: async (orderNumber, call) => {
      const path = { order_number: segment(orderNumber) };
      return tagged(answered('getOrder', api.getOrder({ path }, call)));
    },
    correctOrder: async (orderNumber, body, { ifMatch, ...call } = {}) => {
      const path = { order_number: segment(orderNumber) };
      const headers = ifMatch === undefined ? {} : { 'If-Match': strong('ifMatch', ifMatch) };
      return tagged(answered('correctOrder', api.correctOrder({ path, body, headers }, call)));
    },
    changeShipping: async (orderNumber, body, call) => {
      const path = { order_number: segment(orderNumber) };
      return dataOf('changeShipping', api.changeShipping({ path, body }, call));
    },
    cancelOrder: async (orderNumber, body = {}, call) => {
      const path = { order_number: segment(orderNumber) };
      return dataOf('cancelOrder', api.cancelOrder({ path, body }, call));
    },
    ...callsAfterSale(api, dataOf),
  };
}

/** Makes the calls about what was shipped. */
function callsAfterSale(
  api: Api,
  dataOf: DataOf,
): Pick<
  Calls,
  | 'requestReturn'
  | 'withdrawReturn'
  | 'setReturnTracking'
  | 'answerFailedDelivery'
  | 'listOrderDocuments'
  | 'getDocumentPdf'
> {
  return {
    requestReturn: async (orderNumber, body, options) => {
      const path = { order_number: segment(orderNumber) };
      const { headers, call } = keyed(options);
      return dataOf('requestReturn', api.requestReturn({ path, body, headers }, call));
    },
    withdrawReturn: async (orderNumber, returnId, call) => {
      const path = { order_number: segment(orderNumber), return_id: returnId };
      return dataOf('withdrawReturn', api.withdrawReturn({ path }, call));
    },
    setReturnTracking: async (orderNumber, returnId, body, call) => {
      const path = { order_number: segment(orderNumber), return_id: returnId };
      return dataOf('setReturnTracking', api.setReturnTracking({ path, body }, call));
    },
    answerFailedDelivery: async (orderNumber, shipmentId, body, options) => {
      const path = { order_number: segment(orderNumber), shipment_id: shipmentId };
      const { headers, call } = keyed(options);
      return dataOf(
        'answerFailedDelivery',
        api.answerFailedDelivery({ path, body, headers }, call),
      );
    },
    listOrderDocuments: async (orderNumber, call) => {
      const path = { order_number: segment(orderNumber) };
      return dataOf('listOrderDocuments', api.listOrderDocuments({ path }, call));
    },
    getDocumentPdf: (id, call) =>
      dataOf('getDocumentPdf', api.getDocumentPdf({ path: { id } }, call)),
  };
}

async function tagged(answer: Promise<Answer<WholeOrderAnswerDto>>): Promise<TaggedOrder> {
  const { data, headers } = await answer;
  return { ...data, etag: headers.get('etag') ?? '' };
}

function pagesOf(api: Api, answered: Answered, calls: Calls): Pick<StoreClient, Pages> {
  return {
    async *productPages(filters, call) {
      const asked = { limit: PRODUCTS_PER_PAGE, ...filters };
      for (let more = true; more; more = asked.cursor !== null) {
        const list = await answered('listProducts', api.listProducts({ query: asked }, call));
        yield list.data;
        const [, next] = /<([^>]*)>; rel="next"/.exec(list.headers.get('link') ?? '') ?? [];
        const query = next?.slice(next.indexOf('?'));
        asked.cursor = new URLSearchParams(query).get('cursor');
      }
    },
    async *stockPages(query, call) {
      const asked = { ...query };
      for (let more = true; more; more = asked.cursor !== null) {
        const page = await calls.listStock(asked, call);
        yield page;
        asked.cursor = page.next_cursor;
      }
    },
    async *changePages(query, call) {
      const asked = { ...query };
      for (let more = true; more;) {
        const page = await calls.listChanges(asked, call);
        yield page;
        asked.since = page.next_cursor;
        more = page.has_more;
      }
    },
    async *orderPages(query, call) {
      const asked = { ...query };
      for (let more = true; more;) {
        const page = await calls.listOrders(asked, call);
        yield page;
        asked.cursor = page.next_cursor;
        more = page.has_more;
      }
    },
  };
}

const PRODUCTS_PER_PAGE = 500;
