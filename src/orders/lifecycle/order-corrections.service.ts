import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LiveCache } from '../../platform/live-cache/live-cache.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import { isIn, STATUS_SETS } from './order-lifecycle.js';
import type { Order } from '../order.entity.js';
import { recipientOf } from '../order-recipient.js';
import { textsBy } from '../order-texts.js';
import { OrdersRepository } from '../orders.repository.js';
import type { OrderCorrection } from './order-correction.js';
import { isPincode, normalizePincode, PINCODE_FORM } from '../placing/request/address.js';
import { mobileDigits } from '../placing/request/phone.js';
import { DeliveryZonesCache } from '../delivery-zones/delivery-zones.cache.js';
import { notServiceable, type Destination } from '../delivery-zones/zone-of.js';
import { OrderChanges } from './order-changes.js';

/** Paths of the fields that can be corrected, as the store sends them. */
const FIELD_PATHS = {
  customerName: 'customer.name',
  customerPhone: 'customer.phone',
  customerEmail: 'customer.email',
  shippingAddress: 'shipping.address',
  shippingCity: 'shipping.city',
  shippingState: 'shipping.state',
  shippingPincode: 'shipping.pincode',
  shippingCountry: 'shipping.country',
  ...textsBy((name) => name),
} as const satisfies Record<keyof OrderCorrection, string>;

export interface CorrectionTerms {
  /** Required owner of the order; null accepts any client. */
  clientId: number | null;
  /** Path of the pincode in the request, for refusals. */
  pincodeField: string;
  /** Throws if the locked order is not as the caller knows it. Only called if the order would change. */
  check?: (manager: EntityManager) => Promise<void>;
}

/** Corrects the customer, the address and the notes of orders. */
@Injectable()
export class OrderCorrectionsService {
  constructor(
    private readonly changes: OrderChanges,
    private readonly repository: OrdersRepository,
    private readonly liveCache: LiveCache,
    private readonly zones: DeliveryZonesCache,
  ) {}

  /**
   * Corrects an order without shipments; bookings with the delivery as it was are released. The audit log names the corrected
   * fields without their values, which are personal data.
   *
   * @returns the corrected order
   * @throws AppError order_not_found, not_correctable, validation_failed (a pincode that is not of its country),
   *   not_serviceable, charge_changed (delivery to the new address costs something else than the order was charged)
   */
  async correct(
    orderNumber: string,
    correction: OrderCorrection,
    { clientId, pincodeField, check }: CorrectionTerms,
  ): Promise<Order> {
    await this.liveCache.refresh();
    return this.changes.change(orderNumber, clientId, async (manager, order) => {
      if (!isIn('correctable', order.status)) throw notCorrectable(order);
      const { shippingCountry: country, shippingPincode } = { ...order, ...correction };
      if (!isPincode(shippingPincode, country)) throw wrongPincode(pincodeField);
      const pincode = normalizePincode(shippingPincode, country);
      const change = { ...correction, shippingPincode: pincode };
      const fields = (Object.keys(change) as (keyof OrderCorrection)[]).filter(
        (field) => change[field] !== order[field],
      );
      // Also if the check would fail: a correction whose answer was lost is sent again with the old ETag.
      if (fields.length === 0) return order;
      await check?.(manager);
      if (fields.includes('shippingPincode') || fields.includes('shippingCountry')) {
        this.requireSameCharge(order, { pincode, country }, pincodeField);
      }
      await this.repository.update(manager, order.id, change);
      const paths = fields.map((field) => FIELD_PATHS[field]);
      const isAddressOnly = paths.every((path) => path.startsWith('shipping.'));
      await this.changes.record(manager, order, {
        action: isAddressOnly ? 'order.address_corrected' : 'order.corrected',
        after: {
          fields: isAddressOnly ? paths.map((path) => path.slice('shipping.'.length)) : paths,
        },
      });
      const corrected = { ...order, ...change };
      if (!isDeepStrictEqual(deliveryOf(corrected), deliveryOf(order))) {
        await this.changes.releaseBookings(manager, corrected, 'address_changed');
      }
      return corrected;
    });
  }

  private requireSameCharge(order: Order, destination: Destination, pincodeField: string): void {
    const costMinor = this.zones.surchargeMinor(destination);
    if (costMinor === null) {
      const fields = [notServiceable(pincodeField, destination)];
      throw new AppError('not_serviceable', { fields });
    }
    const before = { pincode: order.shippingPincode, country: order.shippingCountry };
    const chargedMinor = order.surchargeMinor ?? this.zones.surchargeMinor(before);
    if (costMinor !== chargedMinor) throw new AppError('charge_changed');
  }
}

/** Shows what couriers get of an order. A phone number that is only written in another form is the same to them. */
function deliveryOf(order: Order): object {
  const { customer, shipping } = recipientOf(order);
  const { name, phone } = customer;
  return { name, phone: mobileDigits(phone) ?? phone, ...shipping };
}

function notCorrectable({ orderNumber, status }: Order): AppError {
  const correctable = STATUS_SETS.correctable.join(' or ');
  return new AppError('not_correctable', {
    message: `Order ${orderNumber} is ${status}: it can be corrected while it is ${correctable}.`,
    details: { order_number: orderNumber, order_status: status },
  });
}

function wrongPincode(field: string): AppError {
  return invalidField(field, 'invalid_pincode', `${field} ${PINCODE_FORM}`);
}
