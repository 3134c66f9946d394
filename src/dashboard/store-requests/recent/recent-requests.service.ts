import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ClientsService } from '../../../clients/clients.service.js';
import type { Page } from '../../../platform/http/paging/page.js';
import { toSortedPage, type SortedPageRequest } from '../../../platform/http/paging/sorted-page.js';
import type { TrackedRequest } from '../../../platform/http/request-context.js';
import '../../../auth/caller.js';
import { RecentBuffer } from './recent-buffer.js';
import { RecentRequestsRepository, type ListedRequest } from './recent-requests.repository.js';

/** Hours for which requests are kept. */
const HOURS_KEPT = 6;
/** Requests in one statement: its parameter takes about a millisecond to write. */
const STORED_AT_ONCE = 500;

/** End of a request. */
interface End {
  startedAtMs: number;
  status: number;
  isAborted: boolean;
}

/**
 * Records answered requests of the Store API for some hours, so that a client and its support see what arrived. A request only adds
 * to a buffer in memory, which is bounded; a job stores all of it every few seconds.
 */
@Injectable()
export class RecentRequestsService implements OnApplicationShutdown {
  private readonly buffer = new RecentBuffer();

  constructor(
    private readonly dataSource: DataSource,
    private readonly clients: ClientsService,
    private readonly repository: RecentRequestsRepository,
  ) {}

  /** Records a finished request of a store that was not refused. Never throws or waits. */
  note(request: TrackedRequest, { startedAtMs, status, isAborted }: End): void {
    const { caller, requestId } = request;
    if (caller === undefined || requestId === undefined || status >= 400 || isAborted) return;
    const atMs = Date.now();
    if (!this.buffer.takes(caller.clientId, atMs)) return;
    this.buffer.add({
      atMs,
      requestId,
      clientId: caller.clientId,
      tokenId: caller.tokenId,
      method: request.method ?? '',
      route: request.route?.path ?? '',
      status,
      ms: Math.round(performance.now() - startedAtMs),
    });
  }

  /** Stores recorded requests. Where the database cannot, they are left out. @throws the database's error */
  async store(): Promise<void> {
    const rows = this.buffer.takeAll();
    for (let at = 0; at < rows.length; at += STORED_AT_ONCE) {
      await this.repository.insert(this.dataSource.manager, rows.slice(at, at + STORED_AT_ONCE));
    }
  }

  /** Lists answered requests of a client, including those of its test tokens. @throws AppError client_not_found */
  async listRequests(
    clientId: number,
    requestId: string | undefined,
    page: SortedPageRequest,
  ): Promise<Page<ListedRequest>> {
    const { manager } = this.dataSource;
    const { id } = await this.clients.getClient(manager, clientId);
    const range = { ...page, limit: page.limit + 1 };
    const found = await this.repository.list(manager, id, requestId, range);
    return toSortedPage(found, page.limit, (request) => request);
  }

  /** Deletes requests older than some hours. */
  async deleteOld(): Promise<void> {
    await this.repository.deleteOld(this.dataSource.manager, HOURS_KEPT);
  }

  /** Stores the rest in the shutdown phase in which requests have ended and the database is still available. */
  async onApplicationShutdown(): Promise<void> {
    await this.store().catch(() => undefined);
  }
}
