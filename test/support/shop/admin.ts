import type { Ops } from '../../../web/src/api/generated/admin-types.js';
import { ApiCalls, type Answer, type Id } from '../api-calls.js';
import { OPERATOR, type TestApp } from '../app.js';
import { type Call, type Query, withQuery } from '../call.js';
import { RETURN_ADDRESS, SHIPMENT, unique } from './given.js';

/** Part of the answer of an operation for operators. */
export type AdminAnswer<N extends keyof Ops> = Answer<Ops[N]['result']>;

/** An operator, and all calls of operators to an instance of the service. */
export class Admin extends ApiCalls<Ops> {
  constructor(app: TestApp) {
    super(app, 'admin-api.json', OPERATOR);
  }

  readonly orders = {
    list: this.of('listOrders'),
    /** Lists paid orders with their units that are left to ship. */
    pickList: this.of('listOrdersToPick'),
    /** Tells what a scanned text is. */
    scan: (text: string) => this.call('readScan', { text }),
    get: this.of('getOrder'),
    /** Records that an order was paid; by bank transfer unless a test says otherwise. */
    pay: this.of('recordPayment', { method: 'bank_transfer' }),
    payFromWallets: (...orders: string[]) => this.call('payFromWallets', { order_numbers: orders }),
    previewFromWallets: (...orders: string[]) =>
      this.call('previewFromWallets', { order_numbers: orders }),
    /** Ships all that is left of an order, unless a test names items. */
    ship: this.of('createShipment', SHIPMENT),
    deliver: this.of('markOrderDelivered'),
    return: this.of('markOrderReturned'),
    recordReturn: (order: string, items: object[], reason = 'Refused') =>
      this.call('recordReturn', order, { items, reason }),
    /** Accepts a return to an address of the test. */
    acceptReturn: this.of('acceptReturn', { return_address: RETURN_ADDRESS }),
    returnPlace: this.of('getReturnPlace'),
    putReturnPlace: this.of('putReturnPlace'),
    declineReturn: (order: string, id: number, reason = 'It was opened') =>
      this.call('declineReturn', order, id, { reason }),
    inspect: (order: string, items: object[]) => this.call('inspectReturn', order, { items }),
    cancel: this.of('cancelOrder'),
    close: this.of('closeOrder', { reason: 'Sold out' }),
    /** Refunds all that is left, unless a test names an amount. */
    refund: this.of('refundOrder', { reason: 'Broken' }),
    previewRefund: this.of('previewRefund'),
    correctAddress: this.of('correctOrderAddress'),
    correctShipment: this.of('correctShipment'),
    packingRules: this.of('getPackingRules'),
    /** Says whether articles are counted before they are shipped. */
    checkArticles: (check_articles: string) => this.call('putPackingRules', { check_articles }),
  };

  /** Orders that staff place for a client. */
  readonly phoneOrders = {
    products: this.partOf('listProductsOfClient', ({ data }) => data),
    recipients: this.of('listRecipients'),
    reachedLimits: this.of('listReachedLimits'),
    quote: this.of('quoteForClient'),
    place: this.of('placeForClient'),
  };

  readonly wallets = {
    entries: this.of('listWalletEntries'),
    statement: (clientId: Id, month: string) =>
      this.call('getWalletStatement', clientId, { month }),
    payOut: (clientId: Id, amount: number, rest: object = {}) =>
      this.call('recordPayout', clientId, { amount, reference: unique('OUT'), ...rest }),
    autoPay: this.of('getAutoPay'),
    putAutoPay: this.of('putAutoPay'),
  };

  readonly adjustments = {
    list: this.of('listAdjustments'),
    propose: (clientId: Id, amount: number, rest: object = {}) =>
      this.call('proposeAdjustment', clientId, { amount, reason: 'Typo', ...rest }),
    approve: this.of('approveAdjustment'),
    reject: this.of('rejectAdjustment'),
    /** Proposes an adjustment, and approves it. */
    make: async (clientId: Id, amount: number) =>
      this.adjustments.approve((await this.adjustments.propose(clientId, amount)).id),
  };

  readonly reports = {
    day: this.of('getDayReport'),
    month: (month: string) => this.call('getMonthReport', { month }),
    /** Reads the wallets of all clients in a month. */
    clients: (month: string) => this.call('listMonthOfClients', { month, limit: 500 }),
  };

  readonly receipts = {
    reverse: this.of('reverseReceipt', { reason: 'Bounced' }),
    list: this.of('listReceipts'),
    /** Records money of a client; from the bank and with a new reference unless a test says otherwise. */
    record: (clientId: Id, amount: number, rest: object = {}) =>
      this.call('recordReceipt', {
        client_id: clientId,
        source: 'bank',
        reference: unique('UTR'),
        amount,
        ...rest,
      }),
  };

  /** Purchases on account. */
  readonly credit = {
    terms: this.of('getCreditTerms'),
    /** Lets a client buy on account: up to 1,000, due in 30 days and on hold 15 days later, unless a test says otherwise. */
    putTerms: this.of('putCreditTerms', {
      credit_limit: 1_000,
      payment_days: 30,
      overdue_days: 15,
    }),
    items: this.of('listOpenItems'),
    ageing: this.of('getAgeing'),
    /** Lists the clients with debts. */
    clients: this.of('listAgeingOfClients'),
  };

  readonly products = {
    list: this.of('listProducts'),
    get: this.of('getProduct'),
    /** Adds a tumbler at 240.00 with 30.00 delivery, unless a test says otherwise. */
    create: this.of('createProduct', () => ({
      sku: unique('NEW'),
      name: 'Tumbler',
      base_price: 240,
      delivery_charge: 30,
    })),
    change: this.of('updateProduct'),
  };

  readonly stock = {
    get: this.of('listStockLevels'),
    movements: this.of('listStockMovements'),
    /** Sets the units on hand to a counted number. */
    count: this.of('setStock'),
    adjust: this.of('adjustStock', { reason: 'counted' }),
  };

  readonly counts = {
    /** Lists levels of all products. */
    overview: this.of('listStockOverview'),
    sheet: (query?: Query) => this.file('stock/count-sheet', query),
    applySheet: (lines: readonly string[], query?: Query) =>
      this.upload('countStock', lines.join('\r\n'), query),
  };

  readonly priceLists = {
    list: this.of('listPriceLists'),
    get: this.of('getPriceList'),
    prices: this.of('listPriceListPrices'),
    /** Makes a draft of a plan's prices changed by a percentage. */
    create: (plan: string, percent: unknown, rest: object = {}) =>
      this.call('createPriceList', { plan, percent, ...rest }),
    /** Makes a draft of the lines of a file. */
    import: (plan: string, ...lines: string[]) =>
      this.upload('importPriceList', lines.join('\r\n'), { plan }),
    schedule: (id: Id, from?: string) =>
      this.call('schedulePriceList', id, { effective_from: from }),
    withdraw: this.of('withdrawPriceList'),
    previewDiscount: (plan: string, percent: number) =>
      this.call('previewPlanDiscount', plan, { discount_percent: percent }),
  };

  readonly plans = {
    list: this.of('listPlans'),
    create: this.of('createPlan'),
    change: this.of('updatePlan'),
    setPrice: (plan: string, sku: string, price: unknown) =>
      this.call('setPlanPrice', plan, sku, { wholesale_price: price }),
    schedulePrice: (plan: string, sku: string, price: unknown, from: string) =>
      this.call('setPlanPrice', plan, sku, { wholesale_price: price, effective_from: from }),
    removePrice: this.of('deletePlanPrice'),
  };

  readonly clients = {
    list: this.of('listClients'),
    get: this.of('getClient'),
    create: this.of('createClient_2', () => ({
      name: unique('Client'),
      email: `${unique('orders')}@client.example`,
    })),
    change: this.of('updateClient'),
    /** Invites a person as an owner of the client. */
    invite: (id: Id, email: string) => this.call('inviteMember', id, { email, role: 'owner' }),
    failures: this.of('listRequestFailures'),
    subscribe: this.of('setSubscription'),
  };

  readonly tokens = {
    list: this.of('listTokens'),
    /** Lists tokens of all clients. */
    find: this.of('findTokens'),
    create: this.of('createToken'),
    rotate: this.of('rotateToken'),
    revoke: this.of('revokeToken'),
  };

  readonly deliveryZones = {
    list: this.of('listDeliveryZones'),
    /** Replaces all zones. */
    replace: (...zones: object[]) => this.call('replaceDeliveryZones', { zones }),
  };

  readonly couriers = {
    list: this.of('listCouriers'),
    /** Replaces all couriers. */
    replace: (...couriers: object[]) => this.call('replaceCouriers', { couriers }),
  };

  readonly audit = { list: this.of('listAuditEntries') };

  /** Reads today's work. */
  readonly overview = this.of('getOfficeOverview');

  /** Moves the ends of subscriptions to later times. */
  renew(
    ...renewals: { client_id: Id; ends_at: string }[]
  ): Call<AdminAnswer<'renewSubscriptions'>> {
    return this.call('renewSubscriptions', { renewals });
  }

  /** Records that an order was paid, and ships all of it. */
  async sell(order: string): Promise<void> {
    await this.orders.pay(order);
    await this.orders.ship(order);
  }

  async csvText(path: string): Promise<string> {
    const call = this.app.admin('get', path).expect(200);
    return (await call.expect('Content-Type', 'text/csv; charset=utf-8')).text;
  }

  async file(path: string, query?: Query): Promise<string[]> {
    return (await this.csvText(withQuery(path, query))).trimEnd().split('\r\n');
  }

  /** Reads the key, stock and reserved units of every level of a product. */
  async levels(sku: string): Promise<[key: string, onHand: number, reserved: number][]> {
    const { levels } = await this.stock.get(sku);
    return levels.map((level) => [level.variation_key, level.on_hand, level.reserved]);
  }

  /** Counts the units on hand of a product without variations. */
  async onHand(sku: string): Promise<number> {
    return (await this.stock.get(sku)).levels[0]!.on_hand;
  }

  /** Lists the statuses that an order has had, oldest first. */
  async timeline(order: string): Promise<string[]> {
    return (await this.orders.get(order)).timeline.map(({ status }) => status);
  }

  /** Lists the prices that were set for a product, the oldest first. */
  async pricesSet(sku: string): Promise<unknown[]> {
    const { data } = await this.audit.list({ subject: `product ${sku}` });
    const changes = data.filter(({ action }) => action === 'price.set').reverse();
    return changes.map(({ after }) => (after as { price_minor: unknown }).price_minor);
  }

  async walletBalance({ id }: { id: number }): Promise<number> {
    return (await this.clients.get(id)).wallet_balance!;
  }
}
