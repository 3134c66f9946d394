import { isIn } from '../lifecycle/order-lifecycle.js';
import type { Order } from '../order.entity.js';

const HOUR_MS = 3_600_000;

/** Computes the time at which an order that stays unpaid expires; null: never. A test scenario decides for its order. */
export function expiryOf(
  { status, createdAt, testScenario }: Pick<Order, 'status' | 'createdAt' | 'testScenario'>,
  ttlHours: number,
): Date | null {
  if (!isIn('awaitingPayment', status) || testScenario !== null) return null;
  return expiryAfter(createdAt, ttlHours);
}

/** Computes when an order that was placed at a time expires, if it stays unpaid; null: never. */
export function expiryAfter(createdAt: Date, ttlHours: number): Date | null {
  return ttlHours === 0 ? null : new Date(createdAt.getTime() + ttlHours * HOUR_MS);
}
