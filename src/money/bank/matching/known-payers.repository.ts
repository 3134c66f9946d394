import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service.js';
import { KnownPayer } from './known-payer.entity.js';

@Injectable()
export class KnownPayersRepository {
  constructor(
    private readonly audit: AuditService,
    @InjectRepository(KnownPayer) private readonly payers: Repository<KnownPayer>,
  ) {}

  /** Remembers names and accounts of a line that was credited to a client. */
  async remember(
    manager: EntityManager,
    values: readonly string[],
    { clientId, lineId }: Pick<KnownPayer, 'clientId' | 'lineId'>,
  ): Promise<void> {
    if (values.length === 0) return;
    await manager
      .createQueryBuilder()
      .insert()
      .into(KnownPayer)
      .values(values.map((value) => ({ value, clientId, lineId })))
      .orIgnore()
      .execute();
    await this.audit.record(manager, {
      action: 'payer.remembered',
      subject: `bank line ${lineId}`,
      after: { clientId, payers: values },
    });
  }

  async findByValues(manager: EntityManager, values: readonly string[]): Promise<KnownPayer[]> {
    return manager.withRepository(this.payers).findBy({ value: In(values) });
  }
}
