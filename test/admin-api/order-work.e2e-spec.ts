import type { NoteDto } from '../../src/identity/notes/note-record.js';
import type { OrderWorkDto } from '../../src/fulfillment/assignment/order-work.dto.js';
import { orderLock, whileLocked, whileQueued } from '../support/database/locks.js';
import { eraseCustomers } from '../support/shop/order-actions.js';
import { givenMember, givenOperator, TestBrowser } from '../support/shop/people.js';
import { givenShop, givenSuite, type Shop } from '../support/shop/shop.js';
import { archiveOrders, makeAllOlder } from '../support/time.js';
let shop: Shop;
let order: string;
const { app, admin } = await givenSuite();
const asha = await givenOperator(app, ['support']);
const browser = await TestBrowser.signedIn(app, asha);
beforeEach(async () => {
  shop = await givenShop(app);
  order = await shop.placeNew();
});

const assign = (body: object, number = order) =>
  browser.admin('put', `orders/${number}/assignee`, body);
const workOf = async (number = order): Promise<OrderWorkDto> =>
  (await browser.admin('get', `orders/${number}/assignee`)).body.data as OrderWorkDto;
const notesOf = async (path: string): Promise<[string, string][]> => {
  const { data } = (await browser.admin('get', `${path}/notes`)).body;
  return (data as NoteDto[]).map(({ author, text }) => [author, text]);
};
const SECRET = 'Late payer: ask the boss';

describe('an internal note', () => {
  it('has its author, and is added, never changed', async () => {
    for (const path of [`orders/${order}`, `clients/${shop.client.id}`]) {
      expect((await browser.admin('post', `${path}/notes`, { text: SECRET })).status).toBe(201);
      await app.admin('post', `${path}/notes`, { text: 'Second\nline' }).expect(201);
      expect(await notesOf(path)).toEqual([
        ['operator', 'Second\nline'],
        [`user ${asha.id} <${asha.email}>`, SECRET],
      ]);
      expect((await browser.admin('post', `${path}/notes`, { text: ' ' })).status).toBe(422);
      const [entry] = (await admin.audit.list({ subject: path.replace(/s\//, ' ') })).data;
      expect(entry).toMatchObject({ action: 'note.added', actor: 'operator' });
      expect(JSON.stringify(entry)).not.toContain('Second');
    }
    await app.admin('post', 'orders/WO-0000000000/notes', { text: 'x' }).expect(404);
    await app.admin('get', 'clients/999999/notes').expect(404);
  });

  it('reaches neither the store nor the people of the client, nor changes what they poll', async () => {
    const feed = async (): Promise<string> => JSON.stringify(await shop.orders.list());
    const before = await feed();
    await browser.admin('post', `orders/${order}/notes`, { text: SECRET });
    await browser.admin('post', `clients/${shop.client.id}/notes`, { text: SECRET });
    await assign({ user_id: asha.id });
    expect(await feed()).toBe(before);
    const member = await TestBrowser.ofMember(app, shop.client);
    for (const path of [`orders/${order}`, 'orders', 'orders?q=Late', 'orders/export', 'company']) {
      const { status, text } = await member.call('get', path);
      expect(status).toBe(200);
      expect(text).not.toMatch(/Late payer|assign|internal/i);
    }
    const { text } = await app.call('get', `/api/orders/${order}`, shop.client.headers);
    expect(text).not.toMatch(/Late payer|assign|internal/i);
    expect((await member.admin('get', `orders/${order}/notes`)).status).toBe(403);
  });

  it('goes with the data of the customer, and into the archive', async () => {
    await browser.admin('post', `orders/${order}/notes`, { text: SECRET });
    await admin.orders.cancel(order);
    await makeAllOlder(app, 5, order);
    await eraseCustomers(app);
    expect(await notesOf(`orders/${order}`)).toEqual([]);
    await browser.admin('post', `orders/${order}/notes`, { text: 'Closed' });
    await assign({ user_id: asha.id });
    expect(await archiveOrders(app, order)).toBe(1);
    const left = await app.sql`
      SELECT FROM internal_notes WHERE subject = ${`order ${order}`}
        UNION ALL SELECT FROM order_assignments a WHERE NOT EXISTS (SELECT FROM orders o WHERE o.id = a.order_id)`;
    expect(left).toHaveLength(0);
  });
});

describe('an order', () => {
  it('is worked on by an operator, a colleague or none, and found by that', async () => {
    const ravi = await givenOperator(app, ['warehouse']);
    expect((await workOf()).assigned_to).toBeNull();
    expect((await assign({ user_id: asha.id })).status).toBe(200);
    expect((await assign({ user_id: ravi.id, from: asha.id })).status).toBe(200);
    expect((await workOf()).assigned_to).toMatchObject({ id: ravi.id });
    const found = await admin.orders.list({ assigned_to: ravi.id });
    expect(found.data.map(({ order_number: number }) => number)).toEqual([order]);
    const ofAsha = { assigned_to: asha.id, client_id: shop.client.id };
    expect((await admin.orders.list(ofAsha)).data).toEqual([]);
    expect((await assign({ user_id: null, from: ravi.id })).status).toBe(200);
    expect((await workOf()).assigned_to).toBeNull();
    const { data } = await admin.audit.list({ subject: `order ${order}` });
    expect(data.filter(({ action }) => action === 'order.assigned')).toHaveLength(3);
  });

  it('is given to no stranger, member of a client or operator who may not see orders', async () => {
    const member = await givenMember(app, shop.client);
    const clerk = await givenOperator(app, ['catalog']);
    for (const id of [member.id, clerk.id, 999_999]) {
      const { status, body } = await assign({ user_id: id });
      expect([status, body]).toMatchObject([422, { errors: [{ code: 'unknown_operator' }] }]);
    }
  });

  it('is given to no operator who is removed at the same time', async () => {
    const { id } = await givenOperator(app, ['warehouse']);
    const answers = await whileQueued(app, 'LOCK TABLE audit_entries IN SHARE MODE', [
      async () => app.admin('delete', `users/${id}`),
      () => assign({ user_id: id }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 422]);
  });

  it('an order that two take at once belongs to the first, and the second learns of it', async () => {
    const ravi = await givenOperator(app, ['warehouse']);
    const before = `INSERT INTO order_assignments (order_id, user_id)
      SELECT id, ${ravi.id} FROM orders WHERE order_number = '${order}'`;
    const locked = { lock: orderLock(order), waiting: 1, before };
    const { status, body } = await whileLocked(app, locked, () => assign({ user_id: asha.id }));
    const message = expect.stringMatching(/^person-.* works on order/);
    expect([status, body]).toMatchObject([409, { code: 'assignee_changed', message }]);
    expect((await workOf()).assigned_to).toMatchObject({ id: ravi.id });
    // A lost answer: the same again changes nothing.
    expect((await assign({ user_id: ravi.id })).status).toBe(200);
  });
});
