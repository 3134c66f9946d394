import { ClientsService } from '../../src/clients/clients.service.js';
import { givenOrderOf } from '../support/shop/order-actions.js';
import { givenProduct } from '../support/shop/given.js';
import { givenShop, givenTestShop } from '../support/shop/shop.js';
import { TestOrders } from '../support/shop/test-orders.js';
import { givenTaxedOrder, unitsOfLines } from '../support/tax/taxed-order.js';
import {
  KARNATAKA,
  MAHARASHTRA,
  startTaxSuite,
  tax,
  TAX_PROFILE,
} from '../support/tax/tax-admin.js';
import { admin, app, shop } from '../support/money/suite.js';
import { whileQueued } from '../support/database/locks.js';

startTaxSuite();

const IN_KARNATAKA = { gstin: KARNATAKA.gstin, address: KARNATAKA.billing };

describe('tax documents of orders', () => {
  it('do not exist before there is a tax profile, and nothing is missing', async () => {
    await tax.getProfile().refused(404);
    const order = await givenTaxedOrder(shop);
    await admin.orders.ship(order);
    expect(await tax.ofOrder(order)).toEqual([]);
    expect(await tax.uninvoiced()).toMatchObject({ data: [] });
  });

  it("cannot be of a wholesaler with a client's GSTIN", async () => {
    await tax.changeClient(shop.client.id, KARNATAKA);
    await tax.putProfile(IN_KARNATAKA).expectProblems('gstin gstin_of_client');
  });

  it('need an address of the state of the GSTIN, whose fields are all named', async () => {
    const profile = { gstin: KARNATAKA.gstin, address: { ...TAX_PROFILE.address, pincode: '4' } };
    const put = tax.putProfile(profile);
    await put.expectProblems('gstin gstin_state', 'address.pincode invalid_pincode');
  });

  it('have another recipient than the wholesaler, also when both get the GSTIN at the same time', async () => {
    const { id } = shop.client;
    const lock = `SELECT pg_advisory_xact_lock(hashtextextended('registration ${KARNATAKA.gstin}', 0))`;
    const statuses = await whileQueued(app, lock, [
      () => tax.changeClient(id, KARNATAKA).status(),
      () => tax.putProfile(IN_KARNATAKA).status(),
    ]);
    expect(statuses).toEqual([200, 422]);
    await tax.changeClient(id, { gstin: null });
  });
});

describe('tax documents of a wholesaler in Maharashtra', () => {
  beforeAll(() => tax.putProfile());
  beforeEach(() => tax.changeClient(shop.client.id, KARNATAKA));

  it('are listed for the store, with the address of each PDF', async () => {
    const order = await givenTaxedOrder(shop);
    expect(await shop.orders.documents(order)).toEqual([]);
    await admin.orders.ship(order);
    const [invoice] = await tax.ofOrder(order);
    expect(await shop.orders.documents(order)).toEqual([
      {
        id: invoice!.id,
        number: invoice!.number,
        shipment_id: invoice!.shipment_id,
        refund_id: null,
        kind: 'invoice',
        issued_on: invoice!.issued_on,
        total: 6_425.31,
        taxable: invoice!.taxable,
        tax: invoice!.tax,
        pdf_url: expect.stringMatching(new RegExp(`^http://.*/api/documents/${invoice!.id}/pdf$`)),
      },
    ]);
    const elsewhere = shop.orders.documents(order).set('Host', 'shop.example');
    const [shown] = await elsewhere.set('X-Forwarded-Proto', 'http');
    expect(shown!.pdf_url).toBe(`https://shop.example/api/documents/${invoice!.id}/pdf`);
    await (await givenShop(app)).orders.documents(order).refused(404);
  });

  it('name the parties, but no telephone number and no e-mail address', async () => {
    const order = await givenTaxedOrder(shop);
    await admin.orders.ship(order);
    const content = (await tax.ofOrder(order))[0]!.content;
    expect(content).toMatchObject({
      supplier: { gstin: '27AAPFU0939F1ZV', address: { place: 'Mumbai' } },
      recipient: { gstin: '29AAPFU0939F1ZR', address: { place: 'Bengaluru' } },
      place_of_supply: { state: '29', name: 'Karnataka' },
      supply: 'inter_state',
      is_with_tax: true,
      order_number: order,
    });
    expect(JSON.stringify(content)).not.toMatch(/phone|email|@/);
  });

  it('do not change with the client or the profile', async () => {
    await tax.changeClient(shop.client.id, { ...MAHARASHTRA, gstin: null });
    const order = await givenTaxedOrder(shop);
    await admin.orders.ship(order, unitsOfLines(1));
    const [before] = await tax.ofOrder(order);
    await tax.changeClient(shop.client.id, KARNATAKA);
    await tax.putProfile({ legal_name: 'Another Name Limited' });
    await admin.orders.ship(order);
    const [same, later] = await tax.ofOrder(order);
    expect(same).toEqual(before);
    const supplier = { legal_name: 'Another Name Limited' };
    expect(later!.content).toMatchObject({ supplier, supply: 'inter_state' });
  });

  it('charge tax again once a client in a special zone has stored another GSTIN', async () => {
    const { id } = shop.client;
    await tax.changeClient(id, { ...KARNATAKA, sez: 'without_payment' });
    const order = await givenTaxedOrder(shop);
    await app.service(ClientsService).changeBilling(id, { gstin: '29AANFA2641L1Z5' });
    await admin.orders.ship(order);
    expect((await tax.ofOrder(order))[0]!.content).toMatchObject({ recipient: { sez: null } });
  });

  it('stay of one registration for a financial year', async () => {
    const later = { ...IN_KARNATAKA, effective_from: '2099-04-02' };
    await tax.putProfile(IN_KARNATAKA).expectProblems('gstin registration_in_use');
    await tax.putProfile(later).expectProblems('gstin registration_in_use');
  });

  it("are not for a client with the wholesaler's GSTIN", async () => {
    const [{ id }, { gstin }, { billing }] = [shop.client, TAX_PROFILE, MAHARASHTRA];
    await tax.changeClient(id, { billing, gstin }).expectProblems('gstin own_gstin');
    await tax.changeClient(id, { billing, gstin: null });
    const own = app.service(ClientsService).changeBilling(id, { gstin });
    await expect(own).rejects.toMatchObject({ fields: [{ code: 'own_gstin' }] });
  });

  it('count in the unit of the product', async () => {
    const { sku } = await givenProduct(app, { hsn: '5208', gstRateBp: 500, gstUnit: 'MTR' });
    const [invoice] = await tax.ofOrder(await givenOrderOf(shop, sku, 3, 'pay', 'ship'));
    expect(invoice!.content!.lines).toMatchObject([{ unit: 'MTR', units: 3 }]);
  });

  it('are bills of supply if no line is taxed, with numbers of their own', async () => {
    const { sku } = await givenProduct(app, { hsn: '4901', gstRateBp: 0 });
    expect(await tax.ofOrder(await givenOrderOf(shop, sku, 2, 'pay', 'ship'))).toMatchObject([
      { kind: 'bill_of_supply', number: expect.stringMatching(/^BS-\d{4}-000001$/), total: 210 },
    ]);
  });

  it('are tax invoices if one line is taxed', async () => {
    const [taxed, free] = await Promise.all(
      [1_800, 0].map((gstRateBp) => givenProduct(app, { hsn: '4901', gstRateBp })),
    );
    const order = await shop.orders.place([taxed!, free!].map(({ sku }) => ({ sku, quantity: 1 })));
    await admin.sell(order);
    expect((await tax.ofOrder(order)).map(({ kind }) => kind)).toEqual(['invoice']);
  });

  it('are not issued for test orders', async () => {
    const test = await givenTestShop(shop);
    const order = await new TestOrders(test).given('SHIPPED', 60, 'shipped');
    expect(await test.orders.documents(order)).toEqual([]);
  });

  it('take nothing back of an order that was canceled before it was shipped', async () => {
    const order = await givenTaxedOrder(shop);
    await admin.orders.cancel(order);
    expect(await tax.ofOrder(order)).toEqual([]);
  });
});
