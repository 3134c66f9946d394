import type { EntityManager } from 'typeorm';
import type { BookingFilter, PackedState } from './booking-filters.js';
import type { OrderUnits } from '../../orders/lifecycle/order-units.js';

/** A booking at a courier for units of an order that are left to ship. */
export interface BookingToPack {
  id: number;
  orderId: number;
  state: PackedState;
  awb: string | null;
  /** Name of the courier, else of the account. */
  courier: string;
  /** null: its sizes were typed. */
  box: string | null;
  weightGrams: number;
  units: readonly OrderUnits[];
  isPrinted: boolean;
  /** True: the courier made its label, which is a file of its own. */
  isPrintedAlone: boolean;
  /** True: its value is so high that it may not move without an e-way bill. */
  needsWayBill: boolean;
  /** What is wrong, or why it waits; null: nothing. */
  problem: string | null;
}

/** The booking whose AWB was scanned. */
export interface ScannedBooking {
  id: number;
  orderNumber: string;
  /** True: it was canceled, so the label is old. */
  isOld: boolean;
  /** AWB that the order has now; null: none. */
  currentAwb: string | null;
}

/** Port of fulfillment: bookings at couriers, which are in a module above. */
export abstract class BookingsToPackPort {
  /** Lists the bookings of orders that hold units. */
  abstract listOf(manager: EntityManager, orderIds: readonly number[]): Promise<BookingToPack[]>;

  /** Lists the orders with such bookings, in a state or in any. */
  abstract findOrders(
    manager: EntityManager,
    filter: Exclude<BookingFilter, 'none'> | null,
  ): Promise<number[]>;

  /** Finds the booking of an AWB that was not handed over. @param texts the AWB in the cases that couriers write it in */
  abstract findByAwb(
    manager: EntityManager,
    texts: readonly string[],
  ): Promise<ScannedBooking | null>;
}
