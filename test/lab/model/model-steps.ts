import fc from 'fast-check';
import { compareOrder, compareShop } from './model-compare.js';
import type { Model, Order, OrderStatus } from './model.js';
import type { Shop } from './model-shop.js';

/** An order in one of these states (null: in any), counted back from the latest. */
export interface Choice {
  back: number;
  statuses: readonly OrderStatus[] | null;
}

/** Draws an order: mostly one that a step is for, else any. */
export function orderIn(...statuses: OrderStatus[]): fc.Arbitrary<Choice> {
  return fc.record({ back: fc.nat(5), statuses: fc.option(fc.constant(statuses), { freq: 5 }) });
}

/** Something that happens to the model and to the shop, and must have the same result for both. */
export type Step = fc.AsyncCommand<Model, Shop>;

/** Takes a step, and compares everything that can be seen of the shop. */
export function step(
  text: string,
  take: (model: Model, shop: Shop) => Promise<void>,
  check: (model: Readonly<Model>) => boolean = () => true,
): Step {
  return {
    check,
    run: async (model, shop) => {
      await take(model, shop);
      await compareShop(model, shop);
    },
    toString: () => text,
  };
}

/** Takes a step of an order, and compares the order, too. */
export function stepOn(
  { back, statuses }: Choice,
  text: string,
  take: (order: Order, model: Model, shop: Shop) => Promise<void>,
): Step {
  const meant = (orders: readonly Order[]): Order[] =>
    orders.filter(({ status }) => statuses?.includes(status) ?? true);
  return step(
    `order ${-1 - back} of ${statuses?.join(' and ') ?? 'all'} ${text}`,
    async (model, shop) => {
      const orders = meant(model.orders);
      const order = at(orders, orders.length - 1 - (back % orders.length));
      await take(order, model, shop);
      await compareOrder(order, model, shop);
    },
    ({ orders }) => meant(orders).length > 0,
  );
}

export function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`nothing at ${index}`);
  return found;
}
