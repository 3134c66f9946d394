import type { EntityManager } from 'typeorm';
import { AppError } from '../../platform/http/errors.js';
import type { Order } from '../order.entity.js';
import type { OrderUnits } from './order-units.js';

/** Why the bookings of an order are released. */
export type ReleaseReason = 'canceled' | 'address_changed' | 'closed';

/** Hands a claimed booking over as a stored shipment, in the transaction that claimed it. */
export type HandOver = (shipmentId: number) => Promise<void>;

/**
 * Port of the core: bookings of orders at couriers, which are in a module above. Both methods are called in the transaction that
 * has locked the order, before it locks stock.
 * - without an adapter no order has bookings
 * - an adapter needs nothing that ships orders, so that the modules have no circle
 */
export abstract class OrderBookingsPort {
  /** Releases the bookings of a locked order, which is as the change leaves it. The courier learns of it later. */
  abstract release(manager: EntityManager, order: Order, why: ReleaseReason): Promise<void>;

  /**
   * Finds the booking by whose AWB units of a locked order are shipped.
   *
   * @returns what hands it over once the shipment is stored; null: no live booking holds any of the units
   * @throws AppError units_are_booked if a live booking holds some of the units and has another AWB, see {@link unitsAreBooked};
   *   booking_canceled if the number is the AWB of a booking that was canceled; validation_failed if it is that of a box of another
   *   order that waits
   */
  abstract claim(
    manager: EntityManager,
    order: Order,
    units: readonly OrderUnits[],
    trackingNumber: string,
  ): Promise<HandOver | null>;
}

/** Makes the refusal to ship units without the AWB of their booking. @param awb null: the booking has none yet */
export function unitsAreBooked({ orderNumber }: Order, awb: string | null): AppError {
  const expected =
    awb === null
      ? 'wait for its AWB, or cancel the booking'
      : `ship them with AWB ${awb}, or cancel the booking`;
  return new AppError('units_are_booked', {
    message: `Units of order ${orderNumber} are booked with a courier: ${expected}.`,
    details: { order_number: orderNumber, awb },
  });
}
