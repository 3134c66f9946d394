import { TestApp } from '../support/app.js';
import { Admin } from '../support/shop/admin.js';
import { givenProduct } from '../support/shop/given.js';
import { givenShop, givenTestShop, type Shop } from '../support/shop/shop.js';
import { KARNATAKA, MAHARASHTRA, TaxAdmin } from '../support/shop/tax-admin.js';

/** Units of lines of an order, from its first. */
const units = (...quantities: number[]) => ({
  items: quantities.flatMap((quantity, index) =>
    quantity === 0 ? [] : [{ line: index + 1, quantity }],
  ),
});

describe('tax documents of orders', () => {
  let app: TestApp;
  let admin: Admin;
  let tax: TaxAdmin;
  let shop: Shop;
  beforeAll(async () => {
    app = await TestApp.start();
    admin = new Admin(app);
    tax = new TaxAdmin(app);
  });
  afterEach(() => app.expectInvariants());
  afterAll(() => app.stop());

  /** Returns a paid order of the worked example: A 10 at 5 %, B 3 and C 7 at 18 %, delivery 100.00, total 6,425.31. */
  const givenOrder = async (): Promise<string> => {
    const product = (basePriceMinor: number, gstRateBp: number, deliveryChargeMinor = 0) =>
      givenProduct(app, { basePriceMinor, gstRateBp, deliveryChargeMinor, hsn: '7323' });
    const a = await product(24_950, 500, 10_000);
    const b = await product(119_900, 1_800);
    const c = await product(3_333, 1_800);
    const order = await shop.orders.place([
      { sku: a.sku, quantity: 10 },
      { sku: b.sku, quantity: 3 },
      { sku: c.sku, quantity: 7 },
    ]);
    await admin.orders.pay(order);
    return order;
  };
  /** Returns the amounts of an order's documents, line by line. */
  const amounts = async (order: string) =>
    (await tax.ofOrder(order)).map(({ number, total, taxable, tax: taxes, content }) => ({
      series: number.slice(0, 2),
      ...{ total, taxable, ...taxes },
      lines: content!.lines.map((line) => [
        ...[line.gross_minor, line.cgst_minor + line.igst_minor, line.taxable_minor],
      ]),
    }));

  describe('before there is a tax profile', () => {
    it('do not exist, and nothing is missing', async () => {
      shop = await givenShop(app);
      await tax.getProfile().refused(404);
      const order = await givenOrder();
      await admin.orders.ship(order);
      expect(await tax.ofOrder(order)).toEqual([]);
      expect(await tax.uninvoiced()).toMatchObject({ data: [] });
    });
  });

  describe('of a wholesaler in Maharashtra', () => {
    beforeAll(async () => {
      await tax.putProfile();
    });

    it('take the worked example to the paisa between states', async () => {
      shop = await givenShop(app);
      await tax.changeClient(shop.client.id, KARNATAKA);
      const order = await givenOrder();
      await admin.orders.ship(order, units(6, 1, 7));
      await admin.orders.ship(order, units(4, 2));
      await admin.orders.deliver(order);
      await admin.orders.return(order);
      await admin.orders.refund(order, { amount: 1_000 });
      expect(await amounts(order)).toEqual([
        {
          ...{ series: 'WS', total: 3_029.31, taxable: 2_729.64, cgst: 0, sgst: 0, igst: 299.67 },
          lines: [
            [154_810, 7_372, 147_438],
            [123_993, 18_914, 105_079],
            [24_128, 3_681, 20_447],
          ],
        },
        {
          ...{ series: 'WS', total: 3_396, taxable: 2_982.68, cgst: 0, sgst: 0, igst: 413.32 },
          lines: [
            [99_800, 4_752, 95_048],
            [239_800, 36_580, 203_220],
          ],
        },
        {
          ...{ series: 'CN', total: 1_000, taxable: 889.03, cgst: 0, sgst: 0, igst: 110.97 },
          lines: [
            [24_094, 1_147, 22_947],
            [19_298, 2_944, 16_354],
            [3_755, 573, 3_182],
            [15_532, 740, 14_792],
            [37_321, 5_693, 31_628],
          ],
        },
      ]);
      await admin.orders.refund(order);
      const [first, second, , rest] = await amounts(order);
      expect(rest!.total).toBe(5_425.31);
      expect(rest!.igst + 110.97).toBeCloseTo(first!.igst + second!.igst, 5);
    });

    it('take the worked example to the paisa within the state', async () => {
      shop = await givenShop(app);
      await tax.changeClient(shop.client.id, MAHARASHTRA);
      const order = await givenOrder();
      await admin.orders.ship(order, units(6, 1, 7));
      await admin.orders.ship(order);
      await admin.orders.deliver(order);
      await admin.orders.return(order);
      await admin.orders.refund(order, { amount: 1_000 });
      const halves = [
        { total: 3_029.31, taxable: 2_729.65, cgst: 149.83, sgst: 149.83, igst: 0 },
        { total: 3_396, taxable: 2_982.68, cgst: 206.66, sgst: 206.66, igst: 0 },
        { total: 1_000, taxable: 889.02, cgst: 55.49, sgst: 55.49, igst: 0 },
      ];
      expect(await amounts(order)).toMatchObject(halves);
      expect((await amounts(order))[2]!.lines.map(([, half]) => half)).toEqual([
        ...[574, 1_472, 286, 370, 2_847],
      ]);
    });

    it('have the charge for the delivery once, also after the rest is closed', async () => {
      shop = await givenShop(app);
      await tax.changeClient(shop.client.id, KARNATAKA);
      const order = await givenOrder();
      await admin.orders.ship(order, units(1));
      await admin.orders.ship(order, units(1));
      await admin.orders.close(order);
      expect((await amounts(order)).map(({ total }) => total)).toEqual([349.5, 249.5]);
    });

    it('are listed for the store, with the address of each PDF', async () => {
      shop = await givenShop(app);
      await tax.changeClient(shop.client.id, KARNATAKA);
      const order = await givenOrder();
      expect(await shop.orders.documents(order)).toEqual([]);
      await admin.orders.ship(order);
      const [invoice] = await tax.ofOrder(order);
      expect(await shop.orders.documents(order)).toEqual([
        {
          id: invoice!.id,
          number: invoice!.number,
          kind: 'invoice',
          issued_on: invoice!.issued_on,
          total: 6_425.31,
          taxable: invoice!.taxable,
          tax: invoice!.tax,
          pdf_url: expect.stringMatching(
            new RegExp(`^http://.*/api/documents/${invoice!.id}/pdf$`),
          ),
        },
      ]);
      const other = await givenShop(app);
      await other.orders.documents(order).refused(404);
    });

    it('name the parties, but no telephone number and no e-mail address', async () => {
      shop = await givenShop(app);
      await tax.changeClient(shop.client.id, KARNATAKA);
      const order = await givenOrder();
      await admin.orders.ship(order);
      const [{ content }] = (await tax.ofOrder(order)) as [{ content: object }];
      expect(content).toMatchObject({
        supplier: { gstin: '27AAPFU0939F1ZV', address: { place: 'Mumbai' } },
        recipient: { gstin: '29AAPFU0939F1ZR', address: { place: 'Bengaluru' } },
        place_of_supply: { state: '29', name: 'Karnataka' },
        ...{ supply: 'inter_state', is_with_tax: true, order_number: order },
      });
      expect(JSON.stringify(content)).not.toMatch(/phone|email|@/);
    });

    it('do not change with the client or the profile', async () => {
      shop = await givenShop(app);
      await tax.changeClient(shop.client.id, MAHARASHTRA);
      const order = await givenOrder();
      await admin.orders.ship(order, units(1));
      const [before] = await tax.ofOrder(order);
      await tax.changeClient(shop.client.id, KARNATAKA);
      await tax.putProfile({ legal_name: 'Another Name Limited' });
      await admin.orders.ship(order);
      const [same, later] = await tax.ofOrder(order);
      expect(same).toEqual(before);
      expect(later!.content).toMatchObject({
        ...{ supplier: { legal_name: 'Another Name Limited' }, supply: 'inter_state' },
      });
    });

    it('are bills of supply if no line is taxed, with numbers of their own', async () => {
      shop = await givenShop(app);
      await tax.changeClient(shop.client.id, KARNATAKA);
      const { sku } = await givenProduct(app, { hsn: '4901', gstRateBp: 0 });
      const order = await shop.orders.place({ sku, quantity: 2 });
      await admin.orders.pay(order);
      await admin.orders.ship(order);
      expect(await tax.ofOrder(order)).toMatchObject([
        { kind: 'bill_of_supply', number: expect.stringMatching(/^BS-\d{4}-000001$/), total: 210 },
      ]);
    });

    it('are not issued for test orders', async () => {
      shop = await givenTestShop(await givenShop(app));
      const { sku } = await givenProduct(app);
      const order = await shop.orders.place({ sku, quantity: 1 });
      expect(await shop.orders.documents(order)).toEqual([]);
    });

    it('take nothing back of an order that was canceled before it was shipped', async () => {
      shop = await givenShop(app);
      const order = await givenOrder();
      await admin.orders.cancel(order);
      expect(await tax.ofOrder(order)).toEqual([]);
    });
  });
});
