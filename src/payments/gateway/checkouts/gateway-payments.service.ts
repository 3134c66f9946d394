import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { toPage, type NewestFirst, type Page } from '../../../platform/http/paging/page.js';
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

  /** Returns the latest intents first. */
  async listIntents(
    filter: IntentFilter,
    { beforeId, limit }: NewestFirst,
  ): Promise<Page<PaymentIntent>> {
    const range = { beforeId, limit: limit + 1 };
    return toPage(await this.intents.list(this.dataSource.manager, filter, range), limit);
  }

  /** Returns the latest payments first. */
  async listPayments(
    filter: PaymentFilter,
    { beforeId, limit }: NewestFirst,
  ): Promise<Page<ListedPayment>> {
    const range = { beforeId, limit: limit + 1 };
    return toPage(await this.payments.list(this.dataSource.manager, filter, range), limit);
  }
}
