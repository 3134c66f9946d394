import type { Caller } from '../../auth/caller.js';
import type { Settings } from '../../platform/config/settings.js';
import { toMajorUnits } from '../../platform/money.js';
import type { OrderAmounts } from './order-amounts.js';
import type { ItemProblem, OrderLine } from './request/order-request.js';
import type { OpenOrders, Placement } from './placement.js';

/** A limit of unpaid orders, in units or in the currency. */
export interface ReachedLimit {
  measure: 'units' | 'value';
  limit: number;
  /** What unpaid orders hold. */
  reserved: number;
}

type PlacementLimits = Pick<Placement, 'maxReservedUnits' | 'maxOpenValueMinor'>;

/**
 * Reads the limits for an order: the client's own, or those of the settings; null: unlimited. Test orders and lookups without
 * lines reserve nothing, so they have no limits.
 */
export function limitsOf(
  { isTest, reservationLimits }: Pick<Caller, 'isTest' | 'reservationLimits'>,
  lines: readonly unknown[],
  settings: Pick<Settings, 'maxReservedUnitsPerClient' | 'maxOpenValueMinorPerClient'>,
): PlacementLimits {
  if (isTest || lines.length === 0) return { maxReservedUnits: null, maxOpenValueMinor: null };
  const { maxReservedUnits, maxOpenValueMinor } = reservationLimits;
  return {
    maxReservedUnits: (maxReservedUnits ?? settings.maxReservedUnitsPerClient) || null,
    maxOpenValueMinor: (maxOpenValueMinor ?? settings.maxOpenValueMinorPerClient) || null,
  };
}

/** Lists an error for each limit that the client's unpaid orders would exceed with this order. */
export function limitErrors(
  { maxReservedUnits, maxOpenValueMinor }: PlacementLimits,
  open: OpenOrders,
  lines: readonly Pick<OrderLine, 'quantity'>[],
  { totalMinor }: Pick<OrderAmounts, 'totalMinor'>,
): (ItemProblem & ReachedLimit)[] {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return [
    ...limitError('units', maxReservedUnits, open.units, units),
    ...limitError('value', maxOpenValueMinor, open.valueMinor, totalMinor, toMajorUnits),
  ];
}

/** Compares units or paise. `shown` converts them for the message. */
function limitError(
  measure: 'units' | 'value',
  most: number | null,
  held: number,
  more: number,
  shown = (count: number): number => count,
): (ItemProblem & ReachedLimit)[] {
  if (most === null || held + more <= most) return [];
  const [limit, reserved, added] = [shown(most), shown(held), shown(more)];
  const message = `${measure} of unpaid orders: requested ${added}, but ${reserved} of ${limit} are reserved`;
  const [field, code] = ['items', 'reservation_limit'] as const;
  return [{ field, code, message, measure, limit, reserved, added }];
}
