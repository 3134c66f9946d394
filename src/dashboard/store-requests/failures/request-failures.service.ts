import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { ClientsService } from '../../../clients/clients.service.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { isDatabaseUnavailable } from '../../../platform/database/database-errors.js';
import { isText } from '../../../platform/http/input/fields.js';
import type { Page } from '../../../platform/http/paging/page.js';
import type { Refusal, TrackedRequest } from '../../../platform/http/request-context.js';
import {
  everySortedPage,
  toSortedPage,
  type SortedPageRequest,
} from '../../../platform/http/paging/sorted-page.js';
import { LOGGER } from '../../../platform/observability/logger.js';
import '../../../auth/caller.js';
import { normalizeDomain } from '../../../clients/domain.js';
import { FailureBuffer } from './failure-buffer.js';
import type { FailedField } from './request-failure.entity.js';
import {
  RequestFailuresRepository,
  type FailureFilter,
  type ListedFailure,
} from './request-failures.repository.js';

const BATCH_ROWS = 2_000;
const FIELDS_MAX = 20;
const FIELD_LENGTH_MAX = 100;
const DAYS_KEPT = 30;
const DELETED_AT_ONCE = 5_000;
/** Domains, perhaps with a port or a slash, which are the usual mistakes. */
const DOMAIN = /^(?=.{1,253}$)(?:localhost|[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})+)(?::\d{1,5})?\/?$/;
const ORDER_ROUTES: ReadonlySet<string> = new Set(['/api/orders', '/api/orders/quote']);
const WATCHED_EVERYWHERE: ReadonlySet<number> = new Set([401, 403, 429]);

/** Records refused requests, so that stores see why. A buffer in memory keeps them until a job or the shutdown stores them. */
@Injectable()
export class RequestFailuresService implements OnApplicationShutdown {
  private readonly buffer = new FailureBuffer();

  constructor(
    private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly clients: ClientsService,
    private readonly repository: RequestFailuresRepository,
  ) {}

  /** Records a finished request if it was refused for a reason that stores ask about. Never throws or waits. */
  note(request: TrackedRequest): void {
    const { refusal, method = '', requestId = null, caller, presentedToken } = request;
    if (refusal === undefined) return;
    const route = request.route?.path ?? '';
    if (!isWatched(method, route, refusal.status)) return;
    this.buffer.add({
      atMs: Date.now(),
      requestId,
      tokenHash: caller?.tokenHash ?? presentedToken?.tokenHash ?? null,
      clientId: caller?.clientId ?? presentedToken?.ids?.clientId ?? null,
      method,
      route,
      status: refusal.status,
      code: refusal.code,
      fields: failedFields(refusal),
      storeOrderId: storeOrderIdOf(request),
      sentDomain: refusal.code === 'domain_mismatch' ? sentDomainOf(request) : null,
      count: 1,
    });
  }

  /** Stores recorded requests. @throws the database's error; a later call stores the rows then */
  async store(): Promise<void> {
    for (;;) {
      const rows = this.buffer.take(Date.now(), BATCH_ROWS);
      if (rows.length === 0) break;
      try {
        await this.repository.insert(this.dataSource.manager, rows);
      } catch (error) {
        if (isDatabaseUnavailable(error)) this.buffer.putBack(rows);
        else this.buffer.dropped += rows.length;
        throw error;
      }
    }
    const { dropped } = this.buffer;
    if (dropped > 0) this.logger.warn({ dropped }, 'some refused requests were not recorded');
    this.buffer.dropped = 0;
  }

  /** Lists refused requests of a client, including those of its test tokens. @throws AppError client_not_found */
  async listFailures(
    clientId: number,
    page: SortedPageRequest,
    filter: FailureFilter = {},
  ): Promise<Page<ListedFailure>> {
    const { manager } = this.dataSource;
    const { id } = await this.clients.getClient(manager, clientId);
    const range = { ...page, limit: page.limit + 1 };
    const found = await this.repository.list(manager, id, filter, range);
    return toSortedPage(found, page.limit, (failure) => failure);
  }

  /** Yields all pages of {@link list}, newest first. @throws AppError client_not_found */
  everyPage(clientId: number, filter: FailureFilter): AsyncGenerator<ListedFailure[], void> {
    return everySortedPage(
      (page) => this.listFailures(clientId, page, filter),
      (failure) => failure,
    );
  }

  /** Counts a client's refused requests since midnight in India, including those of its test tokens. */
  async countToday(clientId: number): Promise<number> {
    return this.repository.countToday(this.dataSource.manager, clientId);
  }

  /** Deletes records older than thirty days. */
  async deleteOld(): Promise<void> {
    let deleted: number;
    do {
      const { manager } = this.dataSource;
      deleted = await this.repository.deleteOld(manager, DAYS_KEPT, DELETED_AT_ONCE);
    } while (deleted === DELETED_AT_ONCE);
  }

  /** Stores the rest during shutdown, after requests have ended and while the database is still available. */
  async onApplicationShutdown(): Promise<void> {
    this.buffer.endMinute();
    await this.store().catch(() => this.logger.warn('the last refused requests were not recorded'));
  }
}

function isWatched(method: string, route: string, status: number): boolean {
  if (!route.startsWith('/api/')) return false;
  if (WATCHED_EVERYWHERE.has(status)) return true;
  return method === 'POST' && ORDER_ROUTES.has(route) && status < 500;
}

/** Converts names of fields, which the caller chose, to a form that can be stored. */
function failedFields({ fields }: Refusal): FailedField[] {
  return fields.slice(0, FIELDS_MAX).map(({ field, code }) => ({
    field: field
      .slice(0, FIELD_LENGTH_MAX)
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, '\ufffd'),
    code,
  }));
}

/** Reads the domain of a request; null for a text that is not a domain, which could be a secret in the wrong header. */
function sentDomainOf({ headers }: TrackedRequest): string | null {
  const domain = normalizeDomain(String(headers['x-client-domain'] ?? ''));
  return DOMAIN.test(domain) ? domain : null;
}

function storeOrderIdOf(request: TrackedRequest & { body?: unknown }): string | null {
  const { store_order_id: id }: { store_order_id?: unknown } = request.body ?? {};
  const text = typeof id === 'string' ? id.trim() : id;
  return isText(text, LIMITS.storeOrderIdLength) ? (text as string) : null;
}
