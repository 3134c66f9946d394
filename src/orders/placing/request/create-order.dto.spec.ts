import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import fc from 'fast-check';
import { CreateOrderDto } from './create-order.dto.js';
import { QuoteOrderDto } from './quote.dto.js';
import { isValid } from '../../../platform/http/input/compiled-checks.js';

const ORDER = {
  customer: { name: ' Asha Verma ', phone: '+91 98765 43210', email: 'asha@example.com' },
  shipping: {
    address: '14, Lake View Road\nnear the mill',
    city: 'Bengaluru',
    state: 'Karnataka',
    pincode: '560 001',
    country: 'India',
  },
  items: [
    { sku: 'TAWA', quantity: 2 },
    { sku: 'SHIRT', quantity: 1, variation: 'M / Indigo' },
  ],
  store_order_id: 'SHOP-1001',
  notes: '',
};

/** Makes a copy like one that was parsed from a JSON body. */
function copyOf<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

const odd = fc.oneof(
  fc.constantFrom<unknown>(null, '', ' ', '\0', '\ud800', 0, 1, -1, 1.5, 1e9, true, [], {}, [null]),
  fc.constantFrom<unknown>(
    [[]],
    [{}],
    { name: 'x' },
    'K1A 0B1',
    'a'.repeat(2_000),
    '😀'.repeat(40),
  ),
  fc.constantFrom<unknown>(ORDER.customer, ORDER.shipping, ORDER.items, ORDER.items[0]),
  fc.jsonValue({ maxDepth: 2 }),
);
const keys = fc.constantFrom(
  ...[
    'customer',
    'shipping',
    'items',
    'store_order_id',
    'notes',
    'name',
    'phone',
    'email',
    'address',
    'city',
  ],
  ...['state', 'pincode', 'country', 'sku', 'quantity', 'variation', '0', '1', '2', 'price'],
  // Nest removes `constructor` and `__proto__` before class-transformer sees them.
  ...['toString', 'then'],
);

/** Orders with other or missing values in up to three places. */
const orders = fc
  .array(
    fc.record({
      path: fc.array(keys, { minLength: 1, maxLength: 3 }),
      value: odd,
      isLeftOut: fc.boolean(),
    }),
    { maxLength: 3 },
  )
  .map((changes) => {
    const order: object = copyOf(ORDER);
    for (const { path, value, isLeftOut } of changes) {
      let place = order as Record<string, unknown>;
      for (const key of path.slice(0, -1)) {
        const next = place[key];
        if (typeof next === 'object' && next !== null && Object.hasOwn(place, key)) {
          place = next as Record<string, unknown>;
        }
      }
      const key = path.at(-1)!;
      if (isLeftOut) delete place[key];
      // As JSON.parse sets it, also where it is __proto__.
      else
        Object.defineProperty(place, key, {
          value: copyOf(value),
          enumerable: true,
          configurable: true,
          writable: true,
        });
    }
    return order;
  });

describe('the body of an order', () => {
  it.each([CreateOrderDto, QuoteOrderDto])(
    'passes the compiled checks of %p exactly where class-validator has no complaint',
    (type) => {
      let count = 0;
      const property = fc.property(orders, (order) => {
        const dto = plainToInstance<object, object>(type, order);
        const faults = validateSync(dto, { whitelist: true, forbidNonWhitelisted: true });
        count += faults.length === 0 ? 1 : 0;
        expect([faults, isValid(dto)]).toEqual([faults, faults.length === 0]);
      });
      fc.assert(property, { numRuns: 2_000 });
      expect(count).toBeGreaterThan(100);
    },
  );

  it('passes them where it is what stores send', () => {
    const minimal = { ...ORDER, notes: null, store_order_id: null };
    for (const order of [ORDER, minimal]) {
      expect(isValid(plainToInstance(CreateOrderDto, order))).toBe(true);
    }
    expect(isValid(plainToInstance(QuoteOrderDto, { items: ORDER.items }))).toBe(true);
  });
});
