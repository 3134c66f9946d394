import type { JsonObject } from '../../platform/http/exchange/json.js';
import type { FoundBooking } from '../courier-gateway.js';
import { toAwb, toText } from '../courier-texts.js';
import { isCanceledOrder, isCanceledShipment } from './codes.js';

/** Shiprocket's ids of a booking. */
export interface ShiprocketRef extends Readonly<Record<string, number>> {
  order_id: number;
  shipment_id: number;
}

/** Reads the ids of an order and its shipment; null: one is missing. */
export function toRef({
  orderId,
  shipmentId,
}: {
  orderId: unknown;
  shipmentId: unknown;
}): ShiprocketRef | null {
  const [order, shipment] = [Number(toText(orderId)), Number(toText(shipmentId))];
  const areIds = [order, shipment].every((id) => Number.isSafeInteger(id) && id > 0);
  return areIds ? { order_id: order, shipment_id: shipment } : null;
}

/** Returns true for the same id, which some answers write as a number and others as a text. */
export function isSame(one: unknown, other: unknown): boolean {
  return toText(one) !== '' && toText(one) === toText(other);
}

/** Reads what Shiprocket has of a booking. Without an AWB, the step that gives it one comes next. */
export function toFound({
  ref,
  shipment,
  order,
}: {
  ref: ShiprocketRef;
  shipment: JsonObject;
  order: JsonObject;
}): FoundBooking {
  const awb = toAwb(shipment.awb ?? shipment.awb_code);
  const courierName = toText(shipment.courier, 60);
  return {
    ...(awb === null ? { step: 'awb' } : { step: 'done', awb }),
    ...(courierName !== '' && { courierName }),
    ref,
    reference: toText(order.channel_order_id) || null,
    isCanceled:
      isCanceledOrder(toText(order.status_code)) || isCanceledShipment(toText(shipment.status)),
  };
}
