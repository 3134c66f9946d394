import { dateInShop, startOfDay } from '../../../platform/time-zone.js';
import { DAYS_OF_HISTORY, type DemoClient } from '../demo-clients.js';
import { PEOPLE, PLACES } from './past-customers.js';
import type { Seeded } from './seeded.js';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Goods that a client can order, with its price. */
export interface Goods {
  productId: number;
  variationKey: string;
  sku: string;
  name: string;
  unitPriceMinor: number;
  deliveryMinor: number;
}

export interface PastLine extends Goods {
  quantity: number;
}

export type Step =
  | 'pay'
  | 'shipPart'
  | 'ship'
  | 'close'
  | 'deliver'
  | 'ask'
  | 'accept'
  | 'return'
  | 'refund'
  | 'cancel'
  | 'expire';

/** An order of the past and its steps, in the order of their times. */
export interface PastOrder {
  client: number;
  /** True if support placed it for the client. */
  isByPhone: boolean;
  placedAt: Date;
  customer: { name: string; phone: string; email: string | null };
  shipping: { address: string; city: string; state: string; pincode: string };
  lines: PastLine[];
  steps: { step: Step; at: Date }[];
}

const HOURS: Record<Step, readonly [number, number]> = {
  pay: [0.1, 14],
  shipPart: [4, 30],
  ship: [6, 44],
  close: [20, 60],
  deliver: [40, 120],
  ask: [20, 110],
  accept: [2, 20],
  return: [40, 100],
  refund: [4, 30],
  cancel: [1, 12],
  expire: [24, 24.1],
};

/** Steps of the latest orders, so that every status exists at any time of the week. */
const LATEST: readonly (readonly [count: number, steps: readonly Step[]])[] = [
  [4, []],
  [7, ['pay']],
  [2, ['pay', 'shipPart']],
  [44, ['pay', 'ship']],
  [1, ['pay', 'ship', 'deliver', 'ask']],
  [1, ['pay', 'ship', 'deliver', 'ask', 'accept']],
  [1, ['pay', 'ship', 'deliver', 'ask', 'accept', 'return']],
];

/** Of the latest orders, those that the first client placed by phone: one that it still has to pay, and a paid one. */
const BY_PHONE: ReadonlySet<number> = new Set([0, 4]);

/** Steps of earlier orders and their share in percent; the rest is delivered. */
const EARLIER: readonly (readonly [percent: number, steps: readonly Step[]])[] = [
  [2, ['cancel']],
  [2, ['pay', 'cancel']],
  [3, ['expire']],
  [5, ['pay', 'ship', 'deliver', 'ask', 'accept', 'return', 'refund']],
  [1.5, ['pay', 'shipPart', 'close', 'deliver']],
  [9, ['pay', 'shipPart', 'ship', 'deliver']],
];
const DELIVERED: readonly Step[] = ['pay', 'ship', 'deliver'];

/** Share of an ordinary day's orders, Sunday first. */
const WEEKDAYS = [0.5, 1.2, 1.1, 1, 1, 0.95, 0.8];

/** Makes the orders of all clients until now, the oldest first. @param goodsOf the goods of a client by its index */
export function pastOrders(
  random: Seeded,
  clients: readonly DemoClient[],
  goodsOf: (client: number) => readonly Goods[],
  now: Date,
): PastOrder[] {
  const placed: { client: number; at: number }[] = [];
  for (let day = DAYS_OF_HISTORY; day >= 0; day -= 1) {
    const midnight = startOfDay(dateInShop(new Date(now.getTime() - day * DAY_MS))).getTime();
    for (const [client, { perDay, active }] of clients.entries()) {
      if (day > active[0] || day < active[1]) continue;
      const count = Math.floor(perDay * demandOn(midnight, day) + random.next());
      for (let number = 0; number < count; number += 1) {
        // Most people shop in the evening.
        const hour = 8 + 15 * Math.sqrt(random.next());
        placed.push({ client, at: midnight + hour * HOUR_MS });
      }
    }
  }
  const past = placed.filter(({ at }) => at < now.getTime() - HOUR_MS).sort((a, b) => b.at - a.at);
  const latest = LATEST.flatMap(([count, steps]) => Array.from({ length: count }, () => steps));
  return past
    .map((order, index) => {
      const isByPhone = BY_PHONE.has(index);
      const { client, at } = isByPhone ? { ...order, client: 0 } : order;
      const unpaid = index < LATEST[0]![0];
      // They would expire before they are seen.
      const placedAt = new Date(unpaid ? now.getTime() - (index + 0.4) * HOUR_MS : at);
      const steps = clients[client]!.isOverdue
        ? DELIVERED
        : (latest[index] ?? earlierSteps(random.next() * 100));
      return {
        client,
        isByPhone,
        placedAt,
        ...customerOf(random),
        lines: linesOf(random, goodsOf(client), steps.includes('shipPart')),
        steps: timesOf(random, steps, placedAt, now),
      };
    })
    .sort((a, b) => a.placedAt.getTime() - b.placedAt.getTime());
}

/** Computes the demand of a day. It grows, doubles before a festival, and drops after it. */
function demandOn(midnight: number, daysAgo: number): number {
  // Noon is on the same day of the week in UTC.
  const weekday = WEEKDAYS[new Date(midnight + 12 * HOUR_MS).getUTCDay()]!;
  const growth = 1.15 - (0.35 * daysAgo) / DAYS_OF_HISTORY;
  const festival = daysAgo >= 24 && daysAgo <= 36 ? 1 + (37 - daysAgo) / 9 : 1;
  const lull = daysAgo >= 20 && daysAgo < 24 ? 0.5 : 1;
  return weekday * growth * festival * lull;
}

function earlierSteps(percent: number): readonly Step[] {
  let below = 0;
  for (const [share, steps] of EARLIER) if (percent < (below += share)) return steps;
  return DELIVERED;
}

/** Makes times in the given order. None is in the future: a later time is moved closer to the previous one. */
function timesOf(
  random: Seeded,
  steps: readonly Step[],
  placedAt: Date,
  now: Date,
): PastOrder['steps'] {
  let at = placedAt.getTime();
  return steps.map((step) => {
    const natural = at + random.between(...HOURS[step]) * HOUR_MS;
    const wished = step.startsWith('ship') ? inOfficeHours(natural, random) : natural;
    at = Math.min(wished, at + (now.getTime() - at) * 0.6);
    return { step, at: new Date(at) };
  });
}

/** Moves a time to between ten and six, and from a Sunday to the Monday. */
function inOfficeHours(at: number, random: Seeded): number {
  const midnight = startOfDay(dateInShop(new Date(at))).getTime();
  const moved = Math.max(at, midnight + random.between(10, 18) * HOUR_MS);
  const isSunday = new Date(midnight + 12 * HOUR_MS).getUTCDay() === 0;
  return isSunday ? moved + DAY_MS : moved;
}

function customerOf(random: Seeded): Pick<PastOrder, 'customer' | 'shipping'> {
  const [first, last] = [random.pick(PEOPLE.first), random.pick(PEOPLE.last)];
  const [city, state, pincode, streets] = random.pick(PLACES);
  const email = `${first}.${last}@example.com`.toLowerCase();
  return {
    customer: {
      name: `${first} ${last}`,
      phone: `+91 9${random.text('0123456789', 4)} ${random.text('0123456789', 5)}`,
      email: random.next() < 0.7 ? email : null,
    },
    shipping: { address: `${random.whole(1, 240)}, ${random.pick(streets)}`, city, state, pincode },
  };
}

/** Makes one to three lines of distinct goods, popular ones first. @param isLarge two lines or more */
function linesOf(random: Seeded, goods: readonly Goods[], isLarge: boolean): PastLine[] {
  const count = Math.max(isLarge ? 2 : 1, random.pick([1, 1, 1, 2, 2, 3]));
  const lines = new Map<number, PastLine>();
  while (lines.size < count) {
    const chosen = goods[Math.floor(random.next() ** 1.7 * goods.length)]!;
    const quantity = chosen.unitPriceMinor > 100_000 ? 1 : random.pick([1, 1, 2, 2, 3, 4, 6]);
    lines.set(chosen.productId, { ...chosen, quantity });
  }
  return [...lines.values()];
}
