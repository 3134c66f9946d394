import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { toPage, type NewestFirst, type Page } from '../../platform/http/page.js';
import { zonedDay } from '../day-report/zoned-day.js';
import { DayChecksRepository, type DayCheck } from './day-checks.repository.js';
import type { Gateway } from './gateway.js';
import { GATEWAY } from './gateway-endpoint.js';
import { GatewayRefused, GatewayUnknown } from './gateway-errors.js';
import { IntentChecksService } from './intent-checks.service.js';
import { PaymentIntentsRepository } from './payment-intents.repository.js';

const TIME_ZONE = 'Asia/Kolkata';
const BATCH = 100;

/** Compares a whole day with the gateway, also intents that were paid: some are paid twice. */
@Injectable()
export class DayChecksService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(GATEWAY) private readonly gateway: Gateway | null,
    private readonly checks: IntentChecksService,
    private readonly intents: PaymentIntentsRepository,
    private readonly repository: DayChecksRepository,
  ) {}

  /** Checks the intents of yesterday in India, once; what another instance checks is left to it. */
  async checkYesterday(now = new Date()): Promise<void> {
    if (this.gateway === null) return;
    const { manager } = this.dataSource;
    const { kind: gateway } = this.gateway.endpoint;
    const day = dayBefore(now);
    if (!(await this.repository.begin(manager, day))) return;
    const period = zonedDay(day, TIME_ZONE);
    const sums = { checked: 0, failed: 0, found: 0, foundMinor: 0 };
    for (let afterId = 0, hasMore = true; hasMore;) {
      const range = { afterId, limit: BATCH };
      const ids = await this.intents.listMade(manager, { gateway, ...period }, range);
      for (const id of ids) await this.checkOne(id, sums);
      afterId = ids.at(-1) ?? afterId;
      hasMore = ids.length === BATCH;
    }
    await this.repository.end(manager, day, sums);
  }

  /** The latest days first. */
  async list({ beforeId, limit }: NewestFirst): Promise<Page<DayCheck>> {
    const range = { beforeId, limit: limit + 1 };
    return toPage(await this.repository.list(this.dataSource.manager, range), limit);
  }

  private async checkOne(
    id: number,
    sums: Pick<DayCheck, 'checked' | 'failed' | 'found' | 'foundMinor'>,
  ): Promise<void> {
    try {
      const { found, foundMinor } = await this.checks.check(id, 'day');
      sums.checked += 1;
      sums.found += found;
      sums.foundMinor += foundMinor;
    } catch (error) {
      if (!(error instanceof GatewayUnknown || error instanceof GatewayRefused)) throw error;
      sums.failed += 1;
    }
  }
}

/** The day before, in India, as `2026-01-31`. */
export function dayBefore(now: Date): string {
  const yesterday = new Date(now.getTime() - 86_400_000);
  return new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE }).format(yesterday);
}
