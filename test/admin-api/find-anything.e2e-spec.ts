import type { OfficeSearchDto } from '../../src/dashboard/office/office-search.dto.js';
import { givenProduct } from '../support/shop/given.js';
import { givenMember, TestBrowser } from '../support/shop/people.js';
import { givenShop, givenSuite } from '../support/shop/shop.js';
import { KARNATAKA, TaxAdmin } from '../support/tax/tax-admin.js';

const CLIENT = 'Kaveri Homewares LLP';
const UTR = 'HDFCR52026112398431';
const TRACKING = 'DTDC7749023318';
const SKU = 'BTL-750-STEEL';
const { app, admin } = await givenSuite();
const tax = new TaxAdmin(app);
await tax.putProfile();
const kaveri = await givenShop(app, { domain: 'shop.kaveri-homewares.example' });
await admin.clients.change(kaveri.client.id, { name: CLIENT });
await tax.changeClient(kaveri.client.id, KARNATAKA);
const taxed = { gstRateBp: 1_800, hsn: '7323', deliveryChargeMinor: 4_500 };
const bottle = { sku: SKU, name: 'Copper Water Bottle', basePriceMinor: 64_950 };
const box = { sku: 'TIF-3-TIER', name: 'Tiffin Box', basePriceMinor: 89_900 };
for (const product of [bottle, box]) await givenProduct(app, { ...taxed, ...product });
await placeOthers();
/** The order to find, among others that resemble it. */
const order = await kaveri.orders.place(
  { sku: SKU, quantity: 2 },
  {
    store_order_id: 'KRV-20417',
    customer: { name: 'José Fernandes', phone: '+91 98765 23757', email: 'jose.f@mail.example' },
    shipping: {
      address: '4, Race Course Road',
      city: 'Coimbatore',
      state: 'Tamil Nadu',
      pincode: '641001',
    },
  },
);
await admin.orders.pay(order, { reference: UTR });
await admin.orders.ship(order, { tracking_number: TRACKING });
const kaveriPerson = await givenMember(app, kaveri.client);
const guwahati = await kaveri.orders.place(
  { sku: 'TIF-3-TIER', quantity: 3 },
  {
    customer: { name: 'José D’Souza', phone: '+91 90000 11111' },
    shipping: {
      address: '12, L.I.C. Road, behind Ganesh Temple',
      city: 'Guwahati',
      state: 'Assam',
      pincode: '781001',
    },
  },
);
const invoice = (await tax.ofOrder(order))[0]!.number;
const receiptId = (await admin.receipts.list({ reference: UTR })).data[0]!.id;

async function placeOthers(): Promise<void> {
  const anna = await givenShop(app, { domain: 'anna-stores.example' });
  for (const [name, phone, city, pincode] of [
    ['Ravi Kumar', '+91 98765 11757', 'Chennai', '600001'],
    ['Joseph Mathew', '+91 90876 52375', 'Kochi', '682001'],
    ['Rosa Fernando', '+91 99876 52370', 'Pune', '411001'],
  ]) {
    const shipping = { address: '1, Gandhi Road', city, state: 'Kerala', pincode };
    const rest = { customer: { name, phone }, shipping };
    const placed = await anna.orders.place({ sku: 'TIF-3-TIER', quantity: 1 }, rest);
    await admin.orders.pay(placed, { reference: `SBINR${phone!.slice(-5)}` });
  }
}

const search = (q: string) => admin.call('searchEverything', { q });

type Hit = [kind: keyof OfficeSearchDto, what: string, words: () => string];
const ORDERS: Hit[] = [
  ['orders', 'its number', () => order],
  ['orders', 'its number in small letters', () => order.toLowerCase()],
  ['orders', 'its number without WO-', () => order.slice(3)],
  ['orders', 'a part of its number', () => order.slice(5, 10)],
  ['orders', 'the end of its number', () => order.slice(-4)],
  ['orders', 'the phone as it is shown', () => '+91 98765 23757'],
  ['orders', 'the phone without spaces', () => '+919876523757'],
  ['orders', 'the phone without the code of the country', () => '98765 23757'],
  ['orders', 'the phone as digits', () => '9876523757'],
  ['orders', 'the last five digits of the phone', () => '23757'],
  ['orders', "the store's id", () => 'krv-20417'],
  ['orders', 'the tracking number', () => TRACKING],
  ['orders', 'the end of the tracking number', () => '3318'],
  ['orders', 'the UTR', () => UTR],
  ['orders', 'the UTR in small letters', () => UTR.toLowerCase()],
  ['orders', 'the beginning of a SKU', () => 'btl-750'],
  ['orders', 'words of a product', () => 'copper bottle'],
  ['orders', 'the name without accents', () => 'Jose Fernandes'],
  ['orders', 'the last name in capitals', () => 'FERNANDES'],
  ['orders', 'the e-mail address', () => 'jose.f@mail.example'],
  ['orders', 'the city', () => 'coimbatore'],
  ['orders', 'the PIN code', () => '641001'],
  ['orders', 'the invoice', () => invoice.toLowerCase()],
  ['orders', 'the total as it is shown', () => '₹1,344.00'],
  ['orders', 'the total as one types it', () => 'Rs 1344'],
  ['orders', 'several of these', () => 'jose coimbatore 1344'],
  ['orders', 'a pasted address', () => '"José Fernandes", Coimbatore,641001'],
  ['orders', 'words of which the last one begins', () => 'jose fernandes c'],
];
/** An order of a customer in Guwahati, by words as people say them. Numbers of orders have no I, L, O and U. */
const SENTENCES: Hit[] = [
  ['orders', 'the name without its apostrophe', () => 'Dsouza'],
  ['orders', 'the name with a straight apostrophe', () => "Jose D'Souza"],
  ['orders', 'the street without its points', () => 'LIC Road'],
  ['orders', 'a landmark', () => 'Ganesh Temple'],
  ['orders', 'the old name of the city', () => 'gauhati'],
  ['orders', 'the state', () => 'Assam'],
  ['orders', 'name and city', () => 'José from Guwahati'],
  ['orders', 'a sentence', () => 'the order of Jose from Guwahati today'],
  ['orders', 'a sentence with a month', () => 'order for D’Souza in this month'],
];
const OTHERS: Hit[] = [
  ['receipts', 'the UTR in small letters', () => UTR.toLowerCase()],
  ['clients', 'a part of the name', () => 'kaveri'],
  ['clients', 'the number', () => `CL${String(kaveri.client.id).padStart(6, '0')}`],
  ['clients', 'the domain', () => 'kaveri-homewares.example'],
  ['clients', 'the GSTIN in small letters', () => KARNATAKA.gstin.toLowerCase()],
  ['clients', 'the PAN', () => KARNATAKA.gstin.slice(2, 12)],
  ['clients', 'the e-mail address of a person', () => kaveriPerson.email],
  ['tokens', 'the end', () => `…${kaveri.client.token.slice(-4)}`],
  ['products', 'the SKU', () => SKU.toLowerCase()],
  ['products', 'the name', () => 'water bottle'],
];

describe('the search over everything', () => {
  const found = async (kind: keyof OfficeSearchDto, q: string): Promise<unknown[]> => {
    const hits = (await search(q))[kind] ?? [];
    return hits.map((hit) => {
      if ('order_number' in hit) return hit.order_number;
      return 'sku' in hit ? hit.sku : hit.id;
    });
  };
  const wanted = (kind: keyof OfficeSearchDto): unknown => {
    const { id: clients, tokenId: tokens } = kaveri.client;
    return { orders: order, receipts: receiptId, clients, tokens, products: SKU }[kind];
  };

  it.each(ORDERS)('finds %s by %s', async (kind, _, words) => {
    expect([words(), await found(kind, words())]).toEqual([words(), [wanted(kind)]]);
  });

  it.each(SENTENCES)('finds %s of another customer by %s', async (_, _what, words) => {
    expect([words(), await found('orders', words())]).toEqual([words(), [guwahati]]);
  });

  it('lists the orders of a period, and those of another period not', async () => {
    expect(await found('orders', 'orders of today')).toContain(guwahati);
    expect(await found('orders', 'the orders of yesterday')).toEqual([]);
    expect(await found('orders', 'Dsouza last week')).toEqual([]);
  });

  it('finds no order by two signs within its number, which are in many', async () => {
    const shown = { ...(await admin.orders.get(order)), order_number: '' };
    const words = JSON.stringify(shown)
      .toLowerCase()
      .split(/[^a-z0-9]+/);
    const pairs = [4, 5, 6, 7, 8, 9, 10].map((at) => order.slice(at, at + 2).toLowerCase());
    const pair = pairs.find((each) => !words.some((word) => word.startsWith(each)))!;
    expect([pair, await found('orders', `${pair} Coimbatore`)]).toEqual([pair, []]);
  });

  it('finds no client by a sign or by the code of a state', async () => {
    for (const q of ["'", KARNATAKA.gstin.slice(0, 2)]) {
      expect([q, await found('clients', q)]).toEqual([q, []]);
    }
  });

  it.each(OTHERS)('finds %s by %s', async (kind, _, words) => {
    expect([words(), await found(kind, words())]).toEqual([words(), [wanted(kind)]]);
  });

  it.each([
    ...['23758', '641002', 'josef', '1344.01', '₹', '+', '-', "' | 'a", '\\', ':*', '…', '!jose'],
    ...['\u0301', ',', '"'],
    ...[' client:1', ' total:134400', ' end:7'],
  ])('finds no order with %p', async (q) => {
    expect([q, await found('orders', q)]).toEqual([q, []]);
  });

  it('says who and where', async () => {
    const { orders, receipts, tokens } = await search(UTR);
    expect(orders).toMatchObject([
      {
        customer_name: 'José Fernandes',
        customer_phone: '+91 98765 23757',
        city: 'Coimbatore',
        client_name: CLIENT,
        tracking_numbers: [TRACKING],
      },
    ]);
    expect(receipts).toMatchObject([{ client_name: CLIENT, reference: UTR, paid: [order] }]);
    expect(tokens).toEqual([]);
  });

  it('finds only the kinds that a role may see, and no order by an amount that is hidden', async () => {
    const warehouse = await TestBrowser.ofOperator(app, ['warehouse']);
    const catalog = await TestBrowser.ofOperator(app, ['catalog']);
    const as = async (browser: TestBrowser, q: string): Promise<OfficeSearchDto> => {
      const { body } = await browser.admin('get', `search?q=${encodeURIComponent(q)}`);
      return body.data as OfficeSearchDto;
    };
    const hidden = { clients: null, receipts: null, tokens: null };
    expect(await as(warehouse, 'kaveri')).toEqual({ orders: [], products: [], ...hidden });
    expect((await as(warehouse, 'jose fernandes')).orders).toHaveLength(1);
    for (const q of ['1344', '1,344.00', 'jose 1344.00']) {
      expect([q, (await as(warehouse, q)).orders]).toEqual([q, []]);
      const listed = await warehouse.admin('get', `orders?q=${encodeURIComponent(q)}`);
      expect([q, listed.body.data]).toEqual([q, []]);
      const { text } = await warehouse.admin('get', `orders/export?q=${encodeURIComponent(q)}`);
      expect([q, text]).toEqual([q, expect.not.stringContaining(order)]);
    }
    const found = { products: [{ sku: SKU }], orders: null };
    expect(await as(catalog, SKU)).toMatchObject({ ...found, ...hidden });
  });

  it("finds only a client's own orders for its people", async () => {
    const own = await TestBrowser.ofMember(app, kaveri.client);
    const other = await TestBrowser.ofMember(app, (await givenShop(app)).client);
    const numbers = async (browser: TestBrowser, q: string): Promise<string[]> => {
      const { body } = await browser.call('get', `orders?q=${encodeURIComponent(q)}`);
      return (body.data as { order_number: string }[]).map((found) => found.order_number);
    };
    for (const [, , words] of ORDERS) {
      expect([words(), await numbers(own, words())]).toEqual([words(), [order]]);
      expect([words(), await numbers(other, words())]).toEqual([words(), []]);
    }
  });
});
