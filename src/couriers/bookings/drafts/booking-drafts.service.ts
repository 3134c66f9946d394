import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CatalogService } from '../../../catalog/catalog.service.js';
import { OrderChanges } from '../../../orders/lifecycle/order-changes.js';
import type { Order } from '../../../orders/order.entity.js';
import { readToday } from '../../../platform/clock/today.js';
import { AppError, type FieldError } from '../../../platform/http/errors.js';
import { eWayBillThreshold } from '../../../tax/india/thresholds.js';
import type { OpenedCourier } from '../../accounts/opened-couriers.js';
import type { BookedItem, BookingToSend } from '../../courier-gateway.js';
import { BookingsRepository } from '../bookings.repository.js';
import type { BookedUnits, CourierBooking } from '../courier-booking.entity.js';
import { measure, type WantedBox } from './measures.js';
import { consigneeFor } from './required-facts.js';

/** What is booked, and how it travels. */
export type DraftedBooking = Pick<
  CourierBooking,
  'accountId' | 'kind' | 'units' | 'box' | 'weightGrams' | 'declaredMinor' | 'mode' | 'needsWayBill'
>;

interface WantedUnits extends WantedBox {
  units: readonly BookedUnits[];
}

/** Computes what a courier needs to know of units of an order. */
@Injectable()
export class BookingDraftsService {
  constructor(
    private readonly changes: OrderChanges,
    private readonly catalog: CatalogService,
    private readonly repository: BookingsRepository,
  ) {}

  /**
   * Drafts a booking of units of a locked order.
   *
   * @throws AppError validation_failed, which names everything that the courier would lack
   */
  async draft(
    manager: EntityManager,
    order: Order,
    { units, ...wanted }: WantedUnits,
    { account, courier }: OpenedCourier,
  ): Promise<DraftedBooking> {
    const lines = await this.linesOf(manager, order, units);
    const measured = measure(lines, wanted, await this.repository.findTerms(manager));
    const problems: FieldError[] = [...consigneeFor(order, courier.rules).problems];
    if (Array.isArray(measured)) problems.push(...measured);
    if (Array.isArray(measured) || problems.length > 0) {
      throw new AppError('validation_failed', { fields: problems });
    }
    const declaredMinor = lines.reduce((sum, line) => sum + line.quantity * line.unitMinor, 0);
    const { id: accountId, kind, mode } = account;
    const needsWayBill = declaredMinor > eWayBillThreshold(await readToday(manager), null);
    return { accountId, kind, mode, units: [...units], ...measured, declaredMinor, needsWayBill };
  }

  /**
   * Writes a booking of a locked order as it is sent.
   *
   * @throws AppError validation_failed, which names everything that the courier would lack
   */
  async compose(
    manager: EntityManager,
    order: Order,
    booking: CourierBooking,
    { account, courier }: OpenedCourier,
  ): Promise<BookingToSend> {
    const { name: _, ...box } = booking.box;
    const { consignee, problems } = consigneeFor(order, courier.rules);
    if (consignee === null) throw new AppError('validation_failed', { fields: problems });
    const lines = await this.linesOf(manager, order, booking.units);
    const items = lines.map(({ unitGrams: __, ...item }): BookedItem => item);
    return {
      reference: booking.reference,
      awb: booking.awb,
      ref: booking.courierRef,
      orderNumber: order.orderNumber,
      consignee,
      pickupName: account.pickupName!,
      returnTo: account.returnTo,
      box,
      weightGrams: booking.weightGrams,
      declaredMinor: booking.declaredMinor,
      items,
      mode: booking.mode,
    };
  }

  private async linesOf(
    manager: EntityManager,
    { id }: Order,
    units: readonly BookedUnits[],
  ): Promise<(BookedItem & { unitGrams: number | null })[]> {
    const items = await this.changes.listItems(manager, id);
    const handling = await this.catalog.findHandling(
      manager,
      items.map(({ productId }) => productId),
    );
    const quantities = new Map(units.map(({ line, quantity }) => [line, quantity]));
    return items.flatMap(({ line, productId, sku, name, unitPriceMinor: unitMinor }) => {
      const quantity = quantities.get(line);
      if (quantity === undefined) return [];
      const {
        hsn = null,
        gstRateBp = null,
        weightGrams: unitGrams = null,
      } = handling.get(productId) ?? {};
      const gstRate = gstRateBp === null ? null : gstRateBp / 100;
      return [{ sku, name, quantity, unitMinor, hsn, gstRate, unitGrams }];
    });
  }
}
