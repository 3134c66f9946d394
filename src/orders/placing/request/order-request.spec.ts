import fc from 'fast-check';
import type { PricedProduct } from '../../../catalog/priced-product.js';
import {
  validateItems,
  shortageError,
  type ItemProblem,
  type OrderLine,
  type RequestedItem,
} from './order-request.js';

function givenProduct(product: Partial<PricedProduct>): PricedProduct {
  return {
    id: 1,
    sku: 'MUG',
    name: 'Enamel mug',
    category: '',
    variations: [],
    variationStocks: {},
    stockQty: 10,
    priceMinor: 24_000,
    deliveryChargeMinor: 4_000,
    variationCodes: {},
    ...product,
  };
}

const mug = givenProduct({});

const shirt = givenProduct({
  id: 2,
  sku: 'SHIRT',
  name: 'Shirt',
  variations: [{ name: 'Size', values: ['S', 'M', 'L'] }],
  variationStocks: { 'Size:S': 5, 'Size:M': 3, 'Size:L': 0 },
  stockQty: 8,
  priceMinor: 35_050,
  deliveryChargeMinor: 6_000,
});

const scarf = givenProduct({
  id: 3,
  sku: 'SCARF',
  variations: [{ name: 'Size', values: ['Free'] }],
  variationStocks: { 'Size:Free': 4 },
  stockQty: 4,
});

const box = givenProduct({
  id: 4,
  sku: 'BOX',
  variations: [
    { name: 'Height', values: ['1', '2'] },
    { name: 'Width', values: ['1', '2'] },
    { name: 'Lid', values: ['Flat', 'Domed'] },
  ],
});

const products = [mug, shirt, scarf, box];

function item(sku: string, quantity: number, variation: string | null = null): RequestedItem {
  return { sku, quantity, variation };
}

function linesOf(items: readonly RequestedItem[]): OrderLine[] {
  const validated = validateItems(items, products, () => []);
  if ('problems' in validated) throw new Error(JSON.stringify(validated.problems));
  return validated.lines;
}

/** Lists the problems without their messages, in the order of the fields. */
function problemsOf(items: readonly RequestedItem[]): Omit<ItemProblem, 'message'>[] {
  const validated = validateItems(items, products, () => []);
  const problems = 'problems' in validated ? validated.problems : [];
  return problems
    .map(({ message, ...problem }) => {
      expect(message).not.toBe('');
      return problem;
    })
    .sort((a, b) => a.field.localeCompare(b.field));
}

function shortage(index: number, requested: number, available: number): object {
  const field = `items.${index}.quantity`;
  return { field, code: 'insufficient_stock', requested, available };
}

describe('validateItems', () => {
  it('makes a line of every item, with the price, delivery and name of its product', () => {
    expect(linesOf([item('SHIRT', 2, ' m '), item('MUG', 10)])).toEqual([
      {
        productId: 2,
        sku: 'SHIRT',
        name: 'Shirt',
        variation: ' m ',
        variationKey: 'Size:M',
        quantity: 2,
        unitPriceMinor: 35_050,
        deliveryChargeMinor: 6_000,
        available: 3,
      },
      {
        productId: 1,
        sku: 'MUG',
        name: 'Enamel mug',
        variation: null,
        variationKey: null,
        quantity: 10,
        unitPriceMinor: 24_000,
        deliveryChargeMinor: 4_000,
        available: 10,
      },
    ]);
  });

  it('keeps the lines as sent, also those of the same product', () => {
    const items = [item('SHIRT', 1, 'M'), item('MUG', 2), item('SHIRT', 2, 'Size:M')];
    expect(linesOf(items)).toMatchObject(items);
  });

  it('keeps the text on a product without variations, without effect', () => {
    expect(linesOf([item('MUG', 1, 'blue, please')])).toMatchObject([
      { variation: 'blue, please', variationKey: null },
    ]);
  });

  it('chooses the single combination of a product itself', () => {
    expect(linesOf([item('SCARF', 4)])).toMatchObject([
      { variation: null, variationKey: 'Size:Free' },
    ]);
  });

  it.each(['GONE', 'mug', 'MUG ', '', 'constructor'])('knows no product %j', (sku) => {
    expect(problemsOf([item('MUG', 1), item(sku, 1)])).toEqual([
      { field: 'items.1.sku', code: 'unknown_sku' },
    ]);
  });

  it('checks a combination against its own stock, not against that of the product', () => {
    expect(problemsOf([item('SHIRT', 1, 'L')])).toEqual([shortage(0, 1, 0)]);
  });

  it('checks the combinations of one product separately', () => {
    expect(linesOf([item('SHIRT', 5, 'S'), item('SHIRT', 3, 'M')])).toHaveLength(2);
  });

  it('checks products separately whose combinations have the same name', () => {
    const skirt = givenProduct({ ...shirt, id: 5, sku: 'SKIRT' });
    const bowl = givenProduct({ ...mug, id: 6, sku: 'BOWL' });
    const items = [item('SHIRT', 5, 'S'), item('SKIRT', 5, 'S'), item('MUG', 10), item('BOWL', 10)];
    expect(validateItems(items, [...products, skirt, bowl], () => [])).toMatchObject({
      lines: items,
    });
  });
});

describe('validateItems and the stock', () => {
  it.each([
    ['no variation', 'SHIRT', null, 'variation_required', ['Size:S', 'Size:M', 'Size:L']],
    ['an unknown one', 'SHIRT', 'XL', 'variation_unknown', ['Size:S', 'Size:M', 'Size:L']],
    ['a wrong one', 'SCARF', 'XL', 'variation_unknown', ['Size:Free']],
    [
      'an ambiguous one',
      'BOX',
      'Flat / 1 / 2',
      'variation_ambiguous',
      ['Height:1|Width:2|Lid:Flat', 'Height:2|Width:1|Lid:Flat'],
    ],
  ])('refuses %s with the keys that would do', (_, sku, variation, code, keys) => {
    const [problem, ...others] = problemsOf([item(sku, 1, variation)]);
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ field: 'items.0.variation', code });
    expect([...(problem!.keys as string[])].sort()).toEqual([...keys].sort());
  });

  it.each([
    ['a product', 'MUG', null, 10],
    ['a combination', 'SHIRT', 'S', 5],
  ])('sells the last unit of %s, and not one more', (_, sku, variation, available) => {
    expect(linesOf([item(sku, available, variation)])).toHaveLength(1);
    expect(problemsOf([item(sku, available + 1, variation)])).toEqual([
      shortage(0, available + 1, available),
    ]);
  });

  it('sums the items of one combination, however each of them was written', () => {
    expect(
      problemsOf([item('SHIRT', 2, 'M'), item('MUG', 1), item('SHIRT', 2, 'size: m')]),
    ).toEqual([shortage(0, 4, 3), shortage(2, 4, 3)]);
  });

  it('sums the items of a product without variations, regardless of their variation texts', () => {
    expect(problemsOf([item('MUG', 6, 'blue'), item('MUG', 5, 'red')])).toEqual([
      shortage(0, 11, 10),
      shortage(1, 11, 10),
    ]);
  });

  it('checks all items, and reports all problems at once', () => {
    const found = problemsOf([
      item('MUG', 11),
      item('GONE', 1),
      item('SHIRT', 1),
      item('SHIRT', 9, 'M'),
      item('SCARF', 1, 'XL'),
      item('MUG', 1),
      item('SCARF', 1),
    ]);
    expect(found).toEqual([
      shortage(0, 12, 10),
      { field: 'items.1.sku', code: 'unknown_sku' },
      {
        field: 'items.2.variation',
        code: 'variation_required',
        keys: Object.keys(shirt.variationStocks),
      },
      shortage(3, 9, 3),
      { field: 'items.4.variation', code: 'variation_unknown', keys: ['Size:Free'] },
      shortage(5, 12, 10),
    ]);
  });

  it('refuses exactly the products and combinations that are asked for beyond their stock', () => {
    const choice = fc.constantFrom(
      { sku: 'MUG', variation: null, available: 10 },
      { sku: 'MUG', variation: 'blue', available: 10 },
      { sku: 'SHIRT', variation: 'S', available: 5 },
      { sku: 'SHIRT', variation: 'M', available: 3 },
      { sku: 'SHIRT', variation: 'L', available: 0 },
    );
    const pile = ({ sku, variation }: Pick<RequestedItem, 'sku' | 'variation'>): string =>
      sku === 'MUG' ? sku : `${sku} ${variation}`;
    const asked = fc.array(fc.tuple(choice, fc.integer({ min: 1, max: 6 })), { maxLength: 8 });
    fc.assert(
      fc.property(asked, (wanted) => {
        const expected = wanted.flatMap(([{ available, ...what }], index) => {
          const requested = wanted
            .filter(([other]) => pile(other) === pile(what))
            .reduce((sum, [, quantity]) => sum + quantity, 0);
          return requested > available ? [shortage(index, requested, available)] : [];
        });
        const items = wanted.map(([{ sku, variation }, quantity]) =>
          item(sku, quantity, variation),
        );
        expect(problemsOf(items)).toEqual(expected);
      }),
    );
  });
});

describe('shortageError', () => {
  it('tells the item, what was wanted and what there is', () => {
    expect(shortageError(7, 5, 2)).toEqual({
      field: 'items.7.quantity',
      code: 'insufficient_stock',
      message: 'requested 5, only 2 available',
      requested: 5,
      available: 2,
    });
  });
});
