import type { MailChoicesDto } from '../../src/dashboard/client-pages/mails/mails.dto.js';
import { CreditRemindersJob } from '../../src/money/credit/credit-reminders.job.js';
import { UsersService } from '../../src/identity/users/users.service.js';
import type { Mail } from '../../src/platform/mail/mail.js';
import { TestApp } from '../support/app.js';
import { openTransaction } from '../support/database/database.js';
import { Admin } from '../support/shop/admin.js';
import { givenProduct } from '../support/shop/given.js';
import { Messages } from '../support/money/messages.js';
import { givenMember, givenOperator, TestBrowser, type GivenUser } from '../support/shop/people.js';
import { givenShop, givenTestShop, type Shop } from '../support/shop/shop.js';
import { pagesOf } from '../support/tax/read-pdf.js';
import { KARNATAKA, TaxAdmin } from '../support/tax/tax-admin.js';
import { countQueuedMails } from '../support/shop/mails.js';
import { inDays } from '../support/time.js';
let shop: Shop;
let owner: GivenUser;
const app = await TestApp.start();
await app.stopJobs(CreditRemindersJob);
const admin = new Admin(app);
const messages = new Messages(app);
beforeEach(async () => {
  shop = await givenShop(app);
  owner = await givenMember(app, shop.client);
  await messages.forget();
});
afterAll(() => app.expectInvariants('settings'));

const place = (rest: Record<string, unknown> = {}) => shop.placeNew(1, rest);
const givenPaid = async (): Promise<string> => {
  const order = await place();
  await admin.orders.pay(order);
  return order;
};
const turn = async (kind: string, on: boolean, user = owner): Promise<MailChoicesDto> => {
  const browser = await TestBrowser.signedIn(app, user);
  const { status, body } = await browser.call('put', 'mails', { kind, on });
  expect(status).toBe(200);
  return body.data as MailChoicesDto;
};
describe('the mails of a person', () => {
  const of = async (user: GivenUser): Promise<[string[], number | null]> => {
    const browser = await TestBrowser.signedIn(app, user);
    const { mails, wallet_below } = (await browser.call('get', 'mails')).body
      .data as MailChoicesDto;
    return [mails.map(({ kind, on }) => `${kind} ${on}`), wallet_below];
  };

  it('begin with problems for owners and with nothing for members and operators', async () => {
    expect(await of(owner)).toEqual([
      [
        ...['order_to_pay true', 'order_paid false', 'order_shipped false'],
        ...['delivery_failed true', 'order_expiring true'],
        ...['wallet_low true', 'debts true', 'subscription_ending true', 'invoice false'],
      ],
      5000,
    ]);
    const [kinds] = await of(await givenMember(app, shop.client, 'member'));
    expect(kinds).toEqual([
      ...['order_to_pay false', 'order_paid false', 'order_shipped false'],
      ...['delivery_failed false', 'order_expiring false'],
      ...['wallet_low false', 'debts false', 'subscription_ending false'],
    ]);
    expect(await of(await givenOperator(app))).toEqual([[], null]);
  });

  it('are chosen by each alone, and the amount of the wallet by owners', async () => {
    const member = await givenMember(app, shop.client, 'member');
    const { mails } = await turn('order_paid', true, member);
    expect(mails.filter(({ on }) => on).map(({ kind }) => kind)).toEqual(['order_paid']);
    expect((await of(owner))[0]).toContain('order_paid false');
    const browser = await TestBrowser.signedIn(app, owner);
    expect((await browser.call('put', 'mails/wallet', { below: 250.5 })).status).toBe(200);
    expect((await of(member))[1]).toBe(250.5);
    expect((await browser.call('put', 'mails/wallet', { below: null })).status).toBe(422);
    expect((await browser.call('put', 'mails', { kind: 'all', on: true })).status).toBe(422);
  });
});

describe('many orders that are shipped', () => {
  it('are one mail to each person who wants it, after some minutes', async () => {
    await turn('order_shipped', true);
    const orders = [await givenPaid(), await givenPaid(), await givenPaid()];
    for (const order of orders) await admin.orders.ship(order);
    await messages.letPass(4);
    expect(await messages.deliver()).toEqual([]);
    await messages.letPass(2);
    const [mail, ...others] = await messages.deliver();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: owner.email, subject: '3 shipments are on their way' });
    for (const order of orders) expect(mail!.text).toContain(order);
    expect(mail!.text).toContain('/dashboard/account/mails');
    expect(mail!.html).toContain('/dashboard/account/mails');
    await messages.letPass(10);
    expect(await messages.deliver()).toHaveLength(1);
  });

  it('are mailed about once an hour at most', async () => {
    await turn('order_paid', true);
    await givenPaid();
    await messages.letPass(6);
    expect(await messages.deliver()).toHaveLength(1);
    await givenPaid();
    await givenPaid();
    await messages.letPass(50);
    expect(await messages.deliver()).toHaveLength(1);
    await messages.letPass(20);
    expect((await messages.deliver()).map(({ subject }) => subject)).toEqual([
      '1 order was paid',
      '2 orders were paid',
    ]);
  });

  it('are named with texts of their stores that are no markup, but not if they were canceled', async () => {
    await turn('order_paid', true);
    await admin.orders.cancel(await givenPaid());
    const order = await place({ store_order_id: '<b>&"1' });
    await admin.orders.pay(order);
    await messages.letPass(6);
    const [mail] = await messages.deliver();
    expect(mail!.subject).toBe('1 order was paid');
    expect(mail!.text).toContain('<b>&"1');
    expect(mail!.html).toContain('&lt;b&gt;&amp;&quot;1');
    expect(mail!.html).not.toContain('<b>');
  });
});

describe('a mail', () => {
  it('is sent again with the same name if it was not confirmed, unless its link is new', async () => {
    await turn('order_paid', true);
    await givenPaid();
    await messages.letPass(6);
    messages.failures = 1;
    await messages.deliver();
    await messages.deliver();
    expect(messages.sent.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^\d+\.\d+$/),
      messages.sent[0]!.name,
    ]);
    await app.sql`INSERT INTO queued_mails (template, reference) VALUES ('password_reset', ${owner.email})`;
    messages.failures = 1;
    await messages.deliver();
    await messages.deliver();
    expect(messages.sent[3]!.name).not.toBe(messages.sent[2]!.name);
    expect(await countQueuedMails(app)).toBe(0);
  });

  it('does not reach who switched it off, lost the role or was removed since', async () => {
    const second = await givenMember(app, shop.client);
    const removed = await givenMember(app, shop.client);
    const off = await givenMember(app, shop.client);
    await owe(70);
    await messages.find();
    await messages.letPass(6);
    await messages.gather();
    const users = app.service(UsersService);
    await users.removeUser(removed.id, shop.client.id, true);
    await users.changeMemberRole(second.id, shop.client.id, 'member', undefined);
    await turn('debts', false, off);
    await messages.deliver();
    const aboutDebts = messages.sent.filter(({ mail }) => mail.subject.includes('owes'));
    expect(aboutDebts.map(({ mail }) => [mail.to, mail.subject])).toEqual([
      [owner.email, 'Your company owes INR 70.00'],
    ]);
  });

  it('is gathered by one of two instances that do it at once', async () => {
    await turn('order_paid', true);
    await givenPaid();
    await messages.letPass(6);
    const other = await openTransaction(app.connection);
    await other.query('SELECT pg_advisory_xact_lock(1765660)');
    await messages.gather();
    expect(await countQueuedMails(app)).toBe(0);
    await other.commit();
    expect(await messages.deliver()).toHaveLength(1);
  });

  it('is of no order that is only placed, of no test order, and of no change that failed', async () => {
    await admin.orders.pay(await place(), { amount: 1 }).refused(422);
    await (await givenTestShop(shop)).placeNew();
    const transaction = await openTransaction(app.connection);
    await transaction.query(
      `INSERT INTO order_status_changes (order_id, status) SELECT id, 'pending' FROM orders WHERE is_test`,
    );
    const { rows } = (await transaction.query('SELECT FROM message_events')) as { rows: object[] };
    await transaction.rollback();
    expect(rows).toEqual([]);
  });
});

/** Makes the client owe an amount: the money is paid out before its receipt is reversed. */
async function owe(amount: number): Promise<void> {
  const { id } = await admin.receipts.record(shop.client.id, amount);
  await admin.wallets.payOut(shop.client.id, amount, { reference: `OWED-${id}` });
  await admin.receipts.reverse(id);
}

describe('problems', () => {
  const mailsToOwner = (): Mail[] =>
    messages.sent.map(({ mail }) => mail).filter(({ to }) => to === owner.email);
  const subjectsOf = async (): Promise<string[]> => {
    await messages.find();
    await messages.letPass(6);
    await messages.deliver();
    return mailsToOwner().map(({ subject }) => subject);
  };

  it('unpaid orders are mailed once, some hours before they expire, unless they are paid', async () => {
    const [late, paid, fresh] = [await place(), await place(), await place()];
    await app.sql`UPDATE orders SET created_at = now() - interval '19 hours' WHERE order_number = ANY(${[late, paid]})`;
    await messages.find();
    await admin.orders.pay(paid);
    expect(await subjectsOf()).toEqual(['1 unpaid order is about to expire']);
    expect(mailsToOwner()[0]!.text).toContain(late);
    expect(mailsToOwner()[0]!.text).not.toContain(paid);
    expect(mailsToOwner()[0]!.text).not.toContain(fresh);
    await messages.letPass(120);
    expect(await subjectsOf()).toHaveLength(1);
  });

  it('unpaid orders are mailed also if the first of many were paid meanwhile', async () => {
    const order = await place();
    await app.sql`UPDATE orders SET created_at = now() - interval '19 hours' WHERE order_number = ${order}`;
    await app.sql`INSERT INTO message_events (kind, client_id, subject)
      SELECT 'order_expiring', ${shop.client.id}, (-n)::text FROM generate_series(1, 200) n`;
    expect(await subjectsOf()).toEqual(['1 unpaid order is about to expire']);
  });

  it('a low wallet is mailed when it falls below the amount, and again only after it held it', async () => {
    await messages.find();
    expect(await subjectsOf()).toEqual([]);
    await admin.receipts.record(shop.client.id, 6_000);
    expect(await subjectsOf()).toEqual([]);
    await admin.wallets.payOut(shop.client.id, 2_000, { reference: 'LOW-1' });
    expect(await subjectsOf()).toEqual(['Your wallet is low: INR 4,000.00']);
    await messages.letPass(120);
    expect(await subjectsOf()).toHaveLength(1);
    await admin.receipts.record(shop.client.id, 2_000);
    await messages.find();
    await admin.wallets.payOut(shop.client.id, 2_000, { reference: 'LOW-2' });
    expect(await subjectsOf()).toHaveLength(2);
  });

  it('overdue orders are mailed once', async () => {
    await admin.credit.putTerms(shop.client.id);
    const order = await place();
    await admin.orders.pay(order, { method: 'credit' });
    await app.sql`UPDATE credit_items SET due_at = now() - interval '1 day', created_at = now() - interval '31 days'
        WHERE client_id = ${shop.client.id}`;
    expect(await subjectsOf()).toEqual(['Your company owes INR 110.00']);
    expect(mailsToOwner()[0]!.text).toContain(order);
    await messages.letPass(120);
    expect(await subjectsOf()).toHaveLength(1);
  });

  it('the end of a subscription is mailed a week before, once for each end', async () => {
    const subscribe = (days: number) =>
      admin.clients.subscribe(shop.client.id, {
        plan: shop.client.plan,
        status: 'active',
        ends_at: inDays(days),
      });
    await subscribe(9);
    expect(await subjectsOf()).toEqual([]);
    await subscribe(6);
    expect(await subjectsOf()).toEqual([
      expect.stringMatching(/^Your subscription ends on \d+ \w{3} 20/),
    ]);
    await messages.letPass(120);
    expect(await subjectsOf()).toHaveLength(1);
  });
});

it('an invoice is mailed as a PDF to owners who want it', async () => {
  const tax = new TaxAdmin(app);
  await tax.putProfile({ trade_name: 'Asha Homeware' });
  await admin.clients.change(shop.client.id, KARNATAKA);
  await turn('invoice', true);
  const { sku } = await givenProduct(app, { gstRateBp: 500, hsn: '7323' });
  const order = await shop.orders.place({ sku, quantity: 1 });
  await admin.orders.pay(order);
  await admin.orders.ship(order);
  await messages.letPass(6);
  const [mail] = await messages.deliver();
  const { number } = (await tax.documents({ order_number: order })).data[0]!;
  expect(mail).toMatchObject({ to: owner.email, subject: `Invoice ${number}` });
  expect(mail!.text).toContain('Asha Homeware');
  const { filename, content } = mail!.attachments![0]!;
  expect(filename).toBe(`${number}.pdf`);
  expect((await pagesOf(content))[0]).toContain(number);
});
