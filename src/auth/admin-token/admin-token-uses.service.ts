import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ADMIN_TOKEN_SUBJECT, AuditService } from '../../platform/audit/audit.service.js';
import { inTransaction } from '../../platform/database/transaction.js';

/** Time for which further requests from one address are the same use. */
const USE_MS = 60 * 60_000;
/** Number of addresses that are remembered. Forgetting more only adds entries. */
const ADDRESSES_MAX = 1_000;
/** Hours for which a use is reported on the page Today. */
const RECENT_HOURS = 24;

/** Records each use of the admin token in the audit log, because the token belongs to no person and never expires. */
@Injectable()
export class AdminTokenUsesService {
  private readonly notedAtMs = new Map<string, number>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
  ) {}

  /** Finds the time of the latest use within a day; null without one. */
  async findRecent(manager: EntityManager): Promise<Date | null> {
    return this.audit.findLatest(manager, { subject: ADMIN_TOKEN_SUBJECT, hours: RECENT_HOURS });
  }

  /** Records a use from an address, once an hour per instance. */
  async note(ip: string): Promise<void> {
    const nowMs = performance.now();
    const notedAtMs = this.notedAtMs.get(ip);
    if (notedAtMs !== undefined && nowMs - notedAtMs < USE_MS) return;
    if (this.notedAtMs.size >= ADDRESSES_MAX) this.notedAtMs.clear();
    this.notedAtMs.set(ip, nowMs);
    try {
      await inTransaction(this.dataSource, (manager) =>
        this.audit.record(manager, {
          action: 'admin_token.used',
          subject: ADMIN_TOKEN_SUBJECT,
          after: { ip },
        }),
      );
    } catch (error) {
      // The next request records the use.
      this.notedAtMs.delete(ip);
      throw error;
    }
  }
}
