import type { OpenAPIObject } from '@nestjs/swagger';
import request from 'supertest';
import { givenProduct, SHIPMENT } from '../support/shop/given.js';
import { SAME_ORIGIN, TestBrowser } from '../support/shop/people.js';
import { builtDocument } from '../support/native/contract.js';
import { RIGHTS } from '../support/access/routes.js';
import { givenSuite } from '../support/shop/shop.js';

/**
 * Every GET route of the Admin API that the warehouse may call, with three exceptions.
 * - prints are left out, because an invoice is sent with the goods
 * - the progress of a file of shipments is left out
 * - labels, manifests and single bookings are left out: this shop has no booking
 */
const ROUTES = RIGHTS.filter(
  ({ route, roles }) =>
    route.startsWith('GET /admin/') &&
    roles.includes('warehouse') &&
    !/\/pdf$|\/slips$|\/shipment-imports\/|\/bookings\/|\/manifests\/|\/shipments\/:id\//.test(
      route,
    ),
).map(({ path }) => path);
/** Prices of this suite: digits that no id and no time contains by chance. */
const AMOUNTS = ['77771.13', '88882.26', '160.26', '66663.39'];

/** Numbers that are not amounts. */
const RATES = new Set(['gst_rate']);

const { app, admin, shop } = await givenSuite();
const { sku } = await givenProduct(app, { basePriceMinor: 7_777_113, deliveryChargeMinor: 16_026 });
await admin.plans.setPrice(shop.client.plan, sku, 88882.26);
const soon = new Date(Date.now() + 3_600_000).toISOString();
await admin.plans.schedulePrice(shop.client.plan, sku, 66663.39, soon);
const order = await shop.orders.place({ sku, quantity: 1 });
await admin.orders.pay(order);
const paths = ROUTES.map((path) =>
  path
    .replace(':sku', sku)
    .replace(':order_number', order)
    .replace(/search$/, `search?q=${sku}`)
    .replace(/scans$/, `scans?text=${order}`)
    .replace(/findings$/, 'findings?group=problem'),
);
const warehouse = await TestBrowser.ofOperator(app, ['warehouse']);
const owner = await TestBrowser.ofOperator(app);

describe('an operator who may not see prices', () => {
  const read = ({ cookie }: TestBrowser, path: string): request.Test =>
    request(app.server)
      .get(path)
      .set({ Cookie: cookie!, ...SAME_ORIGIN });

  it('sees no amount in any response, while the owner sees each', async () => {
    expect(ROUTES).toContain('/admin/orders/:order_number');
    let seen = '';
    for (const path of paths) {
      const { status, text } = await read(warehouse, path);
      expect([path, status]).toEqual([path, 200]);
      expect([path, amountsIn(text)]).toEqual([path, []]);
      expect(text).not.toMatch(/"(total|base_price|plan_prices|unit_price|amount)"/);
      seen += (await read(owner, path)).text;
    }
    expect(amountsIn(seen)).toEqual(expect.arrayContaining(AMOUNTS));
  });

  it('sees none in the response to a change either', async () => {
    const shipped = await warehouse.admin('post', `orders/${order}/shipments`, SHIPMENT);
    expect(shipped.status).toBe(201);
    expect(shipped.body.data).toMatchObject({ order_number: order, items: [{ quantity: 1 }] });
    expect(amountsIn(shipped.text)).toEqual([]);
  });

  it('finds the optional fields in the document: every number that is not a count', () => {
    const { paths: operations, components } = builtDocument<OpenAPIObject>('admin-api.json');
    const schemas = (components?.schemas ?? {}) as Record<string, Schema>;
    const always = ROUTES.flatMap((path) => {
      const response = operations[path.replace(/:(\w+)/g, '{$1}')]?.get?.responses['200'];
      return requiredNumbers({ response }, schemas, new Set());
    });
    expect(always).toEqual([]);
  });
});

const amountsIn = (text: string): string[] => AMOUNTS.filter((amount) => text.includes(amount));

interface Schema {
  [key: string]: unknown;
  required?: string[];
  properties?: Record<string, { type?: string }>;
}

/** Lists the required fields of type `number` of a schema and of the schemas that it refers to. */
function requiredNumbers(
  schema: Schema,
  schemas: Record<string, Schema>,
  seen: Set<string>,
): string[] {
  const own = Object.entries(schema.properties ?? {})
    .filter(([name, { type }]) => type === 'number' && !RATES.has(name))
    .filter(([name]) => schema.required?.includes(name))
    .map(([name]) => name);
  const text = JSON.stringify(schema);
  const names = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!);
  const others = names.filter((name) => !seen.has(name) && seen.add(name));
  return [...own, ...others.flatMap((name) => requiredNumbers(schemas[name]!, schemas, seen))];
}
