import { givenProduct } from '../support/shop/given.js';
import { givenShop, type Shop } from '../support/shop/shop.js';
import { admin, app, startSuite } from '../support/money/suite.js';
import { KARNATAKA, TaxAdmin } from '../support/tax/tax-admin.js';

/** An operator with the calls about what is missing for tax documents. */
class GapsAdmin extends TaxAdmin {
  getGaps = this.of('getTaxGaps');
  setTax = this.of('setProductsTax');
  productsWithGaps = async (): Promise<string[]> => {
    const { data } = await this.products.list({ tax: 'missing' });
    return data.map(({ sku }) => sku);
  };
  clientsWithGaps = async (): Promise<number[]> => {
    const { data } = await this.clients.list({ billing: 'missing' });
    return data.map(({ id }) => id);
  };
}

describe('what is missing for tax documents', () => {
  let tax: GapsAdmin;
  let shop: Shop;
  startSuite();
  beforeAll(async () => {
    tax = new GapsAdmin(app);
    shop = await givenShop(app);
    for (const sku of await tax.productsWithGaps()) await tax.setTax({ skus: [sku], ...COMPLETE });
  });

  it('is not counted before there is a profile, and never says that an order cannot be invoiced', async () => {
    const bare = await givenProduct(app, { hsn: null });
    expect(await tax.getGaps()).toEqual({ effective_from: null, products: 0, clients: 0 });
    await admin.orders.pay(await shop.orders.place([{ sku: bare.sku, quantity: 1 }]));
    const { data } = await admin.orders.pickList();
    expect(data.map(({ missing_for_invoice }) => missing_for_invoice)).toEqual([[]]);
    await tax.setTax({ skus: [bare.sku], ...COMPLETE });
  });

  it('is found in products, and set for several at once', async () => {
    const { effective_from } = await tax.putProfile({ hsn_digits: 6 });
    const products = [
      await givenProduct(app, { hsn: null, gstRateBp: 500 }),
      await givenProduct(app, { hsn: '7323', gstRateBp: 500 }),
      await givenProduct(app, { hsn: '732393', gstRateBp: null }),
      await givenProduct(app, { hsn: '732393', gstRateBp: 1_200 }),
    ];
    await givenProduct(app, { hsn: '732393', gstRateBp: 0 });
    const inactive = await givenProduct(app, { hsn: null, gstRateBp: null, active: false });
    const skus = products.map(({ sku }) => sku);
    expect(await tax.productsWithGaps()).toEqual([...skus, inactive.sku]);
    expect(await tax.getGaps()).toMatchObject({ effective_from, products: 4 });
    expect(await tax.setTax({ skus: [...skus, 'NO-SUCH'], hsn: '732393' })).toMatchObject([
      ...[{ outcome: 'changed' }, { outcome: 'changed' }, { outcome: 'unchanged' }],
      ...[{ outcome: 'unchanged' }, { outcome: 'not_found' }],
    ]);
    expect(await tax.productsWithGaps()).toEqual([...skus.slice(2), inactive.sku]);
    await tax.setTax({ skus: skus.slice(2), gst_rate: 18 });
    expect(await tax.getGaps()).toMatchObject({ products: 0 });
    expect(await tax.setTax({ skus, hsn: '12' }).refused(422)).toMatchObject({
      errors: [{ field: 'hsn', code: 'invalid_hsn' }],
    });
  });

  it('is found in clients', async () => {
    const { id } = await admin.clients.create();
    expect(await tax.clientsWithGaps()).toContain(id);
    const { clients } = await tax.getGaps();
    await tax.changeClient(id, KARNATAKA);
    expect(await tax.clientsWithGaps()).not.toContain(id);
    expect(await tax.getGaps()).toMatchObject({ clients: clients - 1 });
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

const COMPLETE = { hsn: '732393', gst_rate: 5 };
