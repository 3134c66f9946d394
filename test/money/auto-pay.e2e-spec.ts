import { AutoPayJob } from '../../src/money/wallets/auto-pay/auto-pay.job.js';
import { AutoPayService } from '../../src/money/wallets/auto-pay/auto-pay.service.js';
import { openTransaction } from '../support/database/database.js';
import { orderLock, rowLock, whileQueued } from '../support/database/locks.js';
import { eventually } from '../support/eventually.js';
import { givenShop } from '../support/shop/shop.js';
import { admin, app, place, shop, startShopSuite } from '../support/money/suite.js';

describe('automatic payment', () => {
  startShopSuite();

  const payDue = (): Promise<number> => app.service(AutoPayService).payDue();
  const statuses = async (orders: readonly string[]): Promise<string[]> =>
    Promise.all(orders.map(async (order) => (await admin.orders.get(order)).status));
  const turnOn = (settings: object = {}) =>
    admin.wallets.putAutoPay(shop.client.id, { enabled: true, ...settings });
  const fill = (amount: number) => admin.receipts.record(shop.client.id, amount);
  /** Places an order of another client that is paid automatically, from a wallet that covers it. */
  const placeElsewhere = async (): Promise<string> => {
    const other = await givenShop(app);
    await admin.wallets.putAutoPay(other.client.id, { enabled: true });
    await admin.receipts.record(other.client.id, 500);
    return other.placeNew();
  };

  it('is run by the service', async () => {
    await turnOn();
    await fill(500);
    const order = await place(1);
    await eventually(async () => (await statuses([order]))[0] === 'pending');
    const { data } = await admin.audit.list({ limit: 500 });
    expect(data.filter(({ actor }) => actor === 'auto-pay').map(({ action }) => action)).toEqual([
      ...['payment.recorded', 'wallet.debited', 'order.paid'],
    ]);
    // The tests below say when orders are paid.
    Object.assign(app.service(AutoPayJob), { run: () => Promise.resolve() });
  });

  it('pays only while it is turned on', async () => {
    const off = { enabled: false, max_order_total: null, keep_balance: 0 };
    expect(await admin.wallets.autoPay(shop.client.id)).toEqual(off);
    await fill(500);
    const order = await place(1);
    await payDue();
    expect(await statuses([order])).toEqual(['awaiting_payment']);
    const on = { enabled: true, max_order_total: 5_000.5, keep_balance: 10 };
    expect(await admin.wallets.putAutoPay(shop.client.id, on)).toEqual(on);
    expect(await admin.wallets.autoPay(shop.client.id)).toEqual(on);
    await payDue();
    expect(await admin.orders.get(order)).toMatchObject({
      status: 'pending',
      payment_status: 'paid',
      payments: [{ method: 'wallet', amount: 110 }],
    });
    const later = await place(1);
    const turnOff = async () => turnOn({ enabled: false });
    await whileQueued(app, orderLock(later), [payDue, turnOff]);
    const { data: audited } = await admin.audit.list({ subject: `client ${shop.client.id}` });
    expect(audited.filter(({ action }) => action === 'auto_pay.changed')).toMatchObject([
      { before: { enabled: true, max_order_minor: 500_050 }, after: { enabled: false } },
      { before: { enabled: false }, after: { enabled: true, keep_minor: 1_000 } },
    ]);
    expect(await admin.wallets.autoPay(shop.client.id)).toEqual(off);
    await payDue();
    expect(await statuses([later])).toEqual(['awaiting_payment']);
  });

  it('pays the oldest orders first, never younger ones instead', async () => {
    await turnOn();
    await fill(450);
    const orders = [await place(2), await place(3), await place(1)];
    expect(await payDue()).toBe(1);
    expect(await statuses(orders)).toEqual(['pending', 'awaiting_payment', 'awaiting_payment']);
    await fill(180);
    expect(await payDue()).toBe(2);
    expect(await statuses(orders)).toEqual(['pending', 'pending', 'pending']);
    expect(await admin.walletBalance(shop.client)).toBe(0);
  });

  it('skips expensive orders and keeps the minimum balance', async () => {
    await turnOn({ max_order_total: 210, keep_balance: 100 });
    await fill(419.99);
    const orders = [await place(3), await place(2), await place(1)];
    await payDue();
    expect(await statuses(orders)).toEqual(['awaiting_payment', 'pending', 'awaiting_payment']);
    await fill(0.01);
    await payDue();
    expect(await statuses(orders)).toEqual(['awaiting_payment', 'pending', 'pending']);
    expect(await admin.walletBalance(shop.client)).toBe(100);
  });

  it('keeps the minimum balance even if the wallet shrinks while it waits for the lock', async () => {
    await turnOn({ max_order_total: null, keep_balance: 100 });
    await fill(500);
    const order = await place(1);
    const lock = rowLock('ledger_accounts', shop.client.id, 'client_id');
    const payOut = () => admin.wallets.payOut(shop.client.id, 300).status();
    const [status] = await whileQueued(app, lock, [payOut, payDue]);
    expect([status, await statuses([order])]).toEqual([201, ['awaiting_payment']]);
    expect(await admin.walletBalance(shop.client)).toBe(200);
  });

  it('continues with other clients if an order of one is locked', async () => {
    await turnOn();
    await fill(500);
    const order = await place(1);
    const free = await placeElsewhere();
    const holder = await openTransaction(app.connection);
    await holder.query(orderLock(order));
    await expect(payDue()).rejects.toMatchObject({ code: '55P03' });
    expect(await statuses([order, free])).toEqual(['awaiting_payment', 'pending']);
    await holder.rollback();
    await payDue();
    expect(await statuses([order, free])).toEqual(['pending', 'pending']);
  });

  it('reports an error of the database once other clients were tried', async () => {
    await turnOn();
    await fill(500);
    const order = await place(1);
    await app.dataSource.query(
      `CREATE FUNCTION refuse_order() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'no space left'; END $$;
        CREATE TRIGGER refuse_order BEFORE UPDATE ON orders
          FOR EACH ROW WHEN (OLD.order_number = '${order}') EXECUTE FUNCTION refuse_order()`,
    );
    const free = await placeElsewhere();
    await expect(payDue()).rejects.toThrow('no space left');
    await app.sql`DROP FUNCTION refuse_order CASCADE`;
    expect(await statuses([order, free])).toEqual(['awaiting_payment', 'pending']);
  });
});
