import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AppError } from '../../platform/http/errors.js';
import { toPage, type NewestFirst, type Page } from '../../platform/http/paging/page.js';
import type { Gateway } from './gateway.js';
import { GATEWAY } from './gateway-endpoint.js';
import { GatewayUnknown } from './gateway-errors.js';
import {
  GatewayNoticesRepository,
  type GatewayNotice,
  type NoticeOutcome,
} from './gateway-notices.repository.js';
import { IntentChecksService } from './intent-checks.service.js';
import { readNotice } from './notice-body.js';
import { PaymentIntentsRepository } from './payment-intents.repository.js';
import { isSignatureOf } from './signatures.js';

const AT_ONCE = 50;

/** Notices of the gateway. Each one is stored once and handled later; it is a hint to ask the gateway, nothing more. */
@Injectable()
export class GatewayNoticesService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(GATEWAY) private readonly gateway: Gateway | null,
    private readonly checks: IntentChecksService,
    private readonly intents: PaymentIntentsRepository,
    private readonly repository: GatewayNoticesRepository,
  ) {}

  /** Stores a notice that the gateway signed. @throws AppError signature_invalid; nothing is stored then */
  async store(
    body: Buffer,
    { signature, eventId }: { signature: string; eventId: string | null },
  ): Promise<void> {
    const isGenuine =
      this.gateway !== null && isSignatureOf(this.gateway.endpoint.webhookSecret, body, signature);
    if (!isGenuine) throw new AppError('signature_invalid');
    const notice = readNotice(body.toString('utf8'));
    // Without an id, the same bytes are the same event.
    const id = eventId ?? createHash('sha256').update(body).digest('hex');
    await this.repository.insert(this.dataSource.manager, { ...notice, eventId: id });
  }

  /**
   * Handles the notices that are due. What the gateway does not answer is handled again later.
   *
   * @throws the first fault, once all of them had their turn
   */
  async handleDue(): Promise<void> {
    if (this.gateway === null) return;
    const { manager } = this.dataSource;
    let fault: Error | null = null;
    for (const notice of await this.repository.claimDue(manager, AT_ONCE)) {
      try {
        await this.repository.end(manager, notice.id, await this.handle(notice));
      } catch (error) {
        if (!(error instanceof GatewayUnknown)) fault ??= error as Error;
      }
    }
    if (fault !== null) throw fault;
  }

  /** Returns the latest notices first. */
  async list(
    outcome: NoticeOutcome | null,
    { beforeId, limit }: NewestFirst,
  ): Promise<Page<GatewayNotice>> {
    const range = { beforeId, limit: limit + 1 };
    return toPage(await this.repository.list(this.dataSource.manager, outcome, range), limit);
  }

  private async handle({
    gatewayOrderId,
  }: Pick<GatewayNotice, 'gatewayOrderId'>): Promise<Exclude<NoticeOutcome, 'waiting'>> {
    if (gatewayOrderId === null) return 'ignored';
    const { manager } = this.dataSource;
    const intentId = await this.intents.findIdByGatewayOrder(manager, gatewayOrderId);
    if (intentId === null) return 'unknown_order';
    await this.checks.check(intentId, 'notice');
    return 'checked';
  }
}
