import { Injectable } from '@nestjs/common';
import { AppError } from '../../platform/http/errors.js';
import type { OrderStatus } from '../order-lifecycle.js';
import type { Order } from '../order.entity.js';
import { OrdersRepository, type AddressCorrection } from '../orders.repository.js';
import { isPincode, normalizePincode, PINCODE_FORM } from '../placing/address.js';
import { OrderChanges } from './order-changes.js';

const CORRECTABLE: readonly OrderStatus[] = ['awaiting_payment', 'pending'];

/** Corrects the addresses of orders. */
@Injectable()
export class OrderAddressService {
  constructor(
    private readonly changes: OrderChanges,
    private readonly repository: OrdersRepository,
  ) {}

  /**
   * Corrects where an order is sent, while nothing of it was shipped. The audit log names the corrected fields, not
   * what they hold: an address is the data of a customer.
   *
   * @param clientId whose order it has to be; null: any client's
   * @throws AppError order_not_found, not_correctable, validation_failed (a pincode that is not of its country)
   */
  async correct(
    orderNumber: string,
    correction: AddressCorrection,
    clientId: number | null = null,
  ): Promise<void> {
    await this.changes.change(orderNumber, clientId, async (manager, order) => {
      if (!CORRECTABLE.includes(order.status)) throw notCorrectable(order);
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
      await this.repository.updateAddress(manager, order.id, change);
      await this.changes.record(manager, order, {
        action: 'order.address_corrected',
        after: { fields: fields.map((field) => field.replace('shipping', '').toLowerCase()) },
      });
    });
  }
}

function notCorrectable({ orderNumber, status }: Order): AppError {
  return new AppError('not_correctable', {
    message: `Order ${orderNumber} is ${status}: its address can be corrected while it is ${CORRECTABLE.join(' or ')}.`,
  });
}

function wrongPincode(): AppError {
  return new AppError('validation_failed', {
    fields: [{ field: 'pincode', code: 'invalid_pincode', message: `pincode ${PINCODE_FORM}` }],
  });
}
