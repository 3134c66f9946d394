import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, MoreThan, type EntityManager } from 'typeorm';
import { toPage, type Page, type PageRequest } from '../platform/http/page.js';
import { currentActor, requestContext } from '../platform/http/request-context.js';
import { AuditEntry } from './audit-entry.entity.js';

/** One change as the code that makes it sees it; amounts in minor units, never a secret. */
export interface Change {
  action: string;
  subject: string;
  before?: object | null;
  after?: object | null;
}

/** Many changes of one kind; all but the action are expressions of SQL, over the rows of `from`. */
interface ChangeQuery {
  action: string;
  subject: string;
  before: string;
  after: string;
  from: string;
}

/** How whoever uses the admin token of the environment is named. */
export const ADMIN_TOKEN_ACTOR = 'operator';

/** Who acts where nobody else does: timers. */
const THE_SERVICE = 'service';

@Injectable()
export class AuditService {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Writes an entry in the transaction of the change itself: neither is stored without the other. What
   * changed nothing has none.
   */
  async record(
    manager: EntityManager,
    { action, subject, before = null, after = null }: Change,
  ): Promise<void> {
    const facts = { before: before && spelled(before), after: after && spelled(after) };
    if (JSON.stringify(facts.before) === JSON.stringify(facts.after)) return;
    await manager.getRepository(AuditEntry).insert({ ...this.origin(), action, subject, ...facts });
  }

  /** Writes one entry for each row of an SQL query, in the transaction of the changes themselves. */
  async recordAll(
    manager: EntityManager,
    { action, subject, before, after, from }: ChangeQuery,
  ): Promise<void> {
    const { actor, requestId } = this.origin();
    await manager.query(
      `INSERT INTO audit_entries (actor, request_id, action, subject, before, after)
        SELECT $1, $2, $3, ${subject}, ${before}, ${after} FROM ${from}`,
      [actor, requestId, action],
    );
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

/** The facts under the names that the rest of the API gives them; variation keys stay as they are. */
function spelled(facts: object): object {
  return Object.fromEntries(
    Object.entries(facts).map(([key, value]: [string, unknown]) => [
      /^[a-z]\w*$/.test(key) ? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : key,
      value,
    ]),
  );
}
