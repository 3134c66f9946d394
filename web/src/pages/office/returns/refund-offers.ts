import type { OrderRecordDto } from '../../../api/generated/admin-types.js';
import { sumOf } from '../../../../../src/platform/money.js';

/** What a settlement refunds. */
export type Kind = 'back' | 'good' | 'all' | 'part' | 'none';

/** The amounts that the dialog offers; 0: not offered. */
export type Offers = Record<Exclude<Kind, 'part' | 'none'>, number>;

export const NO_OFFERS: Offers = { back: 0, good: 0, all: 0 };

/** Computes the prices of the units that came back and of the good ones among them, and all that is left if all came back. */
export function offersOf(order: OrderRecordDto, left: number): Offers {
  const received = receivedReturn(order.returns);
  const shipped = order.items.map(({ line, shipped_quantity: good }) => ({ line, good, scrap: 0 }));
  const found = received?.items ?? shipped;
  const units = new Map(found.map(({ line, good, scrap }) => [line, good + scrap]));
  const goodUnits = new Map(found.map(({ line, good }) => [line, good]));
  const [back, good] = [leftOfPrice(order, left, units), leftOfPrice(order, left, goodUnits)];
  const isWhole = order.items.every(
    ({ line, shipped_quantity: shipped }) => (units.get(line) ?? 0) === shipped,
  );
  return { back, good: good < back ? good : 0, all: isWhole && left > back ? left : 0 };
}

/** Computes the part of the price of some units that was not refunded. */
function leftOfPrice(
  { items, total = 0 }: OrderRecordDto,
  left: number,
  units: ReadonlyMap<number, number>,
): number {
  // The units that a close left out were refunded, too.
  const refundable = items.map(
    ({ line, unit_price = 0, canceled_quantity }) =>
      ((units.get(line) ?? 0) + canceled_quantity) * unit_price,
  );
  return Math.min(Math.max(0, sumOf([...refundable, left, -total])), left);
}

/** Says which units the price of all that came back is of; nothing without scrap. */
export function goodAndScrap({ returns }: OrderRecordDto): string {
  const back = receivedReturn(returns)?.items ?? [];
  const count = (kind: 'good' | 'scrap'): number => back.reduce((sum, line) => sum + line[kind], 0);
  return count('scrap') === 0 ? '' : `, ${count('good')} good and ${count('scrap')} scrap`;
}

export function leftToRefund({ total = 0, refunds }: OrderRecordDto): number {
  return sumOf([total, ...refunds.map(({ amount = 0 }) => -amount)]);
}

export function receivedReturn(
  returns: OrderRecordDto['returns'],
): OrderRecordDto['returns'][number] | undefined {
  return returns.find(({ status }) => status === 'received');
}
