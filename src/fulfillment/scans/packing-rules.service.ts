import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { PackingRules, type ArticleCheck } from './packing-rules.entity.js';

@Injectable()
export class PackingRulesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    @InjectRepository(PackingRules) private readonly rules: Repository<PackingRules>,
  ) {}

  async get(
    manager: EntityManager = this.dataSource.manager,
  ): Promise<{ checkArticles: ArticleCheck }> {
    const stored = await manager.withRepository(this.rules).findOneBy({ id: 1 });
    return { checkArticles: stored?.checkArticles ?? 'off' };
  }

  async put(checkArticles: ArticleCheck): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const before = await this.get(manager);
      await manager.withRepository(this.rules).upsert({ id: 1, checkArticles }, ['id']);
      await this.audit.record(manager, {
        action: 'packing_rules.changed',
        subject: 'packing rules',
        before,
        after: { checkArticles },
      });
    });
  }
}
