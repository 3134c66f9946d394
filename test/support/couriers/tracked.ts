import { OrderChanges } from '../../../src/orders/lifecycle/order-changes.js';
import type {
  HandOver,
  OrderBookingsPort,
  ReleaseReason,
} from '../../../src/orders/lifecycle/order-bookings.port.js';
import { unitsAreBooked } from '../../../src/orders/lifecycle/order-bookings.port.js';
import type { OrderUnits } from '../../../src/orders/lifecycle/order-units.js';
import type { Order } from '../../../src/orders/order.entity.js';
import type {
  NewShipmentEvent,
  ShipmentState,
} from '../../../src/orders/tracking/shipment-state.js';
import {
  ShipmentTrackingService,
  type AppliedEvents,
  type ToldEvents,
} from '../../../src/orders/tracking/shipment-tracking.service.js';
import type { EntityManager } from 'typeorm';
import type { TestApp } from '../app.js';

/** Makes an event of a courier, some minutes ago. */
export function event(
  state: ShipmentState | null,
  minutesAgo: number,
): NewShipmentEvent & { at: Date } {
  const minute = Math.floor(Date.now() / 60_000) - minutesAgo;
  const at = new Date(minute * 60_000);
  return { at, state, code: `C-${state}`, words: 'with Asha Verma', place: 'Pune' };
}

/** What tells of the goods of an order: a shipment, or a booking that is not handed over. */
export interface Goods {
  order: string;
  bookingId: number | null;
  shipmentId: number | null;
}

/** Tells events of goods. */
export async function tell(
  app: TestApp,
  { order, ...goods }: Goods,
  source: ToldEvents<NewShipmentEvent>['source'],
  events: NewShipmentEvent[],
  expectedAt: Date | null = null,
): Promise<AppliedEvents<NewShipmentEvent>> {
  const told = { ...goods, source, events, expectedAt, notBefore: null };
  return app
    .service(OrderChanges)
    .change(order, null, async (manager, locked) =>
      app.service(ShipmentTrackingService).apply(manager, locked, told),
    );
}

/** Bookings of one order at a time, as a module above the core has them. */
export class FakeBookings implements OrderBookingsPort {
  readonly released: { order: string; status: string; address: string; why: ReleaseReason }[] = [];
  /** What a live booking of any order holds; null: nothing. */
  booked: { id: number; awb: string; units: readonly OrderUnits[] } | null = null;

  /** Makes them those of a service. */
  constructor(private readonly app: TestApp) {
    Object.assign(app.service(OrderChanges), { bookings: this });
  }

  release(_: EntityManager, order: Order, why: ReleaseReason): Promise<void> {
    const { orderNumber, status, shippingAddress: address } = order;
    this.released.push({ order: orderNumber, status, address, why });
    return Promise.resolve();
  }

  claim(
    manager: EntityManager,
    order: Order,
    units: readonly OrderUnits[],
    trackingNumber: string,
  ): Promise<HandOver | null> {
    const { booked } = this;
    const lines = new Set(units.map(({ line }) => line));
    if (booked === null || !booked.units.some(({ line }) => lines.has(line))) {
      return Promise.resolve(null);
    }
    if (booked.awb !== trackingNumber) return Promise.reject(unitsAreBooked(order, booked.awb));
    return Promise.resolve(async (shipmentId) => {
      const keys = { bookingId: booked.id, shipmentId, orderId: order.id };
      await this.app.service(ShipmentTrackingService).bindBooking(manager, keys);
      this.booked = null;
    });
  }
}
