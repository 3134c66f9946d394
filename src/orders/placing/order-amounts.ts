import type { DeliveryPolicy } from '../../platform/config/settings.js';

/** The amounts of an order's line, in minor units. */
export interface PricedLine {
  productId: number;
  quantity: number;
  unitPriceMinor: number;
  deliveryChargeMinor: number;
}

/** Minor units; `totalMinor = subtotalMinor + deliveryMinor`. */
export interface OrderAmounts {
  subtotalMinor: number;
  deliveryMinor: number;
  totalMinor: number;
}

/**
 * Computes the amounts of an order:
 * - the sum of price × quantity
 * - plus the delivery charges of the distinct products by the deployment's policy
 * - plus the surcharge of the address, once
 */
export function orderAmounts(
  lines: readonly PricedLine[],
  policy: DeliveryPolicy,
  surchargeMinor = 0,
): OrderAmounts {
  const subtotalMinor = lines.reduce((sum, line) => sum + line.unitPriceMinor * line.quantity, 0);
  const deliveryMinor = deliveryCharges(lines, policy)
    .filter(({ isCounted }) => isCounted)
    .reduce((sum, { line }) => sum + line.deliveryChargeMinor, surchargeMinor);
  return { subtotalMinor, deliveryMinor, totalMinor: subtotalMinor + deliveryMinor };
}

/** Lists one line of each distinct product, and if the policy counts the product's delivery charge. */
export function deliveryCharges<Line extends PricedLine>(
  lines: readonly Line[],
  policy: DeliveryPolicy,
): { line: Line; isCounted: boolean }[] {
  const products = [...new Map(lines.map((line) => [line.productId, line])).values()];
  const highest = Math.max(...products.map((line) => line.deliveryChargeMinor));
  const counted = products.find((line) => line.deliveryChargeMinor === highest);
  return products.map((line) => ({ line, isCounted: policy !== 'highest' || line === counted }));
}
