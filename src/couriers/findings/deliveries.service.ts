import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/errors.js';
import {
  everyPageFromLatest,
  type NewestFirst,
  type Page,
  readPage,
} from '../../platform/http/paging/page.js';
import { currentActor } from '../../platform/http/request-context.js';
import { CourierEventsService } from '../tracking/courier-events.service.js';
import type { FindingGroup } from './finding-kinds.js';
import { DeliveryFindingsRepository, type ListedFinding } from './delivery-findings.repository.js';
import {
  OnTheWayRepository,
  type CourierCount,
  type ShipmentOnTheWay,
} from './on-the-way.repository.js';

/** Orders that one run looks at again. */
const ORDERS_AT_ONCE = 200;

/** Lists of deliveries: what has to be looked at, and what is on the way. */
@Injectable()
export class DeliveriesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly events: CourierEventsService,
    private readonly findings: DeliveryFindingsRepository,
    private readonly onTheWay: OnTheWayRepository,
  ) {}

  /** Lists the open findings of a group, the latest first. */
  async listFindings(group: FindingGroup, page: NewestFirst): Promise<Page<ListedFinding>> {
    return readPage(page, (range) => this.findings.list(this.dataSource.manager, group, range));
  }

  /** Takes a finding off its list, because a person has dealt with it. Safe to repeat. @throws AppError finding_not_found */
  async settle(id: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const settled = await this.findings.settle(manager, id, currentActor());
      if (settled === null) throw new AppError('finding_not_found');
      await this.audit.record(manager, {
        action: 'delivery_finding.settled',
        subject: `delivery finding ${id}`,
        after: { kind: settled.kind, booking_id: settled.bookingId },
      });
    });
  }

  /** Lists what is on the way, the latest first. */
  async listOnTheWay(page: NewestFirst): Promise<Page<ShipmentOnTheWay>> {
    return readPage(page, (range) => this.onTheWay.list(this.dataSource.manager, range));
  }

  /** Yields all pages of {@link listOnTheWay}. */
  everyPageOnTheWay(): AsyncGenerator<ShipmentOnTheWay[], void> {
    return everyPageFromLatest((page) => this.listOnTheWay(page));
  }

  /** Counts what is on the way by courier. */
  async countOnTheWay(): Promise<CourierCount[]> {
    return this.onTheWay.countByCourier(this.dataSource.manager);
  }

  /** Looks again at orders whose rest is no longer awaited, and settles what was received. */
  async lookAgain(): Promise<void> {
    const { manager } = this.dataSource;
    await this.findings.settleReceived(manager);
    for (const orderNumber of await this.findings.listOrdersWithoutRest(manager, ORDERS_AT_ONCE)) {
      await this.events.settle({ orderNumber });
    }
  }
}
