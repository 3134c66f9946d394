import { Injectable } from '@nestjs/common';
import { LiveCache } from '../../platform/live-cache/live-cache.js';
import { AppError } from '../../platform/http/errors.js';
import { isIn, STATUS_SETS } from '../order-lifecycle.js';
import type { Order } from '../order.entity.js';
import { OrdersRepository, type AddressCorrection } from '../orders.repository.js';
import { isPincode, normalizePincode, PINCODE_FORM } from '../placing/address.js';
import { DeliveryZonesCache } from '../delivery-zones/delivery-zones.cache.js';
import { notServiceable, type Destination } from '../delivery-zones/zone-of.js';
import { OrderChanges } from './order-changes.js';

/** Corrects the addresses of orders. */
@Injectable()
export class OrderAddressService {
  constructor(
    private readonly changes: OrderChanges,
    private readonly repository: OrdersRepository,
    private readonly liveCache: LiveCache,
    private readonly zones: DeliveryZonesCache,
  ) {}

  /**
   * Corrects the address of an order without shipments. The audit log names the corrected fields without their values,
   * which are personal data.
   *
   * @param clientId required owner of the order; null accepts any client
   * @throws AppError order_not_found, not_correctable, validation_failed (a pincode that is not of its country),
   *   not_serviceable, charge_changed (delivery to the two addresses costs different amounts now)
   */
  async correct(
    orderNumber: string,
    correction: AddressCorrection,
    clientId: number | null = null,
  ): Promise<void> {
    await this.liveCache.refresh();
    await this.changes.change(orderNumber, clientId, async (manager, order) => {
      if (!isIn('correctable', order.status)) throw notCorrectable(order);
      const { shippingCountry, shippingPincode } = { ...order, ...correction };
      if (!isPincode(shippingPincode, shippingCountry)) throw wrongPincode();
      const change = {
        ...correction,
        shippingPincode: normalizePincode(shippingPincode, shippingCountry),
      };
      const fields = (Object.keys(change) as (keyof AddressCorrection)[]).filter(
        (field) => change[field] !== order[field],
      );
      if (fields.length === 0) return;
      this.requireSameCharge(order, { ...order, ...change });
      await this.repository.updateAddress(manager, order.id, change);
      await this.changes.record(manager, order, {
        action: 'order.address_corrected',
        after: { fields: fields.map((field) => field.replace('shipping', '').toLowerCase()) },
      });
    });
  }

  private requireSameCharge(before: Address, after: Address): void {
    const afterMinor = this.zones.surchargeMinor(destinationOf(after));
    if (afterMinor === null) {
      const fields = [notServiceable('pincode', destinationOf(after))];
      throw new AppError('not_serviceable', { fields });
    }
    // An order to a zone that is no longer served was charged what its zone cost then, which is not known here.
    if (afterMinor !== (this.zones.surchargeMinor(destinationOf(before)) ?? afterMinor)) {
      throw new AppError('charge_changed');
    }
  }
}

type Address = Pick<Order, 'shippingPincode' | 'shippingCountry'>;

function destinationOf({
  shippingPincode: pincode,
  shippingCountry: country,
}: Address): Destination {
  return { pincode, country };
}

function notCorrectable({ orderNumber, status }: Order): AppError {
  const correctable = STATUS_SETS.correctable.join(' or ');
  return new AppError('not_correctable', {
    message: `Order ${orderNumber} is ${status}: its address can be corrected while it is ${correctable}.`,
    details: { order_number: orderNumber, order_status: status },
  });
}

function wrongPincode(): AppError {
  return new AppError('validation_failed', {
    fields: [{ field: 'pincode', code: 'invalid_pincode', message: `pincode ${PINCODE_FORM}` }],
  });
}
