import { utr } from '../../support/money/bank.js';
import {
  answered,
  chosen,
  expectStatus,
  paiseOf,
  type Drawn,
  type MoneyDesk,
  type NamedStep,
  type Party,
} from './money-desk.js';
import { overdueOf } from './money-book.js';
import type { OrderAges } from '../../support/money/order-ages.js';

interface BookedOrder {
  number: string;
  place: number;
  party: Party;
  paise: number;
  state: 'unpaid' | 'paid' | 'canceled' | 'expired' | 'over' | 'archived';
}

/** Orders and the money that pays them, payouts and corrections. */
export class OrderHistory {
  private readonly orders: BookedOrder[] = [];

  constructor(
    private readonly desk: MoneyDesk,
    private readonly sku: string,
    private readonly ages: OrderAges,
  ) {}

  steps(): NamedStep[] {
    return [
      [4, 'an order is placed', (drawn) => this.place(drawn)],
      [3, 'an order is paid from the wallet', (drawn) => this.wallet(drawn)],
      [3, 'an order is bought on account', (drawn) => this.account(drawn)],
      [4, 'money is recorded for orders', (drawn) => this.receipt(drawn)],
      [1, 'money is paid out', (drawn) => this.payOut(drawn)],
      [2, 'a wallet is corrected', (drawn) => this.correct(drawn)],
      [2, 'an order is canceled', (drawn) => this.cancel(drawn)],
      [1, 'an order expires', (drawn) => this.expire(drawn)],
      [1, 'an expired order is over', (drawn) => this.over(drawn)],
      [1, 'an order is archived', (drawn) => this.archive(drawn)],
      [1, 'orders bought on account are overdue', (drawn) => this.age(drawn)],
    ];
  }

  private async place({ party, which }: Drawn): Promise<void> {
    const owner = this.desk.parties[party]!;
    const item = { sku: this.sku, quantity: 1 + (which % 3) };
    const response = await answered(() =>
      owner.shop.at(this.desk.app()).orders.place(item).response(),
    );
    expectStatus(response, 201);
    const { body } = response as { body: unknown };
    const { order_number: number, total } = body as { order_number: string; total: number };
    const place = this.orders.length;
    this.orders.push({ number, place, party: owner, paise: paiseOf(total), state: 'unpaid' });
  }

  private async wallet({ which }: Drawn): Promise<void> {
    await this.payOrder(which, 'wallet', ({ party, paise }) =>
      this.desk.book.debit(party, paise, 'sales'),
    );
  }

  private async account({ which }: Drawn): Promise<void> {
    await this.payOrder(which, 'credit', ({ party, paise, place }) =>
      this.desk.book.debitOnAccount(party, paise, place),
    );
  }

  /** Records money, for up to three orders of the client, which may have ended. */
  private async receipt({ party: index, which, paise }: Drawn): Promise<void> {
    const party = this.desk.parties[index]!;
    const account = which % 4 === 0 ? 'cash' : 'bank';
    const own = this.orders.filter((order) => order.party === party);
    const meant = own.slice(-1 - (which % 12)).slice(0, which % 4);
    const reference = utr();
    const answer = await this.desk.admin('post', 'receipts', {
      client_id: party.shop.client.id,
      source: account,
      reference,
      amount: paise / 100,
      orders: meant.map(({ number }) => number),
    });
    if (this.desk.isAskedAbout(answer, paise, 'bank_line')) return;
    expectStatus(answer, 201);
    this.bookReceipt(party, paise, account, meant);
    const { id } = (answer.body as { data: { id: number } }).data;
    this.desk.keep({ id, party, paise, account, reference });
  }

  private async payOut({ party: index, paise }: Drawn): Promise<void> {
    const party = this.desk.parties[index]!;
    const path = `clients/${party.shop.client.id}/wallet/payouts`;
    const body = { amount: paise / 100, reference: utr() };
    const { status } = await this.desk.admin('post', path, body);
    expect(status).toBe(this.desk.book.debit(party, paise, 'bank') ? 201 : 409);
  }

  /** Corrects a wallet. An increase writes off the client's debt. */
  private async correct({ party: index, which, paise }: Drawn): Promise<void> {
    const party = this.desk.parties[index]!;
    const isUp = which % 2 === 0;
    const path = `clients/${party.shop.client.id}/wallet/adjustments`;
    const proposal = { amount: (isUp ? paise : -paise) / 100, reason: 'history' };
    const { body } = await this.desk.admin('post', path, proposal);
    const { id } = (body as { data: { id: number } }).data;
    const { status } = await this.desk.admin('post', `adjustments/${id}/approve`);
    if (isUp) this.desk.book.credit(party, paise, 'adjustments');
    const isDone = isUp || this.desk.book.debit(party, paise, 'adjustments');
    expect(status).toBe(isDone ? 200 : 409);
  }

  private async cancel({ which }: Drawn): Promise<void> {
    const order = chosen(this.orders, which);
    if (order === undefined || order.state === 'archived') return;
    const isLive = order.state === 'unpaid' || order.state === 'paid';
    const path = `orders/${order.number}/cancel`;
    const { status } = await this.desk.admin('post', path, { reason: 'history' });
    expect(status).toBe(isLive ? 200 : 409);
    if (order.state === 'paid') this.desk.book.credit(order.party, order.paise, 'sales');
    if (isLive) order.state = 'canceled';
  }

  private async expire({ which }: Drawn): Promise<void> {
    const order = chosen(this.inState('unpaid'), which);
    if (order === undefined) return;
    await this.ages.expire(order.number);
    order.state = 'expired';
  }

  /** Lets enough time pass that an expired order can no longer be paid. */
  private async over({ which }: Drawn): Promise<void> {
    const order = chosen(this.inState('expired'), which);
    if (order === undefined) return;
    await this.ages.makeOlder(order.number);
    order.state = 'over';
  }

  private async archive({ which }: Drawn): Promise<void> {
    const order = chosen(this.inState('canceled'), which);
    if (order === undefined) return;
    await this.ages.archive(order.number);
    order.state = 'archived';
  }

  /** Lets so much time pass for a client that all its orders bought on account are overdue. */
  private async age({ party: index }: Drawn): Promise<void> {
    const party = this.desk.parties[index]!;
    await this.desk.query(
      `UPDATE credit_items SET due_at = due_at - interval '40 days', created_at = created_at - interval '40 days'
        WHERE client_id = $1`,
      [party.shop.client.id],
    );
    for (const item of party.items) item.aged += 1;
  }

  private async payOrder(
    which: number,
    method: 'wallet' | 'credit',
    pay: (order: BookedOrder) => boolean,
  ): Promise<void> {
    const order = chosen(this.orders, which);
    if (order === undefined || order.state === 'archived') return;
    const { status } = await this.desk.admin('post', `orders/${order.number}/payments`, { method });
    const isPaid = isPayable(order) && pay(order);
    expect([order.state, status]).toEqual([order.state, isPaid ? 201 : 409]);
    if (isPaid) order.state = 'paid';
  }

  /** Books money that was sent for orders. It pays the debt and what is overdue, then these orders as far as possible, then open items. */
  private bookReceipt(
    party: Party,
    paise: number,
    account: 'bank' | 'cash',
    meant: readonly BookedOrder[],
  ): void {
    const overdue = overdueOf(party);
    let left = paise - party.debt - overdue;
    const paid: BookedOrder[] = [];
    for (const order of meant.filter(isPayable)) {
      if (order.paise > left) break;
      left -= order.paise;
      paid.push(order);
    }
    if (paid.length === 0) {
      this.desk.book.credit(party, paise, account);
      return;
    }
    this.desk.book.move(account, paise);
    this.desk.book.payDebt(party, paise);
    this.desk.book.payItems(party, overdue);
    for (const order of paid) {
      this.desk.book.move('sales', -order.paise);
      order.state = 'paid';
    }
    party.wallet += this.desk.book.payItems(party, left);
  }

  private inState(state: BookedOrder['state']): BookedOrder[] {
    return this.orders.filter((order) => order.state === state);
  }
}

function isPayable({ state }: BookedOrder): boolean {
  return state === 'unpaid' || state === 'expired';
}
