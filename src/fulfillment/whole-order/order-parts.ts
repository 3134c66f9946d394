import { Inject, Injectable } from '@nestjs/common';
import {
  ORDER_PARTS,
  type FurtherKeys,
  type OrderPart,
  type OrderPartsPort,
} from '../../orders/tracking/order-parts.port.js';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { OrdersAdminRepository } from '../orders/orders.admin.repository.js';
import { ORDER_TEXT_NAMES } from '../../orders/order-texts.js';
import { WholeOrderDto } from './whole-order.dto.js';
import { toWholeOrder } from './whole-order.js';

/** The keys of a whole order that each part adds to its status. */
const KEYS: Readonly<Record<OrderPart, readonly (keyof WholeOrderDto)[]>> = {
  shipments: [],
  returns: ['returns'],
  refunds: ['refunds'],
  documents: ['documents'],
  details: [
    ...(['customer', 'shipping', ...ORDER_TEXT_NAMES, 'cancel_reason'] as const),
    ...(['currency', 'subtotal', 'delivery', 'refunded', 'created_at', 'expires_at'] as const),
  ],
};

/** The parts of orders in lists and statuses, as the whole order shows them. */
@Injectable()
export class OrderParts implements OrderPartsPort {
  readonly sql: string;

  constructor(
    private readonly repository: OrdersAdminRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.sql = repository.foundInJson;
  }

  read(json: readonly object[]): Map<number, FurtherKeys> {
    const { unpaidOrderTtlHours } = this.settings;
    return new Map(
      this.repository.ordersIn(json).map((stored) => {
        const order = toWholeOrder(stored, unpaidOrderTtlHours);
        const keysOf: FurtherKeys = ({ parts, address }) => {
          const whole = WholeOrderDto.show({ ...order, address });
          const keys = ORDER_PARTS.filter((part) => parts.includes(part)).flatMap(
            (part) => KEYS[part],
          );
          return Object.fromEntries(keys.map((key) => [key, whole[key]]));
        };
        return [order.id, keysOf];
      }),
    );
  }
}
