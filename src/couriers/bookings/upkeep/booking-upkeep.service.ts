import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isIn } from '../../../orders/lifecycle/order-lifecycle.js';
import { OrderChanges } from '../../../orders/lifecycle/order-changes.js';
import type { Order } from '../../../orders/order.entity.js';
import { WaybillsService } from '../../waybills/waybills.service.js';
import { BookingsRepository } from '../bookings.repository.js';
import { OrderBookings } from '../order-bookings.js';
import { heldUnits, isLive } from '../units.js';
import { BookingFigures } from './booking-figures.js';
import { BookingUpkeepRepository } from './booking-upkeep.repository.js';

/** Keeps bookings in step with their orders, waybills in advance, and nothing for longer than needed. */
@Injectable()
export class BookingUpkeepService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: OrderChanges,
    private readonly seam: OrderBookings,
    private readonly waybills: WaybillsService,
    private readonly figures: BookingFigures,
    private readonly bookings: BookingsRepository,
    private readonly repository: BookingUpkeepRepository,
  ) {}

  async run(): Promise<void> {
    await this.settleStray();
    await this.waybills.refill();
    await this.repository.eraseOld(this.dataSource.manager);
    await this.figures.refresh();
  }

  /** Hands over, or releases, the bookings that no longer fit their orders. */
  async settleStray(): Promise<void> {
    for (const orderNumber of await this.repository.listStray(this.dataSource.manager)) {
      await this.changes.change(orderNumber, null, (manager, order) => this.settle(manager, order));
    }
  }

  private async settle(manager: EntityManager, order: Order): Promise<void> {
    const sent = await this.repository.listSent(manager, order.id);
    const open = await this.bookings.lockOpen(manager, order.id);
    const rest = [];
    for (const booking of open) {
      // The box is on a truck, even if the order was canceled since.
      const at = sent.findIndex(({ trackingNumber }) => trackingNumber === booking.awb);
      const [box] = at < 0 ? [] : sent.splice(at, 1);
      if (box !== undefined) await this.seam.handOver(manager, booking, box.id);
      else if (booking.state !== 'canceling' && booking.releasedWhy === null) rest.push(booking);
    }
    const isShippable = isIn('shippable', order.status) && order.anonymizedAt === null;
    const left = await this.bookings.countLeft(manager, order.id);
    // The latest first: what was booked earlier may be packed.
    for (const booking of rest.toReversed()) {
      const held = heldUnits(rest.slice(0, rest.indexOf(booking) + 1));
      const isTooMuch = booking.units.some(({ line }) => held.get(line)! > (left.get(line) ?? 0));
      if (!isShippable) await this.seam.withdraw(manager, booking, 'canceled');
      else if (isLive(booking) && isTooMuch) await this.seam.withdraw(manager, booking, 'closed');
    }
  }
}
