import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ClientsService } from '../../../clients/clients.service.js';
import type { Page } from '../../../platform/http/paging/page.js';
import { toSortedPage, type SortedPageRequest } from '../../../platform/http/paging/sorted-page.js';
import type { TrackedRequest } from '../../../platform/http/request-context.js';
import '../../../auth/caller.js';
import { RecentBuffer } from './recent-buffer.js';
import { RecentRequestsRepository, type ListedRequest } from './recent-requests.repository.js';

const HOURS_KEPT = 6;
/** Number of requests in one statement. Its parameter takes about a millisecond to write. */
const STORED_AT_ONCE = 500;

interface End {
  startedAtMs: number;
  status: number;
  isAborted: boolean;
}

/** Records answered requests of the Store API for some hours. They wait in a bounded buffer, which a job stores soon. */
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

  /** Stores recorded requests. They are lost if the database cannot store them. @throws the database's error */
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

  /** Stores the rest during shutdown, after requests have ended and while the database is still available. */
  async onApplicationShutdown(): Promise<void> {
    await this.store().catch(() => undefined);
  }
}
