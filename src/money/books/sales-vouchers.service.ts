import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { SalesVouchers } from './sales-vouchers.entity.js';

/** From which month on the file for Tally has vouchers of sales instead of journals: a month has one form only. */
@Injectable()
export class SalesVouchersService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    @InjectRepository(SalesVouchers) private readonly rows: Repository<SalesVouchers>,
  ) {}

  async get(
    manager: EntityManager = this.dataSource.manager,
  ): Promise<{ fromMonth: string | null }> {
    const stored = await manager.withRepository(this.rows).findOneBy({ id: 1 });
    return { fromMonth: stored?.fromMonth ?? null };
  }

  /** Returns true if the file of a month has vouchers of sales. @param month YYYY-MM */
  async areOf(month: string): Promise<boolean> {
    const { fromMonth } = await this.get();
    return fromMonth !== null && month >= fromMonth;
  }

  async put(fromMonth: string | null): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const before = await this.get(manager);
      await manager.withRepository(this.rows).upsert({ id: 1, fromMonth }, ['id']);
      await this.audit.record(manager, {
        action: 'sales_vouchers.changed',
        subject: 'vouchers of sales',
        before,
        after: { fromMonth },
      });
    });
  }
}
