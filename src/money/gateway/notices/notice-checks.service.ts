import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { IntentChecksService } from '../checkouts/intent-checks.service.js';
import { PaymentIntentsRepository } from '../checkouts/payment-intents.repository.js';
import { GatewayDisputesService } from '../disputes/gateway-disputes.service.js';
import { RefundProgressService } from '../refunds/refund-progress.service.js';
import { GatewaySettlementsService } from '../settlements/gateway-settlements.service.js';
import type { GatewayNotice, NoticeOutcome } from './gateway-notice.entity.js';

/** Queries the gateway about the subject of a notice. The content of the notice is never trusted. */
@Injectable()
export class NoticeChecksService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly checks: IntentChecksService,
    private readonly refunds: RefundProgressService,
    private readonly disputes: GatewayDisputesService,
    private readonly settlements: GatewaySettlementsService,
    private readonly intents: PaymentIntentsRepository,
  ) {}

  /** @throws GatewayUnknown, GatewayRefused */
  async check({
    gatewayOrderId,
    aboutKind,
    aboutId,
  }: Pick<GatewayNotice, 'gatewayOrderId' | 'aboutKind' | 'aboutId'>): Promise<
    Exclude<NoticeOutcome, 'waiting'>
  > {
    const order = gatewayOrderId === null ? 'ignored' : await this.checkOrder(gatewayOrderId);
    if (aboutId === null) return order;
    if (aboutKind === 'settlement') {
      await this.settlements.checkRecent();
      return 'checked';
    }
    const isKnown = await (aboutKind === 'refund' ? this.refunds : this.disputes).check(aboutId);
    return isKnown ? 'checked' : 'unknown_order';
  }

  private async checkOrder(gatewayOrderId: string): Promise<'checked' | 'unknown_order'> {
    const intentId = await this.intents.findIdByGatewayOrder(
      this.dataSource.manager,
      gatewayOrderId,
    );
    if (intentId === null) return 'unknown_order';
    await this.checks.check(intentId, 'notice');
    return 'checked';
  }
}
