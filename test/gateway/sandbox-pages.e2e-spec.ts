import request from 'supertest';
import {
  jobs,
  paidReceipt,
  paymentOf,
  refund,
  startGatewaySuite,
} from '../support/shop/checkouts.js';
import { admin, app, balance as wallet } from '../support/money/suite.js';

let page: string;
startGatewaySuite();

/** Pays 500 at the gateway, and opens the payment's page. */
async function givenPayment(): Promise<number> {
  const receipt = await paidReceipt();
  page = `/sandbox/payments/${await paymentOf(app, receipt)}`;
  return receipt;
}

const pageText = async () => (await request(app.server).get(page).expect(200)).text;
const play = async (action: string, fields: Record<string, string> = {}) => {
  const form = new URLSearchParams({ action, ...fields }).toString();
  await request(app.server).post(page).send(form).expect(303).expect('Location', page);
  await jobs.deliverNotices();
};
/** Finds the id of the only entity on the page that can be ended. */
const openId = async () => /name="id" value="(\w+)"/.exec(await pageText())![1]!;

describe("the sandbox's page of a payment", () => {
  it.each([
    { end: 'processed', balance: 300 },
    { end: 'failed', balance: 500 },
  ])('ends a refund that is pending: $end', async ({ end, balance }) => {
    await refund(await givenPayment(), 200).expect(201);
    await jobs.sendRefunds();
    await play(`refund_${end}`, { id: await openId() });
    expect(await pageText()).toContain(`Refund of ₹200.00: ${end}`);
    expect(await wallet()).toBe(balance);
  });

  it('refunds without a request of the service, and ignores invalid amounts', async () => {
    await givenPayment();
    for (const amount of ['', '-1', '0', '1e2', '500.001', '500.01']) {
      await play('refund_outside', { amount });
    }
    expect(await wallet()).toBe(500);
    await play('refund_outside', { amount: '120.50' });
    expect(await wallet()).toBe(379.5);
  });

  it.each([
    { opened: 'opened', end: 'won', before: 500, after: 500 },
    { opened: 'opened', end: 'lost', before: 500, after: 0 },
    { opened: 'deducted', end: 'won', before: 0, after: 500 },
    { opened: 'deducted', end: 'lost', before: 0, after: 0 },
  ])('opens a dispute ($opened) that is $end', async ({ opened, end, before, after }) => {
    await givenPayment();
    await play(`dispute_${opened}`);
    expect(await wallet()).toBe(before);
    await play(`dispute_${end}`, { id: await openId() });
    expect(await wallet()).toBe(after);
    expect(await pageText()).toContain(`Dispute of ₹500.00: ${end}`);
  });

  it('settles less fees and tax', async () => {
    await givenPayment();
    await play('settle');
    const [settlement] = (await admin.call('listGatewaySettlements')).data;
    expect(settlement).toMatchObject({ booked: true });
    expect(settlement!.fees).toBeGreaterThan(0);
  });

  it('exists for payments of the sandbox only', async () => {
    page = '/sandbox/payments/pay_00000000000000000000';
    await request(app.server).get(page).expect(404);
    await request(app.server).post(page).send('action=settle').expect(404);
  });
});
