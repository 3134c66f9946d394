import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ClientsService } from '../../clients/clients.service.js';
import { LedgerService } from '../../money/ledger/ledger.service.js';
import { ArchivedOrdersService } from '../../orders/archive/archived-orders.service.js';
import { textsOf } from '../../orders/order-texts.js';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { AppError } from '../../platform/http/errors.js';
import {
  idempotentSnapshot,
  type Idempotency,
} from '../../platform/idempotency/idempotency-context.js';
import { OrdersAdminService, type OrderRecord } from './orders.admin.service.js';

/** The parts of an order that only the file of its archive has. */
const IN_ARCHIVE = {
  customerName: '',
  customerPhone: '',
  customerEmail: null,
  shippingAddress: '',
  shippingCity: '',
  shippingState: '',
  shippingPincode: '',
  shippingCountry: '',
  ...textsOf({}),
  cancelReason: null,
  itemsCount: 0,
  deliveryMinor: 0,
  refundFinal: true,
  isOnHold: false,
  items: [],
  shipments: [],
  refunds: [],
  returns: [],
  timeline: [],
};

/** Orders that money was recorded for. */
@Injectable()
export class PaidOrdersService {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly dataSource: DataSource,
    private readonly archived: ArchivedOrdersService,
    private readonly clients: ClientsService,
    private readonly ledger: LedgerService,
    private readonly orders: OrdersAdminService,
  ) {}

  /** Reads an order after a call that recorded money for it. For an archived order, reads what the database still has. */
  async get(orderNumber: string, key: Idempotency): Promise<OrderRecord> {
    try {
      return await this.orders.get(orderNumber, null, key);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'order_not_found') throw error;
      return this.getArchived(orderNumber, key);
    }
  }

  private async getArchived(orderNumber: string, key: Idempotency): Promise<OrderRecord> {
    return idempotentSnapshot(this.dataSource, key, async (manager) => {
      const order = await this.archived.get(manager, orderNumber);
      const { name: clientName } = await this.clients.getClient(manager, order.clientId);
      const payments = await this.ledger.listOrderPayments(manager, order.id);
      const money = { subtotalMinor: order.totalMinor, currency: this.settings.currency };
      return { ...IN_ARCHIVE, ...order, ...money, clientName, payments } as unknown as OrderRecord;
    });
  }
}
