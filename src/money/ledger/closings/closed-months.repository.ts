import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import type { Period } from '../../../platform/days/zoned-day.js';
import { ClosedMonth } from './closed-month.entity.js';

@Injectable()
export class ClosedMonthsRepository {
  constructor(@InjectRepository(ClosedMonth) private readonly months: Repository<ClosedMonth>) {}

  async find(manager: EntityManager, month: string): Promise<ClosedMonth | null> {
    return manager.withRepository(this.months).findOneBy({ month });
  }

  /** Makes concurrent closings wait until this transaction ends. */
  async lock(manager: EntityManager): Promise<void> {
    await manager.query('LOCK TABLE closed_months IN SHARE ROW EXCLUSIVE MODE');
  }

  /** Returns true if a time has passed, by the database's clock. */
  async isPast(manager: EntityManager, time: Date): Promise<boolean> {
    const [row] = await manager.query<[{ isPast: boolean }]>(
      'SELECT clock_timestamp() >= $1 AS "isPast"',
      [time],
    );
    return row.isPast;
  }

  /**
   * Returns true if a journal of the period has no seal, or if an open transaction began before the end and may write one.
   * - a journal's time is never before the beginning of its transaction
   */
  async isUnsettled(manager: EntityManager, { from, to }: Period): Promise<boolean> {
    const [row] = await manager.query<[{ isUnsettled: boolean }]>(
      `SELECT EXISTS (
          SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid() AND xact_start < $2
        ) OR EXISTS (
          SELECT FROM ledger_journals j WHERE j.at >= $1 AND j.at < $2
            AND NOT EXISTS (SELECT FROM ledger_seals s WHERE s.journal_id = j.id)
        ) AS "isUnsettled"`,
      [from, to],
    );
    return row.isUnsettled;
  }

  async insert(
    manager: EntityManager,
    closed: Omit<ClosedMonth, 'closedAt'>,
  ): Promise<ClosedMonth> {
    const entity = this.months.create(closed);
    await manager.withRepository(this.months).insert(entity);
    return entity;
  }
}
