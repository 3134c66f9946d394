import fc from 'fast-check';
import { SPELLINGS } from './model.js';

/** Returns how many commands a sequence has at most: a third of them in a short run, of one sequence. */
export function mostCommands(most: number): number {
  return Number(process.env.MODEL_RUNS ?? 1) > 1 ? most : Math.ceil(most / 3);
}

/** Draws the one, or once in ten the other. */
export function mostly<T, U>(one: fc.Arbitrary<T>, other: fc.Arbitrary<U>): fc.Arbitrary<T | U> {
  return fc.oneof({ weight: 9, arbitrary: one }, { weight: 1, arbitrary: other });
}

const price = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 10_000_000 }));

/** Arbitraries that steps are drawn from; products, clients and plans by index. */
export const draw = {
  client: fc.nat(1),
  plan: fc.nat(1),
  product: fc.nat(3),
  items: fc.array(
    fc.record({
      /** A to C are plain, D has variations, E does not exist. */
      sku: mostly(fc.constantFrom(...'ABCD'), fc.constant('E')),
      quantity: fc.integer({ min: 1, max: 4 }),
      variation: fc.option(mostly(fc.constantFrom(...SPELLINGS.keys()), fc.constant('XXL / Red')), {
        freq: 15,
        nil: undefined,
      }),
    }),
    { minLength: 1, maxLength: 4, size: 'max' },
  ),
  storeOrderId: fc.option(fc.constantFrom('S1', 'S2', 'S3', 'S4'), { freq: 2 }),
  reference: fc.option(fc.constantFrom('R1', 'R2', 'R3', 'R4'), { freq: 2 }),
  /** null: everything that is left. */
  units: fc.option(
    fc.array(
      fc.record({
        line: mostly(fc.constantFrom(1, 2), fc.constant(4)),
        quantity: fc.constantFrom(1, 2),
      }),
      { minLength: 1, maxLength: 2 },
    ),
    { freq: 3 },
  ),
  outcome: fc.constantFrom('delivered' as const, 'returned' as const),
  /** The index of one of a product's stock levels; 4 does not exist. */
  level: mostly(fc.nat(3), fc.constant(4)),
  delta: fc.integer({ min: -9, max: 9 }).filter((delta) => delta !== 0),
  stock: fc.array(fc.integer({ min: 0, max: 16 }), { minLength: 4, maxLength: 4 }),
  price,
  basePrice: fc.option(price, { freq: 15 }),
  /** Some discounts often leave half a paisa. */
  discountBp: mostly(
    fc.oneof(fc.constantFrom(0, 1_250, 2_500, 5_000), fc.integer({ min: 0, max: 6_000 })),
    fc.constantFrom(9_999, 10_000),
  ),
};
