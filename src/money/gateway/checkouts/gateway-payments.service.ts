import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type NewestFirst, type Page, readPage } from '../../../platform/http/paging/page.js';
import {
  GatewayPaymentsRepository,
  type ListedPayment,
  type PaymentFilter,
} from './gateway-payments.repository.js';
import {
  PaymentIntentsRepository,
  type IntentFilter,
  type PaymentIntent,
} from './payment-intents.repository.js';

/** Lists intents and payments for finance. */
@Injectable()
export class GatewayPaymentsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly intents: PaymentIntentsRepository,
    private readonly payments: GatewayPaymentsRepository,
  ) {}

  /** Lists the latest intents first. */
  async listIntents(filter: IntentFilter, page: NewestFirst): Promise<Page<PaymentIntent>> {
    return readPage(page, (range) => this.intents.list(this.dataSource.manager, filter, range));
  }

  /** Lists the latest payments first. */
  async listPayments(filter: PaymentFilter, page: NewestFirst): Promise<Page<ListedPayment>> {
    return readPage(page, (range) => this.payments.list(this.dataSource.manager, filter, range));
  }
}
