import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ToAnswer } from '../../../couriers/failures/delivery-failures.repository.js';
import { DeliveryFailuresService } from '../../../couriers/failures/delivery-failures.service.js';
import { RequestFailuresService } from '../../store-requests/failures/request-failures.service.js';
import type { ClientBalances } from '../../../money/ledger/account-lines.js';
import {
  OrderFiguresService,
  type ClientFigures,
} from '../../../fulfillment/figures/order-figures.service.js';
import { PlansService, type SubscriptionStanding } from '../../../plans/plans.service.js';
import { ClientOrdersService } from '../orders/client-orders.service.js';
import { WalletService } from '../wallet/wallet.service.js';

/** Figures that need a client's attention; amounts in minor units. */
export interface Overview extends ClientFigures {
  /** Expiry of the first unpaid order; null: none expires. */
  nextExpiresAt: Date | null;
  /** Its failed deliveries that wait for an answer. */
  toAnswer: ToAnswer;
  balances: ClientBalances;
  /** Refused requests of the client's stores, since midnight in India. */
  failuresToday: number;
  /** null: the client never had a subscription. */
  subscription: SubscriptionStanding | null;
}

@Injectable()
export class OverviewService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly figures: OrderFiguresService,
    private readonly orders: ClientOrdersService,
    private readonly wallet: WalletService,
    private readonly plans: PlansService,
    private readonly failures: RequestFailuresService,
    private readonly deliveries: DeliveryFailuresService,
  ) {}

  async getOverview(clientId: number): Promise<Overview> {
    const figures = await this.figures.getFigures(clientId);
    const { manager } = this.dataSource;
    const subscriptions = await this.plans.listSubscriptions(manager, [clientId]);
    return {
      ...figures,
      nextExpiresAt: this.orders.firstExpiry(figures.toPay.oldestAt),
      failuresToday: await this.failures.countToday(clientId),
      toAnswer: await this.deliveries.readToAnswer(clientId),
      balances: await this.wallet.getBalances(clientId),
      subscription: subscriptions.get(clientId) ?? null,
    };
  }
}
