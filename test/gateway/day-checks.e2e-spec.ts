import { DayChecksService } from '../../src/money/gateway/day-checks/day-checks.service.js';
import { GatewayUnknown } from '../../src/money/gateway/gateway-errors.js';
import { PAYMENT_GATEWAY, type PaymentGateway } from '../../src/money/gateway/payment-gateway.js';
import {
  givenPayerForEachTest,
  jobs,
  paidReceipt,
  payer,
  paymentOf,
  sandboxAccount,
  stopGatewayJobs,
} from '../support/shop/checkouts.js';
import { balance, app, read, startForEachTest } from '../support/money/suite.js';
import { inDays } from '../support/time.js';

let gateway: PaymentGateway;
let listPayments: PaymentGateway['listPayments'];
startForEachTest(stopGatewayJobs);
givenPayerForEachTest();
beforeEach(() => {
  gateway = app.nest.get<PaymentGateway>(PAYMENT_GATEWAY);
  listPayments = gateway.listPayments.bind(gateway);
});

/** Makes the gateway answer nothing about an order of its own. */
const silence = (orderId: string): void => {
  gateway.listPayments = (id) =>
    id === orderId ? Promise.reject(new GatewayUnknown('no answer')) : listPayments(id);
};
const check = (now: Date) => app.service(DayChecksService).checkYesterday(now);
const days = () => read<{ day: string }[]>('gateway/days');

describe('the check of a day', () => {
  it('is of the day before in India, and made once', async () => {
    const now = new Date('2027-01-10T20:00:00Z');
    await check(now);
    const [first] = await days();
    expect(first).toMatchObject({ day: '2027-01-10', checked: 0 });
    await check(now);
    expect(await days()).toEqual([first]);
  });

  it('goes on where the gateway does not answer about one payment', async () => {
    const [silent, heard] = [await payer.open(100), await payer.open(200)];
    for (const checkout of [silent, heard]) await payer.payAt(checkout);
    silence(silent.gateway.order_id);
    await check(inDays(1));
    expect(await days()).toMatchObject([
      { checked: 1, failed: 1, found: 1, found_amount: 200, finished_at: expect.any(String) },
    ]);
    expect(await balance()).toBe(200);
  });

  it('finds a refund of the days before whose notice was lost, and asks no more for it', async () => {
    const receipt = await paidReceipt(500);
    await sandboxAccount(app).refundOutside(await paymentOf(app, receipt), 20_000);
    await app.dataSource.query('DELETE FROM sandbox_notices');
    await check(inDays(2));
    expect(await balance()).toBe(300);
    gateway.getRefund = (id) => Promise.reject(new Error(`asked for ${id}`));
    await check(inDays(3));
  });

  it('does not take a fault of the service for a silent gateway', async () => {
    const list = gateway.listRefunds.bind(gateway);
    gateway.listRefunds = () => Promise.reject(new TypeError('a fault'));
    await expect(check(inDays(1))).rejects.toThrow(new TypeError('a fault'));
    gateway.listRefunds = list;
  });
});

it('a notice that the gateway does not answer about is handled again later', async () => {
  const checkout = await payer.open(100);
  await payer.payAt(checkout);
  await jobs.sendNotices();
  silence(checkout.gateway.order_id);
  await jobs.handleNotices();
  expect(await balance()).toBe(0);
  gateway.listPayments = listPayments;
  await app.sql`UPDATE gateway_notices SET due_at = now() WHERE due_at IS NOT NULL`;
  await jobs.handleNotices();
  expect(await balance()).toBe(100);
});
