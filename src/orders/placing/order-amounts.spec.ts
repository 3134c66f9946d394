import fc from 'fast-check';
import { DELIVERY_POLICIES } from '../../platform/config/settings.js';
import { deliveryCharges, orderAmounts, type PricedLine } from './order-amounts.js';

const [mug, shirt, lamp] = [
  { productId: 1, unitPriceMinor: 24_000, deliveryChargeMinor: 4_000 },
  { productId: 2, unitPriceMinor: 35_050, deliveryChargeMinor: 6_000 },
  { productId: 3, unitPriceMinor: 99, deliveryChargeMinor: 0 },
] as const;

const policy = fc.constantFrom(...DELIVERY_POLICIES);

/** The lines of an order. Each product has one price and one charge, regardless of its number of lines. */
const orderLines = fc
  .uniqueArray(
    fc.record({
      productId: fc.integer({ min: 1, max: 1_000_000 }),
      unitPriceMinor: fc.integer({ min: 1, max: 1_000_000_000 }),
      deliveryChargeMinor: fc.integer({ min: 0, max: 1_000_000_000 }),
    }),
    { selector: ({ productId }) => productId, minLength: 1, maxLength: 8 },
  )
  .chain((products) =>
    fc.array(
      fc
        .tuple(fc.constantFrom(...products), fc.integer({ min: 1, max: 10_000 }))
        .map(([product, quantity]): PricedLine => ({ ...product, quantity })),
      { minLength: 1, maxLength: 100 },
    ),
  );

/** Lists the charges of the distinct products, found by comparing lines. */
function chargesOf(lines: readonly PricedLine[]): bigint[] {
  return lines
    .filter(
      ({ productId }, index) => lines.findIndex((line) => line.productId === productId) === index,
    )
    .map(({ deliveryChargeMinor }) => BigInt(deliveryChargeMinor));
}

describe('orderAmounts', () => {
  it.each([
    ['one unit', [{ ...mug, quantity: 1 }], 24_000, 4_000, 4_000],
    ['many units of a product', [{ ...mug, quantity: 12 }], 288_000, 4_000, 4_000],
    [
      'several products',
      [
        { ...mug, quantity: 2 },
        { ...shirt, quantity: 3 },
        { ...lamp, quantity: 10 },
      ],
      154_140,
      10_000,
      6_000,
    ],
    [
      'a product on two lines',
      [
        { ...shirt, quantity: 1 },
        { ...mug, quantity: 1 },
        { ...shirt, quantity: 2 },
      ],
      129_150,
      10_000,
      6_000,
    ],
    [
      'two products with the same charge',
      [
        { ...mug, quantity: 1 },
        { ...shirt, deliveryChargeMinor: 4_000, quantity: 1 },
      ],
      59_050,
      8_000,
      4_000,
    ],
    ['a product delivered free of charge', [{ ...lamp, quantity: 100 }], 9_900, 0, 0],
  ])('charges %s', (_, lines, subtotalMinor, perProductMinor, highestMinor) => {
    expect(orderAmounts(lines, 'per_product')).toEqual({
      subtotalMinor,
      deliveryMinor: perProductMinor,
      totalMinor: subtotalMinor + perProductMinor,
    });
    expect(orderAmounts(lines, 'highest')).toEqual({
      subtotalMinor,
      deliveryMinor: highestMinor,
      totalMinor: subtotalMinor + highestMinor,
    });
  });

  it('adds the prices of all units to the subtotal, and the delivery to the total, to the paisa', () => {
    fc.assert(
      fc.property(orderLines, policy, (lines, used) => {
        const { subtotalMinor, deliveryMinor, totalMinor } = orderAmounts(lines, used);
        const subtotal = lines.reduce(
          (sum, line) => sum + BigInt(line.unitPriceMinor) * BigInt(line.quantity),
          0n,
        );
        expect(BigInt(subtotalMinor)).toBe(subtotal);
        expect(BigInt(totalMinor)).toBe(subtotal + BigInt(deliveryMinor));
      }),
    );
  });

  it('stays exact for the largest order there can be', () => {
    const lines = Array.from({ length: 100 }, (_, index) => ({
      productId: index,
      quantity: 10_000,
      unitPriceMinor: 1_000_000_000,
      deliveryChargeMinor: 999_999_999,
    }));
    expect(orderAmounts(lines, 'per_product')).toEqual({
      subtotalMinor: 1_000_000_000_000_000,
      deliveryMinor: 99_999_999_900,
      totalMinor: 1_000_099_999_999_900,
    });
  });

  it('per_product: charges every distinct product once, however its units are spread over lines', () => {
    fc.assert(
      fc.property(orderLines, (lines) => {
        const sum = chargesOf(lines).reduce((total, charge) => total + charge, 0n);
        expect(BigInt(orderAmounts(lines, 'per_product').deliveryMinor)).toBe(sum);
      }),
    );
  });

  it('highest: charges only the dearest delivery of the products', () => {
    fc.assert(
      fc.property(orderLines, (lines) => {
        const most = chargesOf(lines).reduce((max, charge) => (charge > max ? charge : max), 0n);
        expect(BigInt(orderAmounts(lines, 'highest').deliveryMinor)).toBe(most);
      }),
    );
  });

  it('charges the same for any order of the lines', () => {
    const shuffled = orderLines.chain((lines) =>
      fc.tuple(
        fc.constant(lines),
        fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, policy, ([lines, mixed], used) => {
        expect(orderAmounts(mixed, used)).toEqual(orderAmounts(lines, used));
      }),
    );
  });

  it('charges no more delivery when quantities grow', () => {
    fc.assert(
      fc.property(orderLines, policy, (lines, used) => {
        const single = lines.map((line) => ({ ...line, quantity: 1 }));
        expect(orderAmounts(lines, used).deliveryMinor).toBe(
          orderAmounts(single, used).deliveryMinor,
        );
      }),
    );
  });
});

describe('deliveryCharges', () => {
  const lines = [mug, shirt, { ...shirt, quantity: 2 }, lamp].map((line) => ({
    quantity: 1,
    ...line,
  }));
  const counted = (rule: (typeof DELIVERY_POLICIES)[number], of: readonly PricedLine[] = lines) =>
    deliveryCharges(of, rule).map(({ line, isCounted }) => [line.productId, isCounted]);

  it('counts each product once', () => {
    expect(counted('per_product')).toEqual([
      [1, true],
      [2, true],
      [3, true],
    ]);
  });

  it('counts the highest only where that is the policy, and one of several that are as high', () => {
    expect(counted('highest')).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ]);
    const duplicates = [mug, { ...mug, productId: 9 }].map((line) => ({ ...line, quantity: 1 }));
    expect(counted('highest', duplicates)).toEqual([
      [1, true],
      [9, false],
    ]);
  });

  it('explains the delivery of any order: what counts adds up to it', () => {
    fc.assert(
      fc.property(orderLines, policy, (all, rule) => {
        const sum = deliveryCharges(all, rule)
          .filter(({ isCounted }) => isCounted)
          .reduce((total, { line }) => total + line.deliveryChargeMinor, 0);
        expect(sum).toBe(orderAmounts(all, rule).deliveryMinor);
      }),
    );
  });
});
