import type { TransferDto } from '../../../src/money/bank-transfers/bank-transfers.dto.js';
import { OPERATOR, type TestApp } from '../app.js';
import { Admin } from '../shop/admin.js';
import { waitingFor } from './approvers.js';
import { BankAdmin, utr } from './bank.js';
import { checkIntents, Payer } from '../shop/checkouts.js';
import { givenProduct, SHIPMENT, unique } from '../shop/given.js';
import { givenMember, givenOperator, SAME_ORIGIN, TestBrowser } from '../shop/people.js';
import { givenShop, type Shop } from '../shop/shop.js';

/** Parts of an answer that tests of repeated calls look at. */
export interface MoneyAnswer {
  status: number;
  text: string;
  headers: Record<string, unknown>;
  body: { code?: string; data?: unknown; errors?: { field: string; code: string }[] };
}

/** A call that moves money: its path, with its body; a text is a CSV file. */
export interface MoneyCall {
  path: string;
  body: object | string;
}

/** Tells whether an answer is the repetition of an earlier one. */
export function isReplayed({ headers }: MoneyAnswer): boolean {
  return headers['idempotent-replayed'] === 'true';
}

/** A client with two members, an operator, and the calls by which they and the admin token move its money. */
export class MoneyCallers {
  private constructor(
    readonly app: TestApp,
    readonly admin: Admin,
    readonly bank: BankAdmin,
    readonly shop: Shop,
    readonly operator: TestBrowser,
    readonly member: TestBrowser,
    readonly colleague: TestBrowser,
  ) {}

  static async given(app: TestApp): Promise<MoneyCallers> {
    const shop = await givenShop(app);
    const operator = await TestBrowser.signedIn(app, await givenOperator(app));
    const member = await TestBrowser.signedIn(app, await givenMember(app, shop.client));
    const colleague = await TestBrowser.signedIn(app, await givenMember(app, shop.client));
    return new MoneyCallers(
      app,
      new Admin(app),
      new BankAdmin(app),
      shop,
      operator,
      member,
      colleague,
    );
  }

  /** Sends a call with the admin token. */
  async sendAsAdmin(call: MoneyCall, key: string | null): Promise<MoneyAnswer> {
    return this.send(call, OPERATOR, key);
  }

  /** Sends a call from the pages. */
  async sendIn(browser: TestBrowser, call: MoneyCall, key: string | null): Promise<MoneyAnswer> {
    return this.send(call, { Cookie: browser.cookie ?? '', ...SAME_ORIGIN }, key);
  }

  /** Reads the balance of the client's wallet. */
  async balance(): Promise<number> {
    return this.admin.walletBalance(this.shop.client);
  }

  /** Places an order of units at 100.00 each, with 10.00 delivery; returns its number. */
  async place(quantity = 1): Promise<string> {
    return this.shop.orders.place({ sku: (await givenProduct(this.app)).sku, quantity });
  }

  async givenPaidOrder(quantity = 1): Promise<string> {
    const order = await this.place(quantity);
    await this.admin.orders.pay(order);
    return order;
  }

  async givenReturnedOrder(): Promise<string> {
    const order = await this.givenPaidOrder();
    await this.admin.orders.ship(order);
    await this.admin.orders.return(order);
    return order;
  }

  /** Fills the wallet. Returns the id of the receipt. */
  async givenMoney(amount = 1_000): Promise<number> {
    return (await this.admin.receipts.record(this.shop.client.id, amount)).id;
  }

  /** Makes a line of a bank statement and returns its id. */
  async givenLine(amount: number, reference = utr()): Promise<number> {
    const description = amount < 0 ? 'SMS CHARGES' : 'NEFT';
    await this.bank.importRows({ amount, reference, description });
    return (await this.bank.lines.find(reference)).id;
  }

  /** Makes an adjustment that another operator proposed, and returns its id. */
  async givenProposal(): Promise<number> {
    const path = `clients/${this.shop.client.id}/wallet/adjustments`;
    const browser = await TestBrowser.signedIn(this.app, await givenOperator(this.app));
    const { body } = await browser.admin('post', path, { amount: 50, reason: 'Typo' });
    return (body.data as { id: number }).id;
  }

  /** Records a receipt by another operator, and returns the id of its approval. */
  async givenWaitingReceipt(): Promise<number> {
    const browser = await TestBrowser.signedIn(this.app, await givenOperator(this.app));
    const receipt = { source: 'cash', reference: unique('C'), amount: 60_000 };
    const body = { client_id: this.shop.client.id, ...receipt };
    return waitingFor(await browser.admin('post', 'receipts', body)).id;
  }

  async givenClaim(): Promise<TransferDto> {
    const claim = { utr: unique('UTR-2026'), amount: 500, date: '2026-11-21' };
    const { body } = await this.member.call('post', 'wallet/transfers', claim);
    return body.data as TransferDto;
  }

  /** Makes a receipt of 300.00 from the gateway and returns its id. */
  async givenGatewayReceipt(): Promise<number> {
    const payer = await Payer.of(this.app, this.shop.client);
    const checkout = await payer.open(300);
    await payer.returnFrom(checkout, await payer.payAt(checkout));
    await checkIntents(this.app);
    const filter = { client_id: this.shop.client.id, source: 'gateway' };
    return (await this.admin.receipts.list(filter)).data[0]!.id;
  }

  private async send(
    { path, body }: MoneyCall,
    caller: Record<string, string>,
    key: string | null,
  ): Promise<MoneyAnswer> {
    const sent =
      typeof body === 'string'
        ? this.app.sendRaw('post', path, {}, body, 'text/csv')
        : this.app.post(path, {}, body);
    return sent.set({ ...caller, ...(key !== null && { 'Idempotency-Key': key }) });
  }
}

type GivenCall = (callers: MoneyCallers) => Promise<MoneyCall>;

/** Makes a call for every route that moves money. */
export const MONEY_CALLS: Record<string, GivenCall> = {
  'POST /admin/receipts': ({ shop }) =>
    Promise.resolve({
      path: '/admin/receipts',
      body: { client_id: shop.client.id, source: 'cash', reference: unique('C'), amount: 20 },
    }),
  'POST /admin/receipts/:id/reverse': async (callers) => ({
    path: `/admin/receipts/${await callers.givenMoney()}/reverse`,
    body: { reason: 'Bounced' },
  }),
  'POST /admin/receipts/:id/refunds': async (callers) => ({
    path: `/admin/receipts/${await callers.givenGatewayReceipt()}/refunds`,
    body: { amount: 10, reference: unique('R'), reason: 'Mistake' },
  }),
  'POST /admin/orders/:order_number/payments': async (callers) => ({
    path: `/admin/orders/${await callers.place()}/payments`,
    body: { method: 'cash' },
  }),
  'POST /admin/orders/:order_number/cancel': async (callers) => ({
    path: `/admin/orders/${await callers.givenPaidOrder()}/cancel`,
    body: { reason: 'Sold out' },
  }),
  'POST /admin/orders/:order_number/shipments': async (callers) => ({
    path: `/admin/orders/${await callers.givenPaidOrder(2)}/shipments`,
    body: { ...SHIPMENT, items: [{ line: 1, quantity: 1 }] },
  }),
  'POST /admin/orders/:order_number/close': async (callers) => {
    const order = await callers.givenPaidOrder(2);
    await callers.admin.orders.ship(order, { items: [{ line: 1, quantity: 1 }] });
    return { path: `/admin/orders/${order}/close`, body: { reason: 'Sold out' } };
  },
  'POST /admin/orders/:order_number/refunds': async (callers) => ({
    path: `/admin/orders/${await callers.givenReturnedOrder()}/refunds`,
    body: { amount: 20, reason: 'Broken' },
  }),
  'POST /admin/clients/:id/wallet/payouts': async (callers) => {
    await callers.givenMoney();
    const body = { amount: 100, reference: unique('OUT') };
    return { path: `/admin/clients/${callers.shop.client.id}/wallet/payouts`, body };
  },
  'POST /admin/clients/:id/wallet/adjustments': ({ shop }) =>
    Promise.resolve({
      path: `/admin/clients/${shop.client.id}/wallet/adjustments`,
      body: { amount: 50, reason: 'Typo' },
    }),
  'POST /admin/adjustments/:id/approve': async (callers) => ({
    path: `/admin/adjustments/${await callers.givenProposal()}/approve`,
    body: {},
  }),
  'POST /admin/adjustments/:id/reject': async (callers) => ({
    path: `/admin/adjustments/${await callers.givenProposal()}/reject`,
    body: {},
  }),
  'POST /admin/approvals/:id/approve': async (callers) => ({
    path: `/admin/approvals/${await callers.givenWaitingReceipt()}/approve`,
    body: {},
  }),
  'POST /admin/approvals/:id/reject': async (callers) => ({
    path: `/admin/approvals/${await callers.givenWaitingReceipt()}/reject`,
    body: { reason: 'Wrong amount' },
  }),
  'POST /admin/transfers/confirm': async (callers) => ({
    path: '/admin/transfers/confirm',
    body: { ids: [(await callers.givenClaim()).id] },
  }),
  'POST /admin/transfers/:id/reject': async (callers) => ({
    path: `/admin/transfers/${(await callers.givenClaim()).id}/reject`,
    body: { reason: 'Not on the statement' },
  }),
  'POST /admin/transfers/match': async (callers) => {
    const { utr } = await callers.givenClaim();
    return { path: '/admin/transfers/match', body: `date,utr,credit\n21/11/26,${utr},500.00\n` };
  },
  'POST /admin/bank-accounts/:id/opening': async ({ bank }) => ({
    path: `/admin/bank-accounts/${(await bank.accounts.default()).id}/opening`,
    body: { date: '2026-11-21', balance: 1_000 },
  }),
  'POST /admin/bank-lines/:id/credit': async (callers) => ({
    path: `/admin/bank-lines/${await callers.givenLine(500)}/credit`,
    body: { client_id: callers.shop.client.id },
  }),
  'POST /admin/bank-lines/:id/return': async (callers) => {
    const reference = utr();
    const { client } = callers.shop;
    const receipt = await callers.admin.receipts.record(client.id, 500, { reference });
    const id = await callers.givenLine(-500, reference);
    return { path: `/admin/bank-lines/${id}/return`, body: { receipt_id: receipt.id } };
  },
  'POST /admin/bank-lines/:id/charge': async (callers) => ({
    path: `/admin/bank-lines/${await callers.givenLine(-5)}/charge`,
    body: {},
  }),
  'POST /admin/bank-lines/:id/book': async (callers) => ({
    path: `/admin/bank-lines/${await callers.givenLine(-5)}/book`,
    body: { other_account_id: await callers.bank.others.idOf('Expenses') },
  }),
  'POST /admin/bank-lines/:id/undo': async (callers) => {
    const id = await callers.givenLine(-5);
    await callers.bank.lines.charge(id);
    return { path: `/admin/bank-lines/${id}/undo`, body: { reason: 'It was rent' } };
  },
  'POST /admin/bank-lines/:id/suspense': async (callers) => ({
    path: `/admin/bank-lines/${await callers.givenLine(500)}/suspense`,
    body: {},
  }),
  'POST /admin/bank-lines/:id/ignore': async (callers) => ({
    path: `/admin/bank-lines/${await callers.givenLine(500)}/ignore`,
    body: { reason: 'Our own' },
  }),
  'POST /dashboard/api/orders/pay': async (callers) => {
    await callers.givenMoney();
    const body = { order_numbers: [await callers.place(), await callers.place()] };
    return { path: '/dashboard/api/orders/pay', body };
  },
  'POST /dashboard/api/orders/:order_number/cancel': async (callers) => ({
    path: `/dashboard/api/orders/${await callers.givenPaidOrder()}/cancel`,
    body: {},
  }),
  'POST /dashboard/api/wallet/transfers': () =>
    Promise.resolve({
      path: '/dashboard/api/wallet/transfers',
      body: { utr: unique('UTR-2026'), amount: 70, date: '2026-11-21' },
    }),
  'POST /dashboard/api/checkouts': () =>
    Promise.resolve({ path: '/dashboard/api/checkouts', body: { amount: 75 } }),
};
