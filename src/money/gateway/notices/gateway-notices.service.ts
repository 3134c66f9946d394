import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AppError } from '../../../platform/http/errors.js';
import { type NewestFirst, type Page, readPage } from '../../../platform/http/paging/page.js';
import { GatewayRefused, GatewayUnknown } from '../gateway-errors.js';
import { PAYMENT_GATEWAY, type PaymentGateway } from '../payment-gateway.js';
import type { GatewayNotice, NoticeOutcome } from './gateway-notice.entity.js';
import { GatewayNoticesRepository } from './gateway-notices.repository.js';
import { NoticeChecksService } from './notice-checks.service.js';

const NOTICES_AT_ONCE = 50;

/** Notices of the gateway. Each is stored once and handled later; it only triggers a check with the gateway. */
@Injectable()
export class GatewayNoticesService {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway | null,
    private readonly checks: NoticeChecksService,
    private readonly repository: GatewayNoticesRepository,
  ) {}

  /** Stores a notice that the gateway signed. @throws AppError signature_invalid, without storing it */
  async store(headers: IncomingHttpHeaders, body: Buffer): Promise<void> {
    const notice = this.gateway?.readNotice({ headers, body }) ?? null;
    if (notice === null) throw new AppError('signature_invalid');
    const { event, orderId, paymentId, about } = notice;
    // Headers are not signed, so an id in one of them could hide another notice.
    const eventId = createHash('sha256').update(body).digest('hex');
    await this.repository.insert(this.dataSource.manager, {
      eventId,
      event,
      gatewayOrderId: orderId,
      paymentId,
      aboutKind: about?.kind ?? null,
      aboutId: about?.id ?? null,
      body: storableText(body),
    });
  }

  /**
   * Handles the notices that are due. A notice is handled again later if the gateway does not answer, or refuses to for less
   * than a day.
   *
   * @throws the first error, after all of them were handled
   */
  async handleDue(): Promise<void> {
    if (this.gateway === null) return;
    const { manager } = this.dataSource;
    let firstError: Error | null = null;
    for (const notice of await this.repository.claimDue(manager, NOTICES_AT_ONCE)) {
      try {
        await this.repository.end(manager, notice.id, await this.checks.check(notice));
      } catch (error) {
        if (error instanceof GatewayRefused && notice.endsIfRefused) {
          await this.repository.end(manager, notice.id, 'unknown_order');
        } else if (!(error instanceof GatewayUnknown)) firstError ??= error as Error;
      }
    }
    if (firstError !== null) throw firstError;
  }

  /** Lists the latest notices first. */
  async list(outcome: NoticeOutcome | null, page: NewestFirst): Promise<Page<GatewayNotice>> {
    return readPage(page, (range) => this.repository.list(this.dataSource.manager, outcome, range));
  }
}

/** Removes the characters of a body that PostgreSQL cannot store. */
function storableText(body: Buffer): string {
  return body.toString('utf8').replaceAll('\u0000', '\uFFFD').toWellFormed();
}
