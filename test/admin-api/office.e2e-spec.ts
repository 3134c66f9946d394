import { MailService } from '../../src/platform/mail/mail.service.js';
import { Admin, type AdminAnswer } from '../support/shop/admin.js';
import { TestApp } from '../support/app.js';
import { BankAdmin } from '../support/money/bank.js';
import { Approvers, waitingFor } from '../support/money/approvers.js';
import { allPages } from '../support/call.js';
import { givenClient, givenPlan, givenProduct, unique } from '../support/shop/given.js';
import { givenOperator, TestBrowser } from '../support/shop/people.js';
import { givenOrderAfter } from '../support/shop/order-actions.js';
import { givenShop, givenTestShop } from '../support/shop/shop.js';
import { TestOrders } from '../support/shop/test-orders.js';
import { KARNATAKA, TaxAdmin } from '../support/tax/tax-admin.js';
import { inDays, makeAllOlder } from '../support/time.js';

const app = await TestApp.start();
const admin = new Admin(app);
afterAll(() => app.expectInvariants('settings'));

/** Reads the numbers at tabs and sections; statuses without an order are left out. */
function numbersOf({ body }: { body: unknown }): object {
  const { orders, ...rest } = (body as { data: AdminAnswer<'getOfficeCounts'> }).data;
  const some = (orders ?? []).filter(({ count }) => count > 0);
  return { ...rest, orders: Object.fromEntries(some.map(({ status, count }) => [status, count])) };
}

/** What the first order waits for, and its number. */
const nextOfFirstOrder = async (): Promise<(string | null)[]> => {
  const { first_order_step: step, first_order_number: number } = await admin.call('getFirstSteps');
  return [step, number];
};

describe('the first steps', () => {
  const read = async (): Promise<{ shown: boolean; open: string[] }> => {
    const { shown, steps } = await admin.call('getFirstSteps');
    return { shown, open: steps.filter(({ done }) => !done).map(({ name }) => name) };
  };

  it('tick off as an installation is set up, and are gone with the last one', async () => {
    const open = 'company tax plan products delivery payment colleague client'.split(' ');
    expect(await read()).toEqual({ shown: true, open });
    // The first owner is no colleague yet.
    await givenOperator(app);
    const [account] = await admin.call('listBankAccounts');
    const closed = { country: '*', serviceable: false };
    const zone = { country: 'India', surcharge: 0, serviceable: true };
    await admin.deliveryZones.replace(closed);
    const steps = [
      () => app.admin('put', 'brand', { name: 'Asha Wholesale' }).expect(200),
      () => new TaxAdmin(app).putProfile({ effective_from: inDays(2).toISOString().slice(0, 10) }),
      () => givenPlan(app),
      () => givenProduct(app),
      () => admin.deliveryZones.replace(closed, zone),
      () => admin.call('changeBankAccount', account!.id, { details: 'A/C 12345' }),
      () => givenOperator(app),
      () => givenClient(app),
    ];
    for (const step of steps) {
      expect(await read()).toEqual({ shown: true, open });
      await step();
      open.shift();
    }
    expect(await read()).toEqual({ shown: false, open: [] });
    expect(await nextOfFirstOrder()).toEqual(['place', null]);
  });

  it('are hidden from everyone once an owner dismisses them, however often', async () => {
    await app.admin('put', 'delivery-zones', { zones: [] }).expect(200);
    expect(await read()).toEqual({ shown: true, open: ['delivery'] });
    const finance = await TestBrowser.ofOperator(app, ['finance']);
    expect((await finance.admin('delete', 'first-steps')).status).toBe(403);
    for (const _ of [1, 2]) await app.admin('delete', 'first-steps').expect(200);
    expect(await read()).toEqual({ shown: false, open: ['delivery'] });
    expect(await admin.call('getFirstSteps')).toMatchObject({ dismissed: true });
    expect((await finance.admin('put', 'first-steps')).status).toBe(403);
    for (const _ of [1, 2]) await app.admin('put', 'first-steps').expect(200);
    expect(await admin.call('getFirstSteps')).toMatchObject({ shown: true, dismissed: false });
    expect(
      await app.sql`SELECT action FROM audit_entries WHERE subject = 'first steps' ORDER BY id`,
    ).toEqual([{ action: 'first_steps.dismissed' }, { action: 'first_steps.restored' }]);
  });

  it('stay until an order is paid, because the first one needs what they lack', async () => {
    const shop = await givenShop(app);
    const order = await shop.placeNew();
    const tests = new TestOrders(await givenTestShop(shop));
    await tests.given('SHIPPED', 30, 'pending');
    expect(await read()).toMatchObject({ shown: true });
    expect(await nextOfFirstOrder()).toEqual(['pay', order]);
    await admin.orders.pay(order);
    expect(await read()).toMatchObject({ shown: false });
    expect(await nextOfFirstOrder()).toEqual(['ship', order]);
    await admin.orders.cancel(order);
    expect(await nextOfFirstOrder()).toEqual([null, null]);
    await makeAllOlder(app, 31, order);
  });
});

describe('the overview of today', () => {
  it('counts waiting work, without test orders', async () => {
    expect(await admin.overview()).toMatchObject({
      to_pay: { count: 0, amount: 0, first_expires_at: null },
      to_ship: { count: 0, late_count: 0, oldest_at: null },
      returns_to_settle: 0,
      returns_to_decide: 0,
      returns_to_inspect: 0,
      sold_out: { count: 0, skus: [] },
      adjustments_to_approve: 0,
      transfers_to_confirm: { count: 0, amount: 0 },
      gateway: { missed: 0, other_currency: 0, unknown_notices: 0, failed_refunds: 0 },
      subscriptions_ending: { count: 0, ended_count: 0 },
      failing_mails: 0,
    });
    const shop = await givenShop(app);
    const { sku } = await givenProduct(app, { stock: 3 });
    const place = (): PromiseLike<string> => shop.orders.place({ sku, quantity: 1 });
    const [late, fresh, returned] = [await place(), await place(), await place()];
    for (const order of [late, fresh, returned]) await admin.orders.pay(order);
    await admin.orders.ship(returned);
    await admin.orders.return(returned);
    await app.sql`UPDATE orders SET created_at = now() - interval '49 hours' WHERE order_number = ${late}`;
    const tester = await givenTestShop(shop);
    const { sku: tried } = await givenProduct(app, { stock: 1 });
    await tester.orders.place({ sku: tried, quantity: 1 });
    await admin.stock.count(tried, { stock_qty: 0 });
    const tests = new TestOrders(tester);
    await tests.given('SHIPPED', 30, 'pending');
    await tests.given('RETURNED', 600, 'returned');
    const back = await tests.given('SHIPPED', 60, 'shipped');
    await tester.orders.requestReturn(back, [{ line: 1, quantity: 1 }]);
    await admin.adjustments.propose(shop.client.id, 5);
    const { id: decided } = await admin.adjustments.propose(shop.client.id, 7);
    await admin.adjustments.reject(decided);
    const two = await Approvers.given(app);
    waitingFor(await two.postReceipt());
    await two.reject(waitingFor(await two.postReceipt()).id);
    const member = await TestBrowser.ofMember(app, shop.client);
    const date = new Date().toISOString().slice(0, 10);
    await member.call('post', 'wallet/transfers', { utr: 'UTR12345678', amount: 60, date });
    const mistake = { utr: 'UTR12345679', amount: 6, date };
    const { data } = (await member.call('post', 'wallet/transfers', mistake)).body;
    await admin.call('rejectTransfer', (data as { id: number }).id, { reason: 'Typo' });
    await app.service(MailService).enqueue(app.dataSource.manager, 'unknown', 'a person');
    await app.sql`UPDATE queued_mails SET attempts = 3, due_at = now() + interval '1 hour'`;

    const overview = await admin.overview();
    expect(overview.to_ship).toMatchObject({ count: 2, late_count: 1 });
    expect(overview).toMatchObject({
      returns_to_settle: 1,
      returns_to_decide: 0,
      sold_out: { count: 1, skus: [sku] },
      adjustments_to_approve: 1,
      transfers_to_confirm: { count: 1, amount: 60 },
      failing_mails: 1,
      // The adjustment and the receipt.
      approvals_waiting: 2,
    });
    await new BankAdmin(app).givenLine(9, 'NEFT');
    const counts = {
      orders: { pending: 2 },
      returns: 1,
      deliveries: 0,
      money: 4,
      delivery_tabs: { failed: 0, back: 0, claim: 0, problem: 0 },
      money_tabs: { transfers: 1, bank: 1, approvals: 2 },
    };
    expect(numbersOf(await app.admin('get', 'counts'))).toEqual(counts);
    expect(numbersOf(await member.call('get', 'counts'))).toEqual({ orders: { pending: 2 } });
    expect(overview.days).toHaveLength(30);
    expect(overview.days!.at(-1)).toMatchObject({ orders: 2, revenue: 330 });
    await admin.orders.refund(returned);
    expect(await admin.overview()).toMatchObject({ returns_to_settle: 0 });
    expect((await admin.overview()).days!.at(-1)!.revenue).toBe(220);
    const unpaid = [await shop.placeNew(2), await shop.placeNew(1)];
    const { expires_at: firstExpiresAt } = await shop.orders.get(unpaid[0]!);
    const toPay = { count: 2, amount: 320, first_expires_at: firstExpiresAt };
    expect(await admin.overview()).toMatchObject({ to_pay: toPay });
  });

  it('shows each role its own part, and the warehouse no amounts', async () => {
    const warehouse = await TestBrowser.ofOperator(app, ['warehouse']);
    const { data } = (await warehouse.admin('get', 'overview')).body as {
      data: Record<string, unknown> & { days: object[] };
    };
    expect(data).toMatchObject({
      transfers_to_confirm: null,
      gateway: null,
      adjustments_to_approve: null,
      subscriptions_ending: null,
      failing_mails: null,
      admin_token_used_at: null,
    });
    expect(data.to_ship).not.toBeNull();
    expect(Object.keys(data.to_pay as object)).toEqual(['count', 'first_expires_at']);
    expect(Object.keys(data.days[0]!)).toEqual(['date', 'orders']);
    expect(numbersOf(await warehouse.admin('get', 'counts'))).toMatchObject({ money: null });
    const catalog = await TestBrowser.ofOperator(app, ['catalog']);
    const { body } = await catalog.admin('get', 'overview');
    expect(body.data).toMatchObject({ to_ship: null, days: null, sold_out: { count: 1 } });
    const { body: counts } = await catalog.admin('get', 'counts');
    expect(Object.values(counts.data as object)).toEqual(Array(6).fill(null));
  });

  it('stops counting orders at a hundred', async () => {
    const shop = await givenShop(app);
    const { sku } = await givenProduct(app, { stock: 500 });
    await Promise.all(Array.from({ length: 101 }, () => shop.orders.place({ sku, quantity: 1 })));
    const member = await TestBrowser.ofMember(app, shop.client);
    const orders = { awaiting_payment: 100 };
    expect(numbersOf(await member.call('get', 'counts'))).toEqual({ orders });
    expect(numbersOf(await app.admin('get', 'counts'))).toMatchObject({ orders });
  });

  it('shows the settings of the installation without secrets', async () => {
    const installation = await admin.call('getInstallation');
    expect(installation).toMatchObject({
      currency: 'INR',
      mail_server: false,
      unpaid_order_ttl_hours: 24,
      issues_documents: false,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    expect(JSON.stringify(installation)).not.toMatch(/token|secret|password|postgres/i);
  });
});

describe('clients', () => {
  const names = async (query: Record<string, string>): Promise<string[]> => {
    const pages = await allPages(2, (page) => admin.clients.list({ ...query, ...page }));
    return pages.flat().map(({ name }) => name);
  };

  it('are found by name, address, id, plan, subscription and wallet', async () => {
    const { code } = await givenPlan(app);
    const tag = unique('Find');
    const create = (name: string, subscription?: object) =>
      admin.clients.create({
        name: `${tag} ${name}`,
        ...(subscription && { subscription: { plan: code, ...subscription } }),
      });
    const none = await create('100% none');
    const open = await create('open', {});
    const ending = await create('ending', { ends_at: inDays(3) });
    const lapsed = await create('lapsed', { ends_at: inDays(5) });
    await app.sql`UPDATE subscriptions SET starts_at = now() - interval '9 days', ends_at = now() - interval '1 day'
        WHERE client_id = ${lapsed.id}`;
    await admin.receipts.record(open.id, 10);
    const all = [none, open, ending, lapsed].map(({ name }) => name);
    expect(await names({ q: tag.toUpperCase() })).toEqual(all);
    expect(await names({ q: '100%' })).toEqual([none.name]);
    expect(await names({ q: ending.email })).toEqual([ending.name]);
    expect(await names({ q: `CL${String(open.id).padStart(6, '0')}` })).toEqual([open.name]);
    expect(await names({ plan: code })).toEqual(all.slice(1));
    expect(await names({ q: tag, subscription: 'live' })).toEqual([open.name, ending.name]);
    expect(await names({ q: tag, subscription: 'ended' })).toEqual([lapsed.name]);
    await admin.clients.subscribe(ending.id, { plan: code, status: 'suspended' });
    expect(await names({ q: tag, subscription: 'live' })).toEqual([open.name]);
    expect(await names({ q: tag, subscription: 'ended' })).toEqual([ending.name, lapsed.name]);
    const active = { plan: code, status: 'active', ends_at: inDays(3) } as const;
    await admin.clients.subscribe(ending.id, active);
    expect(await names({ q: tag, subscription: 'none' })).toEqual([none.name]);
    const period = { ends_from: inDays(0).toISOString(), ends_to: inDays(4).toISOString() };
    expect(await names({ q: tag, ...period })).toEqual([ending.name]);
    const empty = [none, ending, lapsed].map(({ name }) => name);
    expect(await names({ q: tag, wallet: 'empty' })).toEqual(empty);

    const lines = await admin.file('clients/export', { q: tag, wallet: 'empty' });
    expect(lines.map((line) => line.split(',')[1])).toEqual(['name', ...empty]);
  });

  it('are created with a plan, or not at all', async () => {
    const before = (await names({})).length;
    for (const subscription of [{ plan: 'nowhere' }, 'silver', [], {}]) {
      await admin.clients.create({ subscription }).expect(422);
    }
    expect(await names({})).toHaveLength(before);
  });
});

describe('the first order', () => {
  it('ends with the first invoice, or with a shipment that never has one, as it was sent before the tax profile', async () => {
    const shop = await givenShop(app);
    await givenOrderAfter(shop, 'pay', 'ship');
    const open = await app.sql<{ order_number: string }>`
      SELECT order_number FROM orders WHERE status IN ('awaiting_payment', 'pending') AND NOT is_test`;
    for (const { order_number } of open) await admin.orders.cancel(order_number);
    const [step, first] = await nextOfFirstOrder();
    expect(step).toBeNull();

    const tax = new TaxAdmin(app);
    await tax.putProfile({ on_missing: 'ship' });
    const { sku } = await givenProduct(app, { hsn: '7323', gstRateBp: 1_800 });
    const order = await shop.orders.place({ sku, quantity: 1 });
    await admin.orders.pay(order);
    const { shipments } = await admin.orders.ship(order);
    const rename = (from: string, to: string) =>
      app.sql`UPDATE uninvoiced_shipments SET order_number = ${to} WHERE order_number = ${from}`;
    // As if it were the first one.
    await rename(order, first!);
    expect(await nextOfFirstOrder()).toEqual(['invoice', first]);
    await rename(first!, order);
    await tax.changeClient(shop.client.id, KARNATAKA);
    await tax.invoice(order, shipments[0]!.id);
    expect(await nextOfFirstOrder()).toEqual([null, expect.any(String)]);
  });
});
