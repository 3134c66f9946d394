import type { DeliveryPolicy } from '../config/settings.js';

/** An order's line as far as its amounts go; minor units. */
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

/** Sum of price × quantity, plus the delivery of the distinct products by the deployment's policy. */
export function orderAmounts(lines: readonly PricedLine[], policy: DeliveryPolicy): OrderAmounts {
  const subtotalMinor = lines.reduce((sum, line) => sum + line.unitPriceMinor * line.quantity, 0);
  const charges = [
    ...new Map(lines.map((line) => [line.productId, line.deliveryChargeMinor])).values(),
  ];
  const deliveryMinor =
    policy === 'highest'
      ? Math.max(0, ...charges)
      : charges.reduce((sum, charge) => sum + charge, 0);
  return { subtotalMinor, deliveryMinor, totalMinor: subtotalMinor + deliveryMinor };
}
