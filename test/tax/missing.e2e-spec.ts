import { jest } from '@jest/globals';
import { checkShipping, givenOrderOf } from '../support/shop/order-actions.js';
import { givenProduct } from '../support/shop/given.js';
import {
  KARNATAKA,
  MAHARASHTRA,
  setStoredRate,
  startTaxSuite,
  tax,
} from '../support/tax/tax-admin.js';
import { admin, app, shop } from '../support/money/suite.js';

startTaxSuite();

describe('what is missing for tax documents', () => {
  const COMPLETE = { hsn: '732393', gst_rate: 5 };
  const getGaps = () => tax.call('getTaxGaps');
  const setTax = (body: object) => tax.call('setProductsTax', body);
  const productsWithGaps = async () =>
    (await tax.products.list({ tax: 'missing' })).data.map(({ sku }) => sku);
  const clientsWithGaps = async () =>
    (await tax.clients.list({ billing: 'missing' })).data.map(({ id }) => id);
  beforeAll(async () => {
    for (const sku of await productsWithGaps()) await setTax({ skus: [sku], ...COMPLETE });
  });

  it('is not counted before there is a profile, and never says that an order cannot be invoiced', async () => {
    const bare = await givenProduct(app, { hsn: null });
    expect(await getGaps()).toEqual({ effective_from: null, products: 0, clients: 0 });
    await admin.orders.pay(await shop.orders.place([{ sku: bare.sku, quantity: 1 }]));
    const { data } = await admin.orders.pickList();
    expect(data.map(({ missing_for_invoice }) => missing_for_invoice)).toEqual([[]]);
    await setTax({ skus: [bare.sku], ...COMPLETE });
  });

  it('is found in products, and set for several at once', async () => {
    const { effective_from } = await tax.putProfile({ hsn_digits: 6 });
    const products = [
      await givenProduct(app, { hsn: null, gstRateBp: 500 }),
      await givenProduct(app, { hsn: '7323', gstRateBp: 500 }),
      await givenProduct(app, { hsn: '732393', gstRateBp: null }),
      await givenProduct(app, { hsn: '732393', gstRateBp: 1_800 }),
    ];
    await givenProduct(app, { hsn: '732393', gstRateBp: 0 });
    const inactive = await givenProduct(app, { hsn: null, gstRateBp: null, active: false });
    const skus = products.map(({ sku }) => sku);
    await setStoredRate(skus[3]!, 1_200);
    expect(await productsWithGaps()).toEqual([...skus, inactive.sku]);
    expect(await getGaps()).toMatchObject({ effective_from, products: 4 });
    expect(await setTax({ skus: [...skus, 'NO-SUCH'], hsn: '732393' })).toMatchObject([
      ...[{ outcome: 'changed' }, { outcome: 'changed' }, { outcome: 'unchanged' }],
      ...[{ outcome: 'unchanged' }, { outcome: 'not_found' }],
    ]);
    expect(await productsWithGaps()).toEqual([...skus.slice(2), inactive.sku]);
    await setTax({ skus: skus.slice(2), gst_rate: 18 });
    expect(await getGaps()).toMatchObject({ products: 0 });
    await setTax({ skus, hsn: '12' }).expectProblems('hsn invalid_hsn');
  });

  it('is found in clients', async () => {
    const { id } = await admin.clients.create();
    expect(await clientsWithGaps()).toContain(id);
    const { clients } = await getGaps();
    await tax.changeClient(id, KARNATAKA);
    expect(await clientsWithGaps()).not.toContain(id);
    expect(await getGaps()).toMatchObject({ clients: clients - 1 });
  });

  it('is named on the pick list before anyone packs', async () => {
    const whole = await givenProduct(app, { hsn: '732393', gstRateBp: 500 });
    const bare = await givenProduct(app, { hsn: null, gstRateBp: null });
    const place = async (...products: { sku: string }[]): Promise<string> => {
      const order = await shop.orders.place(products.map(({ sku }) => ({ sku, quantity: 1 })));
      await admin.orders.pay(order);
      return order;
    };
    const [good, bad] = [await place(whole), await place(whole, bare)];
    const missing = async (...orders: string[]): Promise<(readonly string[])[]> => {
      const { data } = await admin.orders.pickList({ order_numbers: orders.join() });
      return data.map(({ missing_for_invoice }) => missing_for_invoice);
    };
    const noState = expect.stringMatching(/neither a GSTIN nor a billing address/);
    const noHsn = `${bare.sku} needs an HSN code with 6 digits or more`;
    const noRate = `${bare.sku} needs a GST rate that is allowed today`;
    expect(await missing(good, bad)).toEqual([[noState], [noHsn, noRate, noState]]);
    await tax.changeClient(shop.client.id, KARNATAKA);
    expect(await missing(good, bad)).toEqual([[], [noHsn, noRate]]);
  });
});

describe('a shipment that cannot be invoiced', () => {
  /** Makes a paid order of a product without HSN and rate. */
  const givenOrder = async (): Promise<{ order: string; sku: string }> => {
    const { sku } = await givenProduct(app);
    return { order: await givenOrderOf(shop, sku, 2, 'pay'), sku };
  };
  const expectRefused = async (order: string, ...problems: string[]) => {
    const { errors, ...refusal } = await admin.orders.ship(order).refused(409);
    expect(refusal).toMatchObject({ code: 'not_invoiceable', order_number: order });
    expect(errors.map(({ field, code }) => `${field} ${code}`)).toEqual(problems);
    const checked = { code: 'not_invoiceable', message: refusal.message, fields: errors };
    await expect(checkShipping(app, order)).rejects.toMatchObject(checked);
  };

  describe('by default', () => {
    beforeAll(() => tax.putProfile());

    it('a shipment that cannot be invoiced is refused, and the refusal names everything that is missing', async () => {
      const { order, sku } = await givenOrder();
      const ofProduct = ['items.0 hsn_missing', 'items.0 gst_rate_missing'];
      await expectRefused(order, ...ofProduct, 'client client_state_missing');
      const { errors } = await admin.orders.ship(order).refused(409);
      expect(errors.map((problem) => problem.sku)).toEqual([sku, sku, undefined]);
      expect(await admin.timeline(order)).toEqual(['awaiting_payment', 'pending']);

      await admin.products.change(sku, { hsn: '7323', gst_rate: 18 });
      await expectRefused(order, 'client client_state_missing');
      await tax.changeClient(shop.client.id, KARNATAKA);
      await admin.orders.ship(order);
      expect(await tax.ofOrder(order)).toMatchObject([{ kind: 'invoice', total: 210 }]);
    });

    it('a shipment is refused if an HSN code has fewer digits than the wholesaler must print', async () => {
      await tax.changeClient(shop.client.id, KARNATAKA);
      const { order, sku } = await givenOrder();
      await admin.products.change(sku, { hsn: '7323', gst_rate: 18 });
      await tax.putProfile({ hsn_digits: 6 });
      await expectRefused(order, 'items.0 hsn_missing');
      await tax.putProfile();
    });

    it('a shipment that cannot be invoiced is refused in a file, of which the others are recorded', async () => {
      const { order } = await givenOrder();
      const other = await givenOrder();
      await admin.products.change(other.sku, { hsn: '7323', gst_rate: 18 });
      await tax.changeClient(shop.client.id, MAHARASHTRA);
      const file = `order_number,courier,tracking_number\n${order},Delhivery,D1\n${other.order},Delhivery,D2\n`;
      const { body } = await app.adminFile('shipments/import', file).expect(200);
      expect(body).toMatchObject({ data: { created: 1, problems: [{ line: 2 }] } });
      expect(await admin.timeline(order)).toEqual(['awaiting_payment', 'pending']);
      expect(await tax.ofOrder(other.order)).toHaveLength(1);
    });

    it('a shipment goes if the delivery address decides and has a state', async () => {
      await tax.putProfile({ place_of_supply: 'delivery' });
      const { order, sku } = await givenOrder();
      await admin.products.change(sku, { hsn: '7323', gst_rate: 18 });
      await admin.orders.ship(order);
      expect(await tax.ofOrder(order)).toMatchObject([
        { content: { place_of_supply: { state: '29' }, supply: 'inter_state' } },
      ]);
      await tax.putProfile();
    });

    it('a shipment is refused while the clocks of the database and of the service say different days', async () => {
      await tax.changeClient(shop.client.id, KARNATAKA);
      const { order, sku } = await givenOrder();
      await admin.products.change(sku, { hsn: '7323', gst_rate: 18 });
      const yesterday = Date.now() - 86_400_000;
      jest.spyOn(Date, 'now').mockReturnValue(yesterday);
      await expectRefused(order, 'clock clock_untrusted');
      jest.restoreAllMocks();
    });
  });

  describe('with on_missing ship', () => {
    beforeAll(() => tax.putProfile({ on_missing: 'ship' }));

    it('a shipment without a document is listed until its document is issued, once', async () => {
      const { order, sku } = await givenOrder();
      const { shipments } = await admin.orders.ship(order);
      const { id } = shipments[0]!;
      expect(await tax.ofOrder(order)).toEqual([]);
      expect((await tax.uninvoiced()).data).toMatchObject([
        { shipment_id: id, order_number: order, problems: [{ code: 'hsn_missing' }, {}, {}] },
      ]);
      await tax.invoice(order, id).refused(409);
      await admin.products.change(sku, { hsn: '7323', gst_rate: 18 });
      await tax.changeClient(shop.client.id, KARNATAKA);
      await tax.invoice(order, id);
      await tax.invoice(order, id).refused(404);
      expect((await tax.uninvoiced()).data).toEqual([]);
      expect(await tax.ofOrder(order)).toMatchObject([{ kind: 'invoice', total: 210 }]);
    });

    it('a document that is issued later is followed by the credit notes of refunds in between', async () => {
      const { order, sku } = await givenOrder();
      const { shipments } = await admin.orders.ship(order);
      await admin.orders.deliver(order);
      await admin.orders.return(order);
      await admin.orders.refund(order, { amount: 100 });
      expect(await tax.ofOrder(order)).toEqual([]);
      await admin.products.change(sku, { hsn: '7323', gst_rate: 18 });
      await tax.changeClient(shop.client.id, KARNATAKA);
      await tax.invoice(order, shipments[0]!.id);
      expect(await tax.ofOrder(order)).toMatchObject([
        { kind: 'invoice', total: 210 },
        { kind: 'credit_note', total: 100 },
      ]);
    });

    it('a file of shipments names the orders that it ships without a document, and why', async () => {
      await tax.changeClient(shop.client.id, KARNATAKA);
      const [{ order: bare, sku }, whole] = [await givenOrder(), await givenOrder()];
      await admin.products.change(whole.sku, { hsn: '7323', gst_rate: 18 });
      const file = `order_number,courier,tracking_number\n${bare},Delhivery,N1\n${whole.order},Delhivery,N2\n`;
      const without = [
        {
          order_number: bare,
          reasons: [
            `${sku} needs an HSN code with 4 digits or more`,
            `${sku} needs a GST rate that is allowed today`,
          ],
        },
      ];
      for (const query of ['?dry_run=true', '']) {
        const { body } = await app.adminFile(`shipments/import${query}`, file).expect(200);
        expect(body).toMatchObject({ data: { created: 2, without_invoice: without } });
      }
      // Sent again, it ships nothing.
      const { body } = await app.adminFile('shipments/import', file).expect(200);
      expect(body).not.toHaveProperty('data.without_invoice');
    });

    it('another order cannot issue the document of a shipment', async () => {
      const { order } = await givenOrder();
      const { shipments } = await admin.orders.ship(order);
      const other = await givenOrder();
      await tax.invoice(other.order, shipments[0]!.id).refused(404);
    });
  });
});
