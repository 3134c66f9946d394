import type { TransferDto } from '../../../src/money/bank-transfers/bank-transfers.dto.js';
import { OPERATOR, type TestApp } from '../app.js';
import { waitingFor } from './approvers.js';
import { BankAdmin, utr } from './bank.js';
import { givenGatewayReceipt, Payer } from '../shop/checkouts.js';
import { givenProduct, SHIPMENT, unique } from '../shop/given.js';
import { SAME_ORIGIN, TestBrowser, type BrowserAnswer } from '../shop/people.js';
import { givenLines } from '../shop/order-actions.js';
import { givenShop, type Shop } from '../shop/shop.js';

/** A call that moves money: its path and its body. A text is a CSV file. */
export interface IdempotentRequest {
  path: string;
  body: object | string;
}

/** Returns true if an answer is the repetition of an earlier one. */
export function isReplayed({ headers }: BrowserAnswer): boolean {
  return headers['idempotent-replayed'] === 'true';
}

/** A client with two members, an operator, and the calls of these people and the admin token that move its money. */
export class MoneyCallers {
  private constructor(
    readonly app: TestApp,
    readonly admin: BankAdmin,
    readonly shop: Shop,
    readonly operator: TestBrowser,
    readonly member: TestBrowser,
    readonly colleague: TestBrowser,
  ) {}

  static async given(app: TestApp): Promise<MoneyCallers> {
    const shop = await givenShop(app);
    const operator = await TestBrowser.ofOperator(app);
    const member = await TestBrowser.ofMember(app, shop.client);
    const colleague = await TestBrowser.ofMember(app, shop.client);
    return new MoneyCallers(app, new BankAdmin(app), shop, operator, member, colleague);
  }

  async sendAsAdmin(call: IdempotentRequest, key: string | null): Promise<BrowserAnswer> {
    return this.send(call, OPERATOR, key);
  }

  async sendIn(
    browser: TestBrowser,
    call: IdempotentRequest,
    key: string | null,
  ): Promise<BrowserAnswer> {
    return this.send(call, { Cookie: browser.cookie ?? '', ...SAME_ORIGIN }, key);
  }

  async balance(): Promise<number> {
    return this.admin.walletBalance(this.shop.client);
  }

  /** Places an order of units at 100.00 each, with 10.00 delivery; returns its number. */
  async place(quantity = 1): Promise<string> {
    return this.shop.placeNew(quantity);
  }

  async givenPaidOrder(quantity = 1): Promise<string> {
    return (await givenLines(this.shop, [quantity], 'pay')).order;
  }

  async givenReturnedOrder(): Promise<string> {
    return (await givenLines(this.shop, [1], 'pay', 'ship', 'return')).order;
  }

  /** Fills the wallet. Returns the id of the receipt. */
  async givenMoney(amount = 1_000): Promise<number> {
    return (await this.admin.receipts.record(this.shop.client.id, amount)).id;
  }

  /** Makes a line of a bank statement and returns its id. */
  async givenLine(amount: number, reference?: string): Promise<number> {
    const description = amount < 0 ? 'SMS CHARGES' : 'NEFT';
    return (await this.admin.givenLine(amount, description, reference)).id;
  }

  /** Makes an adjustment that another operator proposed, and returns its id. */
  async givenProposal(): Promise<number> {
    const path = `clients/${this.shop.client.id}/wallet/adjustments`;
    const browser = await TestBrowser.ofOperator(this.app);
    const { body } = await browser.admin('post', path, { amount: 50, reason: 'Typo' });
    return (body.data as { id: number }).id;
  }

  /** Records a receipt by another operator, and returns the id of its approval. */
  async givenWaitingReceipt(): Promise<number> {
    const browser = await TestBrowser.ofOperator(this.app);
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
    return givenGatewayReceipt(payer, this.admin, this.shop, 300);
  }

  private async send(
    { path, body }: IdempotentRequest,
    caller: Record<string, string>,
    key: string | null,
  ): Promise<BrowserAnswer> {
    const sent =
      typeof body === 'string'
        ? this.app.sendRaw('post', path, {}, body, 'text/csv')
        : this.app.post(path, {}, body);
    return sent.set({ ...caller, ...(key !== null && { 'Idempotency-Key': key }) });
  }
}

/** The body of a call, and the ids in its path. */
type Row = [body: object | string, ...ids: (string | number)[]];

/** Inputs for every route that moves money: the ids in its path, and the body. */
const ROWS: Record<string, (callers: MoneyCallers) => Row | Promise<Row>> = {
  '/admin/receipts': ({ shop: { client } }) => [
    { client_id: client.id, source: 'cash', reference: unique('C'), amount: 20 },
  ],
  '/admin/receipts/:id/reverse': async (by) => [{ reason: 'Bounced' }, await by.givenMoney()],
  '/admin/receipts/:id/refunds': async (by) => [
    { amount: 10, reference: unique('R'), reason: 'Mistake' },
    await by.givenGatewayReceipt(),
  ],
  '/admin/orders/:order_number/payments': async (by) => [{ method: 'cash' }, await by.place()],
  '/admin/orders/:order_number/cancel': async (by) => [
    { reason: 'Sold out' },
    await by.givenPaidOrder(),
  ],
  '/admin/orders/:order_number/shipments': async (by) => [
    { ...SHIPMENT, items: [{ line: 1, quantity: 1 }] },
    await by.givenPaidOrder(2),
  ],
  '/admin/products/:sku/stock/adjustments': async ({ app }) => [
    { delta: -2, reason: 'damaged' },
    (await givenProduct(app)).sku,
  ],
  '/admin/orders/:order_number/close': async (by) => {
    const order = await by.givenPaidOrder(2);
    await by.admin.orders.ship(order, { items: [{ line: 1, quantity: 1 }] });
    return [{ reason: 'Sold out' }, order];
  },
  '/admin/orders/:order_number/refunds': async (by) => [
    { amount: 20, reason: 'Broken' },
    await by.givenReturnedOrder(),
  ],
  '/admin/clients/:id/wallet/payouts': async (by) => {
    await by.givenMoney();
    return [{ amount: 100, reference: unique('OUT') }, by.shop.client.id];
  },
  '/admin/clients/:id/wallet/adjustments': ({ shop: { client } }) => [
    { amount: 50, reason: 'Typo' },
    client.id,
  ],
  '/admin/adjustments/:id/approve': async (by) => [{}, await by.givenProposal()],
  '/admin/adjustments/:id/reject': async (by) => [{}, await by.givenProposal()],
  '/admin/approvals/:id/approve': async (by) => [{}, await by.givenWaitingReceipt()],
  '/admin/approvals/:id/reject': async (by) => [
    { reason: 'Wrong amount' },
    await by.givenWaitingReceipt(),
  ],
  '/admin/transfers/confirm': async (by) => [{ ids: [(await by.givenClaim()).id] }],
  '/admin/transfers/:id/reject': async (by) => [
    { reason: 'Not on the statement' },
    (await by.givenClaim()).id,
  ],
  '/admin/transfers/match': async (by) => [
    `date,utr,credit\n21/11/26,${(await by.givenClaim()).utr},500.00\n`,
  ],
  '/admin/bank-accounts/:id/opening': async ({ admin }) => [
    { date: '2026-11-21', balance: 1_000 },
    (await admin.accounts.default()).id,
  ],
  '/admin/bank-lines/:id/credit': async (by) => [
    { client_id: by.shop.client.id },
    await by.givenLine(500),
  ],
  '/admin/bank-lines/:id/return': async (by) => {
    const reference = utr();
    const receipt = await by.admin.receipts.record(by.shop.client.id, 500, { reference });
    return [{ receipt_id: receipt.id }, await by.givenLine(-500, reference)];
  },
  '/admin/bank-lines/:id/charge': async (by) => [{}, await by.givenLine(-5)],
  '/admin/bank-lines/:id/book': async (by) => [
    { other_account_id: await by.admin.others.idOf('Expenses') },
    await by.givenLine(-5),
  ],
  '/admin/bank-lines/:id/undo': async (by) => {
    const id = await by.givenLine(-5);
    await by.admin.lines.charge(id);
    return [{ reason: 'It was rent' }, id];
  },
  '/admin/bank-lines/:id/suspense': async (by) => [{}, await by.givenLine(500)],
  '/admin/bank-lines/:id/ignore': async (by) => [{ reason: 'Our own' }, await by.givenLine(500)],
  '/admin/orders/pay-from-wallets': async (by) => {
    await by.givenMoney();
    return [{ order_numbers: [await by.place(), await by.place()] }];
  },
  '/dashboard/api/orders/pay': async (by) => {
    await by.givenMoney();
    return [{ order_numbers: [await by.place(), await by.place()] }];
  },
  '/dashboard/api/orders/:order_number/cancel': async (by) => [{}, await by.givenPaidOrder()],
  '/dashboard/api/wallet/transfers': () => [
    { utr: unique('UTR-2026'), amount: 70, date: '2026-11-21' },
  ],
  '/dashboard/api/checkouts': () => [{ amount: 75 }],
};

export const MONEY_ROUTES = Object.keys(ROWS).map((path) => `POST ${path}`);

export async function moneyRequest(
  route: string,
  callers: MoneyCallers,
): Promise<IdempotentRequest> {
  const pattern = route.replace('POST ', '');
  const [body, ...ids] = await ROWS[pattern]!(callers);
  return { path: pattern.replaceAll(/:\w+/g, () => String(ids.shift())), body };
}
