import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, MoreThan, type EntityManager } from 'typeorm';
import { toPage, type Page, type PageRequest } from '../http/page.js';
import { currentActor, requestContext } from '../http/request-context.js';
import { AuditEntry } from './audit-entry.entity.js';

/** One change as the code that makes it sees it; amounts in minor units, never a secret. */
export interface Change {
  action: string;
  subject: string;
  before?: object | null;
  after?: object | null;
}

/** Who acts where nobody else does: timers. */
const THE_SERVICE = 'service';

@Injectable()
export class AuditService {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Writes an entry in the transaction of the change itself: neither is stored without the other. */
  async record(
    manager: EntityManager,
    { action, subject, before = null, after = null }: Change,
  ): Promise<void> {
    await manager
      .getRepository(AuditEntry)
      .insert({ ...this.origin(), action, subject, before, after });
  }

  /** Who acts now, and in which request. */
  origin(): { actor: string; requestId: string | null } {
    return {
      actor: currentActor() ?? THE_SERVICE,
      requestId: requestContext()?.requestId ?? null,
    };
  }

  async list({ afterId, limit }: PageRequest): Promise<Page<AuditEntry>> {
    const found = await this.dataSource.getRepository(AuditEntry).find({
      where: { id: MoreThan(afterId) },
      order: { id: 'ASC' },
      take: limit + 1,
    });
    return toPage(found, limit);
  }
}
