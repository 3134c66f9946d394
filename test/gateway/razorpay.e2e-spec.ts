import { jest } from '@jest/globals';
import type { Logger } from 'pino';
import { LOGGER } from '../../src/platform/observability/logger.js';
import { signatureOf } from '../../src/money/gateway/signatures.js';
import { GatewayNoticesService } from '../../src/money/gateway/notices/gateway-notices.service.js';
import { RazorpayApi } from '../../src/money/gateway/razorpay/razorpay-api.js';
import { FakeRazorpay } from '../support/gateways/fake-razorpay.js';
import {
  gateway,
  jobs,
  payer,
  paymentOf,
  refund,
  refundsOf,
  startGatewaySuite,
} from '../support/shop/checkouts.js';
import { admin, app, balance, shop } from '../support/money/suite.js';

const KEYS = { keyId: 'rzp_test_1', keySecret: 'key-secret' };
const WEBHOOK_SECRET = 'webhook-secret-of-a-test';

startGatewaySuite({
  GATEWAY: 'razorpay',
  RAZORPAY_KEY_ID: KEYS.keyId,
  RAZORPAY_KEY_SECRET: KEYS.keySecret,
  RAZORPAY_WEBHOOK_SECRET: WEBHOOK_SECRET,
});
const company = await FakeRazorpay.open();
beforeAll(() => void Object.assign(gateway, { api: new RazorpayApi(KEYS, company.url) }));
afterEach(() => company.recover());
afterAll(() => company.close());

it.each([
  { change: {}, problem: 'status 409: A request with this key is in progress' },
  { change: { keySecret: 'another' }, problem: 'status 401: Authentication failed' },
  { change: { brokenAnswer: '400 {}' }, problem: 'the gateway refused: ' },
])('a refund whose answer was lost is sent again after "$problem"', async (then) => {
  company.pay((await payer.open(500)).gateway.order_id, 'captured');
  await jobs.checkIntents({ isAll: true });
  const { data } = await admin.receipts.list({ client_id: shop.client.id, source: 'gateway' });
  const receipt = data[0]!.id;
  await refund(receipt, 200).expect(201);
  company.isSlow = true;
  await jobs.sendRefunds();
  Object.assign(company, then.change);
  await jobs.sendRefunds({ isAll: true });
  expect(await refundsOf(receipt)).toMatchObject([{ status: 'requested', problem: then.problem }]);
  expect(await balance()).toBe(300);
  company.recover();
  await jobs.sendRefunds({ isAll: true });
  expect(await refundsOf(receipt)).toMatchObject([{ status: 'pending', problem: null }]);
  expect(await gateway.listRefunds({ paymentId: await paymentOf(app, receipt) })).toHaveLength(1);
  expect(await balance()).toBe(300);
});

it('wrong keys open no checkout, end neither a notice nor an intent, and are logged once', async () => {
  const { id, gateway: at } = await payer.open(100);
  company.pay(at.order_id, 'captured');
  const payload = { order: { entity: { id: at.order_id } } };
  const body = JSON.stringify({ event: 'order.paid', payload });
  const headers = { 'x-razorpay-signature': signatureOf(WEBHOOK_SECRET, body) };
  await app.service(GatewayNoticesService).store(headers, Buffer.from(body));
  const warn = jest.spyOn(app.nest.get<Logger>(LOGGER), 'warn');
  company.keySecret = 'another';
  const { status, body: refused } = await payer.browser.call('post', 'checkouts', { amount: 100 });
  expect([status, refused]).toMatchObject([503, { code: 'gateway_unavailable' }]);
  await app.sql`UPDATE gateway_notices SET received_at = now() - interval '2 days'`;
  await app.sql`UPDATE payment_intents SET created_at = now() - interval '5 days', check_at = now() WHERE receipt = ${id}`;
  await jobs.handleNotices();
  await jobs.checkIntents();
  // Both are asked about again, though less often.
  expect(
    await app.row`SELECT outcome, due_at > now() + interval '5 hours' AS notice, check_at > now() + interval '5 hours' AS intent
      FROM gateway_notices, payment_intents WHERE receipt = ${id}`,
  ).toEqual({ outcome: 'waiting', notice: true, intent: true });
  const reason = 'status 401: Authentication failed';
  expect(warn.mock.calls).toEqual([[{ reason }, 'the gateway did not answer']]);
  warn.mockRestore();
  company.recover();
  await app.sql`UPDATE gateway_notices SET due_at = now()`;
  await jobs.handleNotices();
  expect(await balance()).toBe(100);
});
