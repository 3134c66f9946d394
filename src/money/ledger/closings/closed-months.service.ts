import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { allowLongStatements, inTransaction } from '../../../platform/database/transaction.js';
import { AppError, invalidField } from '../../../platform/http/errors.js';
import { SealsService } from '../seals/seals.service.js';
import type { Period } from '../../../platform/days/zoned-day.js';
import type { ClosedMonth } from './closed-month.entity.js';
import { PostingSumsRepository, totalOf } from '../sums/posting-sums.repository.js';
import { ClosedMonthsRepository } from './closed-months.repository.js';

/** Closes the books of months. A closed month cannot be opened again: a correction is booked on the day it is made. */
@Injectable()
export class ClosedMonthsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly seals: SealsService,
    private readonly repository: ClosedMonthsRepository,
    private readonly sums: PostingSumsRepository,
  ) {}

  /** Finds the closing of a month; null: it is open. */
  async find(month: string): Promise<ClosedMonth | null> {
    return this.repository.find(this.dataSource.manager, month);
  }

  async isClosed(manager: EntityManager, month: string): Promise<boolean> {
    return (await this.repository.find(manager, month)) !== null;
  }

  /**
   * Closes a month: counts its journals and stores their last seal. A month that is already closed keeps its first closing.
   *
   * @throws AppError validation_failed (the month is not over), month_unsettled
   */
  async close(month: string, period: Period): Promise<ClosedMonth & { isReplay: boolean }> {
    await this.seals.sealLatest();
    return inTransaction(this.dataSource, async (manager) => {
      await allowLongStatements(manager);
      await this.repository.lock(manager);
      const known = await this.repository.find(manager, month);
      if (known !== null) return { ...known, isReplay: true };
      if (!(await this.repository.isPast(manager, period.to))) throw notOver();
      if (await this.repository.isUnsettled(manager, period)) throw new AppError('month_unsettled');
      const { actor: closedBy } = this.audit.origin();
      const { journals, debitMinor } = totalOf(
        await this.sums.list(manager, period, { areSealed: true }),
      );
      const { last: lastSeq, lastSha256 } = await this.sums.findSeals(manager, period);
      const facts = { journals, debitMinor, lastSeq, lastSha256 };
      const closing = await this.repository.insert(manager, { month, closedBy, ...facts });
      await this.audit.record(manager, {
        action: 'month.closed',
        subject: `month ${month}`,
        after: facts,
      });
      return { ...closing, isReplay: false };
    });
  }
}

function notOver(): AppError {
  const message = 'month must be over: its last day has not ended in India';
  return invalidField('month', 'not_over', message);
}
