import { givenMirrorStage, INSTALLED, KINDS } from '../../support/processes/mirror-stage.js';
import { outboxOf, requestOf } from '../../support/processes/outbox.js';
import { Admin } from '../../support/shop/admin.js';
import { givenProduct, orderBody } from '../../support/shop/given.js';

const stage = await givenMirrorStage();
const { orders } = stage.shop;
const { mirror, insert, update, rowOf } = outboxOf(stage);
await givenProduct(stage.app, { sku: 'CUP' });
for (const kind of INSTALLED) await mirror(kind);
beforeEach(() => stage.proxy.next());
afterAll(() => stage.app.expectInvariants());

describe.each(KINDS)('an edited row of the outbox in %s', (kind) => {
  const test = INSTALLED.includes(kind) ? it : it.skip;

  test('corrects customer, address and notes of an unpaid order, and no other field', async () => {
    const id = `${kind}-CORRECTED`;
    await insert(kind, id, requestOf({ customer: { email: 'asha@example.com' }, notes: 'Call' }));
    await mirror(kind);
    await orders.correct(id, { shipping: { city: 'Mysuru' } });
    const phone = '+91 98765 43211';
    const address = '5, Park Street';
    const edited = { customer: { phone }, shipping: { address }, notes: 'Ring twice' };
    await update(kind, id, `request = ${requestOf(edited)}`);
    await mirror(kind);
    expect(await orders.get(id)).toMatchObject({
      customer: { name: 'Asha Verma', phone, email: null },
      shipping: { address, city: 'Mysuru', country: 'India' },
      notes: 'Ring twice',
    });
    expect(await rowOf(kind, id)).toMatchObject({ status: 'awaiting_payment', error: null });

    // Written in another way, and without the notes.
    const { shipping, items } = orderBody({ sku: 'CUP', quantity: 1 });
    const moved = { country: 'India', ...(shipping as object), address };
    const same = { items, shipping: moved, customer: { phone, name: 'Asha Verma' } };
    await update(kind, id, `request = '${JSON.stringify(same)}'`);
    stage.proxy.next();
    await mirror(kind);
    expect(await orders.get(id)).toMatchObject({ shipping: { city: 'Mysuru' }, notes: null });
    expect(await rowOf(kind, id)).toMatchObject({ error: null });
    expect(stage.proxy.seen.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  });

  test('reports a refused correction, and corrects all of it once it can', async () => {
    const [id, shipped] = [`${kind}-REFUSED`, `${kind}-SHIPPED`];
    await insert(kind, id, requestOf());
    await insert(kind, shipped, requestOf());
    await mirror(kind);
    const { order_number } = await orders.get(shipped);
    await new Admin(stage.app).orders.pay(order_number);
    await new Admin(stage.app).orders.ship(order_number);
    await update(kind, shipped, `request = ${requestOf({ notes: 'Ring' })}`);
    const shipping = { address: '5, Park Street' };
    const wrong = requestOf({ customer: { phone: '12' }, shipping, quantity: 2 });
    await update(kind, id, `request = ${wrong}`);
    await mirror(kind);
    expect(await rowOf(kind, shipped)).toMatchObject({
      error: expect.stringMatching(/^not_correctable: /),
    });
    expect(await rowOf(kind, id)).toMatchObject({
      error: expect.stringMatching(
        /^validation_failed: [^]*\ncustomer.phone: [^]*\ntoo_late: .* items changed/,
      ),
    });
    expect(await orders.get(id)).toMatchObject({ shipping: { address: '14, Lake View Road' } });

    await update(kind, id, `request = '[]', error = NULL`);
    await mirror(kind);
    expect(await rowOf(kind, id)).toMatchObject({
      error: expect.stringMatching(/^malformed_json: /),
    });
    const customer = { phone: '+91 98765 43211' };
    await update(kind, id, `request = ${requestOf({ customer, shipping })}, error = NULL`);
    await mirror(kind);
    expect(await rowOf(kind, id)).toMatchObject({ error: null });
    expect(await orders.get(id)).toMatchObject({ customer, shipping });
  });

  test('corrects what it can of an edit, and takes back the rest', async () => {
    const id = `${kind}-PARTLY`;
    const shipping = { address: '5, Park Street' };
    await insert(kind, id, requestOf());
    await mirror(kind);
    await update(kind, id, `request = ${requestOf({ quantity: 2, shipping })}`);
    await mirror(kind);
    expect(await rowOf(kind, id)).toMatchObject({
      error: expect.stringMatching(/^too_late: .* items changed/),
    });
    expect(await orders.get(id)).toMatchObject({ shipping, items: [{ quantity: 1 }] });
    await update(kind, id, `request = ${requestOf()}, error = NULL`);
    await mirror(kind);
    expect(await rowOf(kind, id)).toMatchObject({ error: null });
    expect(await orders.get(id)).toMatchObject({ shipping: { address: '14, Lake View Road' } });
  });
});
