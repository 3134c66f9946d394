import { feesOf } from '../../../src/money/gateway/sandbox/sandbox-fees.js';
import { GatewaySettlementsService } from '../../../src/money/gateway/settlements/gateway-settlements.service.js';
import type { TestApp } from '../../support/app.js';
import { GatewayJobs, Payer, paymentOf, sandboxAccount } from '../../support/shop/checkouts.js';
import { chosen, type Drawn, type MoneyDesk, type NamedStep, type Party } from './money-desk.js';
import { utr } from '../../support/money/bank.js';

/** A payment at the gateway, and the amounts taken from it. */
interface BookedPayment {
  receiptId: number;
  paymentId: string;
  party: Party;
  paise: number;
  refunded: number;
  /** The open dispute, or null. */
  dispute: string | null;
  wasDisputed: boolean;
}

/** A refund to source that has not ended. */
interface PendingRefund {
  id: string;
  payment: BookedPayment;
  paise: number;
}

/** Money at the gateway, which the sandbox simulates. */
export class GatewayHistory {
  private readonly payments: BookedPayment[] = [];
  private readonly pending: PendingRefund[] = [];
  /** Movements of the next settlement. */
  private unsettled: { paise: number; isPayment: boolean }[] = [];
  private readonly jobs: GatewayJobs;

  constructor(
    private readonly desk: MoneyDesk,
    private readonly app: TestApp,
  ) {
    this.jobs = new GatewayJobs(app);
  }

  steps(): NamedStep[] {
    return [
      [2, 'the gateway takes a payment', (drawn) => this.pay(drawn)],
      [2, 'a payment is refunded to its source', (drawn) => this.refund(drawn)],
      [2, 'a refund ends', (drawn) => this.endRefund(drawn)],
      [1, 'a payment is refunded outside', (drawn) => this.refundOutside(drawn)],
      [1, 'a payment is disputed', (drawn) => this.openDispute(drawn)],
      [1, 'a dispute ends', (drawn) => this.endDispute(drawn)],
      [1, 'the gateway settles', () => this.settle()],
    ];
  }

  private async pay(drawn: Drawn): Promise<void> {
    const party = this.desk.party(drawn);
    const paise = drawn.paise + 100;
    const payer = await Payer.of(this.app, party.shop.client);
    await payer.payAt(await payer.open(paise / 100));
    await this.jobs.deliverNotices();
    this.desk.book.credit(party, paise, 'gateway');
    const { id: receiptId } = await this.app.row<{ id: number }>`
      SELECT max(id) AS id FROM receipts WHERE source = 'gateway'`;
    const paymentId = await paymentOf(this.app, receiptId);
    this.payments.push({
      receiptId,
      paymentId,
      party,
      paise,
      refunded: 0,
      dispute: null,
      wasDisputed: false,
    });
    this.unsettled.push({ paise, isPayment: true });
  }

  /** Requests a refund to source, and sends it. */
  private async refund({ which, paise: wanted }: Drawn): Promise<void> {
    const payment = chosen(this.refundable(), which);
    if (payment === undefined) return;
    const paise = Math.min(wanted, payment.paise - payment.refunded);
    const body = { amount: paise / 100, reference: utr(), reason: 'history' };
    const path = `receipts/${payment.receiptId}/refunds`;
    const { status, text } = await this.desk.admin('post', path, body);
    const isDone = this.desk.book.debit(payment.party, paise, 'gateway');
    expect([status, text]).toEqual([isDone ? 201 : 409, expect.anything()]);
    if (!isDone) return;
    await this.jobs.sendRefunds();
    const { id } = await this.app.row<{ id: string }>`
      SELECT gateway_refund_id AS id FROM gateway_refunds WHERE reference = ${body.reference}`;
    payment.refunded += paise;
    this.pending.push({ id, payment, paise });
    this.unsettled.push({ paise: -paise, isPayment: false });
  }

  /** Ends a refund. Every second one fails and returns to the wallet. */
  private async endRefund({ which }: Drawn): Promise<void> {
    const refund = chosen(this.pending, which);
    if (refund === undefined) return;
    this.pending.splice(this.pending.indexOf(refund), 1);
    const isFailed = which % 2 === 0;
    await sandboxAccount(this.app).endRefund(refund.id, isFailed ? 'failed' : 'processed');
    await this.jobs.deliverNotices();
    if (!isFailed) return;
    const { payment, paise } = refund;
    payment.refunded -= paise;
    this.desk.book.credit(payment.party, paise, 'gateway');
    this.unsettled.push({ paise, isPayment: false });
  }

  private async refundOutside({ which, paise: wanted }: Drawn): Promise<void> {
    const payment = chosen(this.refundable(), which);
    if (payment === undefined) return;
    const paise = Math.min(wanted, payment.paise - payment.refunded);
    expect(await sandboxAccount(this.app).refundOutside(payment.paymentId, paise)).not.toBeNull();
    await this.jobs.deliverNotices();
    this.desk.book.takeBack(payment.party, paise, 'gateway');
    payment.refunded += paise;
    this.unsettled.push({ paise: -paise, isPayment: false });
  }

  /** Opens a dispute about a payment without refunds. */
  private async openDispute({ which }: Drawn): Promise<void> {
    const payment = chosen(
      this.payments.filter(({ refunded, wasDisputed }) => refunded === 0 && !wasDisputed),
      which,
    );
    if (payment === undefined) return;
    payment.dispute = await sandboxAccount(this.app).openDispute(payment.paymentId, true);
    payment.wasDisputed = true;
    await this.jobs.deliverNotices();
    this.desk.book.takeBack(payment.party, payment.paise, 'gateway');
    this.unsettled.push({ paise: -payment.paise, isPayment: false });
  }

  /** Ends a dispute; every second one is won. */
  private async endDispute({ which }: Drawn): Promise<void> {
    const payment = chosen(
      this.payments.filter(({ dispute }) => dispute !== null),
      which,
    );
    if (payment === undefined) return;
    const isWon = which % 2 === 0;
    await sandboxAccount(this.app).endDispute(payment.dispute!, isWon ? 'won' : 'lost');
    await this.jobs.deliverNotices();
    payment.dispute = null;
    if (!isWon) return;
    this.desk.book.credit(payment.party, payment.paise, 'gateway');
    this.unsettled.push({ paise: payment.paise, isPayment: false });
  }

  /** Lets the gateway pay out its balance, less its fees. */
  private async settle(): Promise<void> {
    const fees = this.unsettled
      .filter(({ isPayment }) => isPayment)
      .map(({ paise }) => feesOf(paise));
    const [fee, tax] = [sum(fees.map((one) => one.feeMinor)), sum(fees.map((one) => one.taxMinor))];
    const net = sum(this.unsettled.map(({ paise }) => paise)) - fee - tax;
    const id = await sandboxAccount(this.app).settleNow();
    expect([net, id !== null]).toEqual([net, net > 0]);
    if (id === null) return;
    await this.app.service(GatewaySettlementsService).checkAll();
    this.unsettled = [];
    this.desk.book.move('gateway', -net - fee - tax);
    this.desk.book.move('bank', net);
    this.desk.book.move('gateway_fees', fee);
    this.desk.book.move('gateway_tax', tax);
  }

  private refundable(): BookedPayment[] {
    return this.payments.filter(
      ({ paise, refunded, wasDisputed }) => refunded < paise && !wasDisputed,
    );
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
