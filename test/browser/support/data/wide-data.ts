import { givenProduct, unique } from '../../../support/shop/given.js';
import { givenMember, type GivenUser } from '../../../support/shop/people.js';
import { givenShop } from '../../../support/shop/shop.js';
import { admin, app } from '../suite.js';

const NAME =
  'Asha Verma and Daughters Wholesale Textiles, Handicrafts and Kitchenware Trading Company Private Limited';
const COURIER = 'Lake View Integrated Logistics and Surface Transport Company Private Limited';
/** A word that nothing breaks. */
const UNBROKEN = 'kitchenware'.repeat(5);

/** What is wide about a shop: names as long as they may be, words that nothing breaks, and sums of crores. */
export interface WideData {
  /** Orders of each status. */
  orders: string[];
  clientId: number;
  sku: string;
  /** That of the shipped order. */
  trackingNumber: string;
  owner: GivenUser;
}

export async function givenWideData(): Promise<WideData> {
  const shop = await givenShop(app);
  const { id: clientId } = shop.client;
  await admin.clients.change(clientId, { name: NAME });
  const { sku } = await givenProduct(app, {
    sku: unique('KITCHENWARE-STAINLESS-STEEL-TUMBLERS-SATIN-FINISH-300ML'),
    name: 'Stainless Steel Tumblers with a Rolled Rim, Satin Finish, 300 ml, Gift Box of 6, for Restaurants and Hotels',
    category: 'Kitchenware, Tableware and Handicrafts for Restaurants',
    basePriceMinor: 99_999_900,
    stock: 10_000,
  });
  const place = async (): Promise<string> =>
    shop.orders.place(
      { sku, quantity: 900 },
      {
        store_order_id: unique('SHOP_ORDER_OF_THE_YEAR_2026_NUMBER_0000000000000000000001'),
        customer: {
          name: 'Asha Verma of the Lake View Restaurants, Hotels and Canteens of Bengaluru North',
          phone: '+91 98765 43210',
          email: `${UNBROKEN}@${UNBROKEN}.example`,
        },
        shipping: {
          address: `Plot 1234, ${UNBROKEN}, Phase 2`,
          city: 'Bengaluru North Industrial Estate',
          state: 'Karnataka',
          pincode: '560001',
        },
        notes: UNBROKEN,
      },
    );
  const [unpaid, paid, shipped, returned, undelivered] = [
    await place(),
    await place(),
    await place(),
    await place(),
    await place(),
  ];
  for (const order of [paid, shipped, returned, undelivered]) {
    const reference = unique('UTR_HDFCN52026112700000000000000000000000000001');
    await admin.orders.pay(order, { method: 'NEFT', reference });
  }
  const trackingNumber = 'AWB14900000000000000000000000000000000000000001';
  for (const [order, tracking_number] of [
    [shipped, trackingNumber],
    [returned, `${trackingNumber}1`],
    [undelivered, `${trackingNumber}2`],
  ] as const) {
    await admin.orders.ship(order, { courier: COURIER, tracking_number });
  }
  await admin.orders.return(returned);
  const { id } = await shop.orders.requestReturn(undelivered, [{ line: 1, quantity: 900 }]);
  await admin.orders.acceptReturn(undelivered, id);
  // As a courier leaves it that could not deliver.
  await app.sql`UPDATE order_returns r SET shipment_id = s.id FROM shipments s WHERE r.id = ${id} AND s.order_id = r.order_id`;
  return {
    orders: [unpaid, paid, shipped, returned, undelivered],
    clientId,
    sku,
    trackingNumber,
    owner: await givenMember(app, shop.client),
  };
}
