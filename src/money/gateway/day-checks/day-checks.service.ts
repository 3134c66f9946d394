import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type NewestFirst, type Page, readPage } from '../../../platform/http/paging/page.js';
import { dateInShop } from '../../../platform/time-zone.js';
import { dayPeriod } from '../../../platform/days/shop-days.js';
import type { DayCheck } from './day-check.entity.js';
import { DayChecksRepository } from './day-checks.repository.js';
import { isOfGateway } from '../gateway-errors.js';
import { PAYMENT_GATEWAY, type PaymentGateway } from '../payment-gateway.js';
import { ClearingCheckService } from '../settlements/clearing-check.service.js';
import { IntentChecksService } from '../checkouts/intent-checks.service.js';
import { PaymentIntentsRepository } from '../checkouts/payment-intents.repository.js';

const DAY_MS = 86_400_000;
const BATCH = 100;

/** Compares a whole day with the gateway. Paid intents are included, because some are paid twice. */
@Injectable()
export class DayChecksService {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway | null,
    private readonly checks: IntentChecksService,
    private readonly clearing: ClearingCheckService,
    private readonly intents: PaymentIntentsRepository,
    private readonly repository: DayChecksRepository,
  ) {}

  /** Checks yesterday's intents once across all instances, in the shop's time zone. Then compares what the gateway holds. */
  async checkYesterday(now = new Date()): Promise<void> {
    if (this.gateway === null) return;
    const { manager } = this.dataSource;
    const { kind: gateway } = this.gateway;
    const day = dateInShop(new Date(now.getTime() - DAY_MS));
    if (!(await this.repository.begin(manager, day))) return;
    const period = dayPeriod(day);
    const sums = { checked: 0, failed: 0, found: 0, foundMinor: 0 };
    for (let afterId = 0, hasMore = true; hasMore;) {
      const range = { afterId, limit: BATCH };
      const ids = await this.intents.listMade(manager, { gateway, ...period }, range);
      for (const id of ids) await this.checkIntent(id, sums);
      afterId = ids.at(-1) ?? afterId;
      hasMore = ids.length === BATCH;
    }
    sums.failed += await this.clearing.askForMissed(now);
    await this.repository.end(manager, day, { ...sums, ...(await this.clearing.sum()) });
  }

  /** Lists the latest days first. */
  async list(page: NewestFirst): Promise<Page<DayCheck>> {
    return readPage(page, (range) => this.repository.list(this.dataSource.manager, range));
  }

  private async checkIntent(
    id: number,
    sums: Pick<DayCheck, 'checked' | 'failed' | 'found' | 'foundMinor'>,
  ): Promise<void> {
    try {
      const { found, foundMinor } = await this.checks.check(id, 'day');
      sums.checked += 1;
      sums.found += found;
      sums.foundMinor += foundMinor;
    } catch (error) {
      if (!isOfGateway(error)) throw error;
      sums.failed += 1;
    }
  }
}
