import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { UnitCount } from '../../fulfillment/scans/unit-count.js';
import { CouriersService } from '../../fulfillment/shipping/couriers.service.js';
import { ShippingService, type NewShipment } from '../../fulfillment/shipping/shipping.service.js';
import { OrderChanges } from '../../orders/lifecycle/order-changes.js';
import type { Order } from '../../orders/order.entity.js';
import type { Idempotency } from '../../platform/idempotency/idempotency-context.js';
import { AppError } from '../../platform/http/errors.js';
import type { CourierBooking } from '../bookings/courier-booking.entity.js';
import { labelIsOld } from '../bookings/order-bookings.js';
import { sentBy } from '../sent-by.js';
import { HandOverRepository, type HandedOver } from './hand-over.repository.js';

export type { HandedOver };

/** Number of orders that are shipped at the same time. */
const AT_ONCE = 4;

/** What was found out at the packing table. */
export interface Packed extends UnitCount {
  /** As the scale says; undefined: as it was booked. */
  weightGrams?: number | undefined;
}

export interface RefusedHandOver {
  id: number;
  /** null: there is no such booking. */
  orderNumber: string | null;
  code: string;
  message: string;
}

export interface HandOverReport {
  handedOver: HandedOver[];
  refused: RefusedHandOver[];
}

/** Hands booked boxes over: each becomes a shipment with its AWB, and its invoice is issued. */
@Injectable()
export class HandOverService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: OrderChanges,
    private readonly couriers: CouriersService,
    private readonly shipping: ShippingService,
    private readonly repository: HandOverRepository,
  ) {}

  /**
   * Hands a booking over. Doing it again changes nothing.
   *
   * @throws AppError booking_not_found, booking_canceled (its label is old), booking_state_refused, and as a shipment
   */
  async handOver(id: number, packed: Packed, key: Idempotency): Promise<HandedOver> {
    const { manager: reading } = this.dataSource;
    const orderNumber = (await this.repository.findOrderNumbers(reading, [id])).get(id);
    if (orderNumber === undefined) throw new AppError('booking_not_found');
    return this.changes.change(
      orderNumber,
      null,
      async (manager, order) => {
        const { weightGrams, ...count } = packed;
        const sending = await this.prepare(manager, order, id);
        if (sending === null) return this.read(manager, id);
        if (weightGrams !== undefined) await this.repository.weigh(manager, id, weightGrams);
        await this.shipping.ship(order.orderNumber, { ...sending, ...count }, { manager });
        return this.read(manager, id);
      },
      key,
    );
  }

  /** Hands bookings over, each in a transaction of its own. Refused ones are listed with their reason. */
  async handOverAll(ids: readonly number[]): Promise<HandOverReport> {
    const orders = await this.repository.findOrderNumbers(this.dataSource.manager, ids);
    const outcomes = new Map<number, HandedOver | RefusedHandOver>();
    const waiting = ids.values();
    const next = async (): Promise<void> => {
      for (const id of waiting) {
        outcomes.set(id, await this.tryOne(id, orders.get(id) ?? null));
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, next));
    for (const result of ended) if (result.status === 'rejected') throw result.reason;
    const all = ids.map((id) => outcomes.get(id)!);
    return {
      handedOver: all.filter((each) => 'shipmentId' in each),
      refused: all.filter((each) => 'code' in each),
    };
  }

  private async tryOne(
    id: number,
    orderNumber: string | null,
  ): Promise<HandedOver | RefusedHandOver> {
    try {
      if (orderNumber === null) throw new AppError('booking_not_found');
      return await this.changes.change(orderNumber, null, async (manager, order) => {
        const sending = await this.prepare(manager, order, id);
        if (sending === null) return this.read(manager, id);
        const { id: shipmentId } = await this.shipping.shipLocked(manager, order, sending);
        return { id, orderNumber, awb: sending.trackingNumber, shipmentId };
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const [fault] = error.fields;
      return { id, orderNumber, code: error.code, message: fault?.message ?? error.message };
    }
  }

  /** Locks a booking of a locked order, and makes its shipment. Returns null if it was handed over before. */
  private async prepare(
    manager: EntityManager,
    order: Order,
    id: number,
  ): Promise<NewShipment | null> {
    const booking = await this.repository.lock(manager, order, id);
    if (booking.state === 'handed_over') return null;
    const { awb, state, units } = booking;
    if (state === 'canceled' || state === 'canceling') {
      throw labelIsOld(awb, await this.repository.findBookedAwb(manager, order.id));
    }
    if (state !== 'booked' || awb === null) throw notBooked(order, booking);
    const shipment = await sentBy(this.couriers, manager, { ...booking, awb });
    return { ...shipment, items: units, shippedAt: null };
  }

  private async read(manager: EntityManager, id: number): Promise<HandedOver> {
    return this.repository.getHandedOver(manager, id);
  }
}

function notBooked({ orderNumber }: Order, { state }: CourierBooking): AppError {
  return new AppError('booking_state_refused', {
    message: `The booking of order ${orderNumber} is ${state.replace('_', ' ')}: expected booked.`,
  });
}
