import { CreditRemindersJob } from '../../../src/money/credit/credit-reminders.job.js';
import { CreditRemindersService } from '../../../src/money/credit/credit-reminders.service.js';
import type { Mail } from '../../../src/platform/mail/mail.js';
import { MailJob } from '../../../src/platform/mail/mail.job.js';
import { MailService } from '../../../src/platform/mail/mail.service.js';
import { age, buy } from '../../support/money/credit-admin.js';
import { rowLock, whileQueued } from '../../support/database/locks.js';
import { eventually } from '../../support/eventually.js';
import { admin, app, shop, startShopSuite } from '../../support/money/suite.js';
import { countQueuedMails } from '../../support/shop/mails.js';

startShopSuite();

describe('orders of a client that owes for longer than its terms allow', () => {
  it('are on hold until it has paid', async () => {
    await admin.credit.putTerms(shop.client.id);
    const order = await buy();
    await age(order, 45);
    expect((await admin.orders.get(order)).on_hold).toBe(false);
    await age(order, 1);
    expect((await admin.orders.ship(order).refused(409)).message).toBe(
      'The order is on hold: its client owes 110.00, which is overdue and has to be paid first.',
    );
    expect((await admin.orders.get(order)).on_hold).toBe(true);
    expect((await admin.orders.list({ client_id: shop.client.id })).data[0]!.on_hold).toBe(true);
    expect(await shop.orders.status(order)).toMatchObject({ status: 'pending' });
    await admin.receipts.record(shop.client.id, 110);
    await admin.orders.ship(order);
  });

  it('are held by terms that change while their shipment waits', async () => {
    await admin.credit.putTerms(shop.client.id);
    const order = await buy();
    await age(order, 31);
    const lock = rowLock('ledger_accounts', shop.client.id, 'owner_id');
    const statuses = await whileQueued(app, lock, [
      () => admin.credit.putTerms(shop.client.id, { overdue_days: 0 }).status(),
      () => admin.orders.ship(order).status(),
    ]);
    expect(statuses).toEqual([200, 409]);
  });
});

it('the ageing of what clients owe groups amounts by the days since the purchase, per client and in total', async () => {
  await admin.credit.putTerms(shop.client.id);
  const before = await admin.credit.ageing();
  const days = [0, 30, 31, 60, 61, 90, 91];
  const orders: string[] = [];
  while (orders.length < days.length) orders.push(await buy());
  for (const [index, order] of orders.entries()) await age(order, days[index]!);
  const amounts = { days_0_30: 220, days_31_60: 220, days_61_90: 220, days_over_90: 110 };
  const { data } = await admin.credit.clients({ limit: 500 });
  expect(data.find(({ client_id: id }) => id === shop.client.id)).toEqual({
    client_id: shop.client.id,
    name: expect.any(String),
    credit_limit: 1_000,
    debt: 0,
    ...amounts,
    credit_used: 770,
    overdue: 550,
  });
  const after = await admin.credit.ageing();
  expect(after.credit_used - before.credit_used).toBeCloseTo(770);
  expect(after.days_over_90 - before.days_over_90).toBeCloseTo(110);
});

describe('the clients who owe', () => {
  const listed = async (id: number) =>
    (await admin.credit.clients({ limit: 500 })).data.find((row) => row.client_id === id);

  it('owe what is not paid of an order', async () => {
    await admin.credit.putTerms(shop.client.id);
    await buy();
    await admin.receipts.record(shop.client.id, 60);
    expect(await listed(shop.client.id)).toMatchObject({ credit_used: 50, days_0_30: 50 });
  });

  it('include those with a debt alone', async () => {
    const { id } = await admin.receipts.record(shop.client.id, 70);
    await admin.wallets.payOut(shop.client.id, 70, { reference: `AGEING-${id}` });
    await admin.receipts.reverse(id);
    expect(await listed(shop.client.id)).toMatchObject({ debt: 70, credit_used: 0 });
  });
});

describe('a reminder', () => {
  const sent: Mail[] = [];
  beforeAll(async () => {
    await app.stopJobs(CreditRemindersJob, MailJob);
    const deliver = (mail: Mail): Promise<void> => Promise.resolve(void sent.push(mail));
    Object.assign(app.service(MailService), { deliver });
  });

  /** Reads the mails to the client, once all that were queued are sent. */
  const remind = async (): Promise<Mail[]> => {
    await app.service(CreditRemindersService).remind();
    await eventually(async () => {
      await app.service(MailService).sendDue();
      return (await countQueuedMails(app)) === 0;
    });
    const { email } = await admin.clients.get(shop.client.id);
    return sent.filter(({ to }) => to === email);
  };
  const subjects = async (): Promise<string[]> => (await remind()).map(({ subject }) => subject);
  const DUE = 'Orders bought on account are due soon';
  const OVERDUE = 'Orders bought on account are overdue';

  it('is mailed once before the due date and once after it', async () => {
    await admin.credit.putTerms(shop.client.id);
    const [first, second] = [await buy(), await buy()];
    await age(first, 26);
    expect(await subjects()).toEqual([]);
    await age(first, 1);
    expect(await subjects()).toEqual([DUE]);
    expect(await subjects()).toEqual([DUE]);
    await age(first, 4);
    await age(second, 31);
    expect(await subjects()).toEqual([DUE, OVERDUE]);
    expect(await subjects()).toEqual([DUE, OVERDUE]);
  });

  it('is one for more orders than one transaction marks', async () => {
    await admin.credit.putTerms(shop.client.id);
    const order = await buy();
    await age(order, 27);
    await app.sql`INSERT INTO credit_items SELECT (jsonb_populate_record(item, jsonb_build_object('order_id', -n))).*
      FROM credit_items item, generate_series(1, 500) n WHERE order_id = (SELECT id FROM orders WHERE order_number = ${order})`;
    await app.service(CreditRemindersService).remind();
    await app.sql`DELETE FROM credit_items WHERE order_id < 0`;
    expect(await countQueuedMails(app)).toBe(1);
  });

  it('lists what is left of a partly paid order, and no paid order', async () => {
    await admin.credit.putTerms(shop.client.id);
    const [paid, order] = [await buy(), await buy()];
    await age(paid, 32);
    await age(order, 31);
    await admin.receipts.record(shop.client.id, 120);
    const [{ text } = { text: '' }] = await remind();
    expect(text).toMatch(new RegExp(`\\n${order} · INR 100\\.00 · due \\d+ \\w{3} \\d{4}\\n`));
    expect(text).not.toContain(paid);
    expect(text).toContain('/dashboard/wallet');
  });
});
