import type { Response } from 'supertest';
import { databaseError } from '../../../src/platform/database/database-errors.js';
import { OrderExpiryService } from '../../../src/orders/expiry/order-expiry.service.js';
import type { StoreHeaders, TestApp } from '../../support/app.js';
import { Admin, type AdminAnswer } from '../../support/shop/admin.js';
import { headersOf, orderBody } from '../../support/shop/given.js';
import {
  amount,
  Model,
  SHIRT_KEYS,
  type Client,
  type Item,
  type Level,
  type Order,
  type Plan,
  type Product,
  type Units,
} from './model.js';

const LOCK_NOT_AVAILABLE = '55P03';

const REFUSALS = 2;

export const ADJUSTED = 'adjusted';

/** A client of the model as the service knows it. */
interface Account {
  id: number;
  domain: string;
  tokenId: number;
  headers: StoreHeaders;
}

/** Order as operators see it. */
export type OrderRecord = Required<AdminAnswer<'getOrder'>>;

type OrderNumber = Pick<Order, 'number'>;

/** Units on hand by variation key. */
type Stock = ReadonlyMap<string, number>;

/** Fields of a product that operators change, except its stock. */
export type ProductChange = Partial<Pick<Product, 'basePrice' | 'deliveryCharge' | 'active'>>;

/** A shop with its own database and one or more instances of the service, called over HTTP. */
export class Shop {
  private readonly accounts = new Map<Client, Account>();
  private calls = 0;
  private refusals = 0;

  private constructor(private readonly apps: readonly TestApp[]) {}

  /** Opens a shop in an empty database: two clients on two plans; four products, the last with variations. */
  static async open(...apps: TestApp[]): Promise<{ shop: Shop; model: Model }> {
    const shop = new Shop(apps);
    // The ledger's triggers refuse to delete journals; the tests empty it all the same.
    await shop.nextApp().sql`SET session_replication_role = replica;
        UPDATE audit_seal_state SET seq = 0, sha256 = decode(repeat('00', 32), 'hex');
        UPDATE ledger_seal_state SET seq = 0, sha256 = decode(repeat('00', 32), 'hex');
        TRUNCATE audit_entries, audit_seals, ledger_seals, order_positions, orders, order_items, order_status_changes, clients, plans, products CASCADE;
        INSERT INTO ledger_accounts (kind) VALUES ('bank'), ('gateway'), ('sales'), ('adjustments'), ('opening'); RESET session_replication_role;
        UPDATE server_runs SET id = gen_random_uuid()`;
    const plans = [
      { code: 'silver', discountBp: 0, prices: new Map() },
      { code: 'gold', discountBp: 1_250, prices: new Map() },
    ];
    const products = [
      given('A', 24_999, 3_050, { '': 16 }),
      given('B', 332, 0, { '': 14 }),
      given('C', 1, 1_000, { '': 12 }),
      given('D', 10_005, 4_999, Object.fromEntries(SHIRT_KEYS.map((key, n) => [key, 4 * n]))),
    ];
    const clients = plans.map((plan): Client => ({
      plan,
      isSubscribed: true,
      hasToken: true,
      wallet: 0,
    }));
    for (const plan of plans) await shop.addPlan(plan);
    for (const product of products) await shop.addProduct(product);
    for (const client of clients) await shop.addClient(client);
    return { shop, model: new Model(plans, products, clients) };
  }

  place(client: Client, items: readonly Item[], storeOrderId: string | null): Promise<Response> {
    const rest = storeOrderId === null ? {} : { store_order_id: storeOrderId };
    return this.store(client, 'post', 'orders', orderBody([...items], rest));
  }

  pay({ number }: OrderNumber, reference: string | null): Promise<Response> {
    return this.office.orders.pay(number, { method: 'bank', reference }).response();
  }

  cancel({ number }: OrderNumber): Promise<Response> {
    return this.office.orders.cancel(number, { reason: 'model' }).response();
  }

  ship({ number }: OrderNumber, items: readonly Units[] | null, trackingNumber: string) {
    const shipment = { tracking_number: trackingNumber, ...(items !== null && { items }) };
    return this.office.orders.ship(number, shipment).response();
  }

  payFromWallet({ number }: OrderNumber, reference: string | null): Promise<Response> {
    return this.office.orders.pay(number, { method: 'wallet', reference }).response();
  }

  receive(client: Client, paise: number, reference: string, orders: readonly OrderNumber[]) {
    const rest = { reference, orders: orders.map(({ number }) => number) };
    return this.office.receipts.record(this.idOf(client), amount(paise), rest).response();
  }

  payOut(client: Client, paise: number, reference: string): Promise<Response> {
    return this.office.wallets.payOut(this.idOf(client), amount(paise), { reference }).response();
  }

  /** Proposes a correction of a wallet, and approves it. */
  async correct(client: Client, paise: number): Promise<Response> {
    const { id } = await this.office.adjustments.propose(this.idOf(client), paise / 100);
    return this.office.adjustments.approve(id).response();
  }

  /** Reads the money that came in from a client, by its receipts. */
  async receipts(client: Client): Promise<{ amount: number }[]> {
    const query = { limit: 500, client_id: this.idOf(client) };
    return (await this.office.receipts.list(query)).data;
  }

  close({ number }: OrderNumber): Promise<Response> {
    return this.office.orders.close(number).response();
  }

  /** Refunds an order. `paise` null refunds everything that is left. */
  refund({ number }: OrderNumber, paise: number | null, restock: readonly Units[]) {
    const refund = {
      ...(paise !== null && { amount: amount(paise) }),
      ...(restock.length > 0 && { restock }),
    };
    return this.office.orders.refund(number, refund).response();
  }

  finish({ number }: OrderNumber, status: 'delivered' | 'returned'): Promise<Response> {
    const { deliver, return: takeBack } = this.office.orders;
    return (status === 'delivered' ? deliver : takeBack)(number).response();
  }

  /** Makes these orders two days older and expires what is due. */
  async expire(orders: readonly OrderNumber[]): Promise<void> {
    const app = this.nextApp();
    // One at a time: to lock several would be a deadlock with a call that locks them in its order.
    for (const { number } of orders) {
      await app.dataSource.transaction(async (manager) => {
        // What others do to these orders at the same moment may take longer than a request may wait.
        await manager.query('SET LOCAL lock_timeout = 0');
        const older = `UPDATE orders SET created_at = created_at - interval '2 days' WHERE order_number = $1`;
        await manager.query(older, [number]);
      });
    }
    try {
      await app.service(OrderExpiryService).expireUnpaid(24);
    } catch (error) {
      // The job comes again later.
      if (databaseError(error)?.code !== LOCK_NOT_AVAILABLE) throw error;
    }
  }

  adjust({ sku }: Product, variationKey: string, delta: number): Promise<Response> {
    const key = variationKey === '' ? {} : { variation_key: variationKey };
    return this.office.stock.adjust(sku, { delta, reason: ADJUSTED, ...key }).response();
  }

  setStock({ sku }: Product, counted: Stock): Promise<Response> {
    return this.office.stock.count(sku, stockBody(counted)).response();
  }

  setDiscount({ code, discountBp }: Plan): Promise<Response> {
    return this.office.plans.change(code, { discount_percent: amount(discountBp) }).response();
  }

  setPlanPrice({ code, prices }: Plan, { sku }: Product): Promise<Response> {
    const price = prices.get(sku);
    const { plans } = this.office;
    if (price === undefined) return plans.removePrice(code, sku).response();
    return plans.setPrice(code, sku, amount(price)).response();
  }

  changeProduct({ sku }: Product, change: ProductChange): Promise<Response> {
    const { basePrice, deliveryCharge, active } = change;
    const changed = {
      base_price: basePrice && amount(basePrice),
      delivery_charge: deliveryCharge && amount(deliveryCharge),
      active,
    };
    return this.office.products.change(sku, changed).response();
  }

  /** Imports a file of one row with a base price (null: none) and a number on hand. */
  import({ sku }: Product, price: number | null, counted: Stock): Promise<Response> {
    const stock = [...counted].map(([key, quantity]) =>
      key === '' ? quantity : `${key}=${quantity}`,
    );
    const row = [sku, price === null ? '' : amount(price).toFixed(2), stock.join('\n')];
    const cells = row.map((cell) => `"${cell}"`).join(',');
    return this.office.upload('importProducts', `sku,base_price,stock\r\n${cells}\r\n`).response();
  }

  subscribe(client: Client): Promise<Response> {
    const status = client.isSubscribed ? 'active' : 'suspended';
    const subscription = { plan: client.plan.code, status };
    return this.office.clients.subscribe(this.idOf(client), subscription).response();
  }

  revokeToken(client: Client): Promise<Response> {
    return this.office.tokens.revoke(this.account(client).tokenId).response();
  }

  async issueToken(client: Client): Promise<Response> {
    const account = this.account(client);
    const { id, domain } = account;
    const response = await this.office.tokens.create(id, { domain }).response();
    const issued = (response.body as { data: { id: number; token: string } }).data;
    account.tokenId = issued.id;
    account.headers = headersOf(issued.token, domain);
    return response;
  }

  async levels({ sku }: Product): Promise<Record<string, { on_hand: number; reserved: number }>> {
    const { levels } = await this.office.stock.get(sku);
    return Object.fromEntries(levels.map(({ variation_key: key, ...counts }) => [key, counts]));
  }

  async wallets(): Promise<Map<Client, number>> {
    const { data } = await this.office.clients.list();
    const balances = new Map(data.map(({ id, wallet_balance: balance }) => [id, balance]));
    return new Map(
      [...this.accounts].map(([client, { id }]) => [client, balances.get(id) ?? Number.NaN]),
    );
  }

  async orders(): Promise<AdminAnswer<'listOrders'>['data']> {
    return (await this.office.orders.list({ limit: 500 })).data;
  }

  async order({ number }: OrderNumber): Promise<OrderRecord> {
    return (await this.office.orders.get(number)) as OrderRecord;
  }

  async statusOf({ client, number, storeOrderId }: Order): Promise<unknown> {
    return (await this.store(client, 'get', `orders/${storeOrderId ?? number}/status`)).body;
  }

  /** Lists the products a store is shown, at its prices. */
  async shelf(client: Client): Promise<{ sku: string; price: number; stock: number }[]> {
    const { body } = await this.store(client, 'get', 'products');
    const { data } = body as {
      data: { sku: string; stock_qty: number; pricing: { wholesale_price: number } }[];
    };
    return data.map(({ sku, stock_qty, pricing }) => ({
      sku,
      price: pricing.wholesale_price,
      stock: stock_qty,
    }));
  }

  stock(client: Client, { sku }: Product): Promise<Response> {
    return this.store(client, 'get', `products/${sku}/stock`);
  }

  idOf(client: Client): number {
    return this.account(client).id;
  }

  /** Returns true if one more call may be refused: an address has sixty refusals a minute, for all shops. */
  mayBeRefused(): boolean {
    this.refusals += 1;
    return this.refusals <= REFUSALS;
  }

  /** Makes a call of the client's store. */
  store(client: Client, method: 'get' | 'post', path: string, body?: object): Promise<Response> {
    const test = this.nextApp().call(method, `/api/${path}`, this.account(client).headers);
    return (body === undefined ? test : test.send(body)).then((response) => response);
  }

  /** An operator who calls the instance whose turn it is. */
  private get office(): Admin {
    return new Admin(this.nextApp());
  }

  private async addPlan(plan: Plan): Promise<void> {
    const { code } = plan;
    await this.office.plans.create({ code, name: code });
    expect((await this.setDiscount(plan)).status).toBe(200);
  }

  private async addProduct({ sku, basePrice, deliveryCharge, levels }: Product): Promise<void> {
    const variations = [
      { name: 'Size', values: ['M', 'L'] },
      { name: 'Colour', values: ['Red', 'Blue'] },
    ];
    await this.office.products.create({
      sku,
      name: sku,
      base_price: amount(basePrice ?? 0),
      delivery_charge: amount(deliveryCharge),
      ...(!levels.has('') && { variations }),
      ...stockBody(new Map([...levels].map(([key, { onHand }]) => [key, onHand]))),
    });
  }

  private async addClient(client: Client): Promise<void> {
    const { id } = await this.office.clients.create();
    this.accounts.set(client, { id, domain: `store-${id}.example`, tokenId: 0, headers: {} });
    expect((await this.subscribe(client)).status).toBe(200);
    expect((await this.issueToken(client)).status).toBe(201);
  }

  private account(client: Client): Account {
    const account = this.accounts.get(client);
    if (account === undefined) throw new Error('no such client');
    return account;
  }

  private nextApp(): TestApp {
    const app = this.apps[this.calls % this.apps.length];
    this.calls += 1;
    if (app === undefined) throw new Error('no instance');
    return app;
  }
}

function given(
  sku: string,
  basePrice: number,
  deliveryCharge: number,
  stock: Record<string, number>,
): Product {
  const levels = new Map<string, Level>();
  for (const [key, onHand] of Object.entries(stock)) levels.set(key, { onHand, reserved: 0 });
  return { sku, basePrice, deliveryCharge, active: true, levels };
}

function stockBody(stock: Stock): object {
  const plain = stock.get('');
  return plain === undefined
    ? { variation_stocks: Object.fromEntries(stock) }
    : { stock_qty: plain };
}
