import type { TestApp } from '../../support/app.js';
import {
  givenClient,
  givenPlan,
  givenProduct,
  type GivenClient,
} from '../../support/shop/given.js';

/** Product of the fuzzed shop, with prices that are computed here, without the service. Amounts in paise. */
interface Product {
  sku: string;
  base: bigint | null;
  delivery: bigint;
  active: boolean;
  /** True if it is sold on every plan. */
  everywhere: boolean;
  variations: { name: string; values: string[] }[];
}

interface Plan {
  code: string;
  discountBp: bigint;
  own: Readonly<Record<string, bigint>>;
}

const product = (
  sku: string,
  base: bigint | null,
  delivery: bigint,
  rest: Partial<Product> = {},
): Product => ({ sku, base, delivery, active: true, everywhere: true, variations: [], ...rest });

const SIZE = { name: 'Size', values: ['S', 'M'] };
const COLOUR = { name: 'Colour', values: ['Red', 'Navy Blue'] };

export const PRODUCTS: readonly Product[] = [
  product('F-PLAIN', 10_000n, 1_000n),
  product('F-ODD', 333n, 99n),
  product('F-PENNY', 1n, 0n, { everywhere: false }),
  product('F-DEAR', 1_000_000_000n, 1_000_000_000n),
  product('F-SHIRT', 35_050n, 6_000n, { variations: [SIZE, COLOUR] }),
  product('F-SCARF', 19_999n, 1n, { variations: [{ name: 'Size', values: ['Free'] }] }),
  product('F Ünï/cø?de%41', 4_499n, 250n),
  product('F-OWN', null, 500n, { everywhere: false }),
  product('F-OFF', 5_000n, 500n, { active: false, everywhere: false }),
];

const PLANS: readonly Plan[] = [
  { code: 'fuzz-base', discountBp: 0n, own: {} },
  { code: 'fuzz-deal', discountBp: 1_234n, own: { 'F-OWN': 7_777n, 'F-PLAIN': 12_345n } },
  { code: 'fuzz-half', discountBp: 5_001n, own: { 'F-ODD': 1n } },
];

/** More than any run can sell. */
const STOCK = 100_000_000;

/** A client of the shop, with the cost of each SKU. SKUs that it cannot order are left out. */
export interface Buyer extends GivenClient {
  prices: ReadonlyMap<string, bigint>;
}

/** Opens the shop with a client on each plan, and further data that operators may change at will. */
export async function openFuzzShop(app: TestApp): Promise<Buyer[]> {
  for (const { sku, base, delivery, active, variations } of PRODUCTS) {
    await givenProduct(app, {
      sku,
      basePriceMinor: base === null ? null : Number(base),
      deliveryChargeMinor: Number(delivery),
      active,
      variations,
      stock:
        variations.length === 0
          ? STOCK
          : Object.fromEntries(keysOf(variations).map((key) => [key, STOCK])),
    });
  }
  const buyers: Buyer[] = [];
  for (const plan of PLANS) {
    await givenPlan(app, { code: plan.code, discountBp: Number(plan.discountBp) });
    for (const [sku, price] of Object.entries(plan.own)) {
      const path = `plans/${plan.code}/prices/${sku}`;
      await app.admin('put', path, { wholesale_price: inRupees(price) }).expect(200);
    }
    buyers.push({ ...(await givenClient(app, { plan: plan.code })), prices: pricesOn(plan) });
  }
  for (const sku of PLAYTHINGS.skus) await givenProduct(app, { sku, basePriceMinor: 100 });
  for (const code of PLAYTHINGS.plans) await givenPlan(app, { code });
  for (const id of PLAYTHINGS.ids) {
    expect(await givenClient(app)).toMatchObject({ id: Number(id), tokenId: Number(id) });
  }
  return buyers;
}

/** Things that operators may change freely, because the checked shop has none of them. */
export const PLAYTHINGS = {
  skus: ['Z-1', 'Z-2', 'Z-3', 'Z-4'],
  plans: ['z1', 'z2'],
  /** Ids of clients and of tokens after those of the buyers. */
  ids: ['4', '5', '6'],
};

function pricesOn({ discountBp, own }: Plan): Map<string, bigint> {
  const prices = new Map<string, bigint>();
  for (const { sku, base, active } of PRODUCTS) {
    // Half up: twice the exact price plus one, halved.
    const discounted =
      base === null ? 0n : (2n * base * (10_000n - discountBp) + 10_000n) / 20_000n;
    const price = own[sku] ?? discounted;
    if (active && price > 0n) prices.set(sku, price);
  }
  return prices;
}

/** Computes the amounts of an order by the contract, from the sent body. */
export function amountsOf({ prices }: Buyer, items: readonly { sku: string; quantity: number }[]) {
  let subtotal = 0n;
  const delivered = new Map<string, bigint>();
  for (const { sku, quantity } of items) {
    const name = sku.trim();
    const price = prices.get(name);
    if (price === undefined) throw new Error(`${name} can't be ordered on this plan`);
    subtotal += price * BigInt(quantity);
    delivered.set(name, deliveryOf(name));
  }
  const delivery = [...delivered.values()].reduce((sum, charge) => sum + charge, 0n);
  return {
    subtotal: inRupees(subtotal),
    delivery: inRupees(delivery),
    total: inRupees(subtotal + delivery),
  };
}

export function deliveryOf(sku: string): bigint {
  const found = PRODUCTS.find((one) => one.sku === sku);
  if (found === undefined) throw new Error(`${sku} is no product of the shop`);
  return found.delivery;
}

/** Converts an amount to its JSON number, by way of its decimal digits. */
export function inRupees(paise: bigint): number {
  return Number(`${paise / 100n}.${String(paise % 100n).padStart(2, '0')}`);
}

export function keysOf(variations: Product['variations']): string[] {
  return variations.reduce<string[]>(
    (keys, { name, values }) =>
      keys.length === 0
        ? values.map((value) => `${name}:${value}`)
        : keys.flatMap((key) => values.map((value) => `${key}|${name}:${value}`)),
    [],
  );
}
