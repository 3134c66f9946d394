import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { TheCall, WaitingCalls, type OpenCall } from '../../auth/waiting/waiting-calls.js';
import { oncePerObject, PolledAnswer } from '../../platform/http/representation/representation.js';
import { readCursor } from './change-cursor.js';
import { ChangeFeed, type CatalogChanges } from './change-feed.js';
import * as docs from './changes.docs.js';
import { ChangesQuery, toChanges, type ChangesDto } from './changes.dto.js';
import { CHANGES_POLL_SECONDS } from '../listing/poll-seconds.js';
import type { CatalogScope } from '../catalog-scope.js';
import { IgnoresUnknownFields } from '../../platform/http/input/unknown-fields.js';

@ApiTags('Catalog')
@IgnoresUnknownFields()
@Controller('api/changes')
export class ChangesController {
  /** Parses the cursor of a query once, because stores repeat the same query while nothing is new. */
  private readonly cursorOf = oncePerObject(({ since }: ChangesQuery) =>
    since === undefined ? null : readCursor(since),
  );
  /** One answer for all callers without new changes, regardless of `include`. */
  private readonly withoutProducts = oncePerObject((changes: CatalogChanges) =>
    this.toAnswer(changes),
  );

  constructor(
    private readonly feed: ChangeFeed,
    private readonly waitingCalls: WaitingCalls,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @docs.ListChanges
  async listChanges(
    @TheCall() call: OpenCall,
    @Query() query: ChangesQuery,
  ): Promise<PolledAnswer<ChangesDto>> {
    if ((query.wait ?? 0) > 0) return this.waitForChanges(call, query);
    const changes = await this.read(call.caller, query);
    return changes.products.length === 0
      ? this.withoutProducts(changes)
      : this.toAnswer(changes, query.include);
  }

  private read(
    caller: CatalogScope,
    query: ChangesQuery,
  ): CatalogChanges | Promise<CatalogChanges> {
    const { limit, include } = query;
    const tellsChanged = include?.includes('changed') ?? false;
    return this.feed.read(caller, this.cursorOf(query), { limit, tellsChanged });
  }

  private async waitForChanges(
    call: OpenCall,
    query: ChangesQuery,
  ): Promise<PolledAnswer<ChangesDto>> {
    const { planId, isTest } = call.caller;
    const cursor = this.cursorOf(query);
    // The rest of a paged answer changes no more.
    const isWaited = cursor?.page === null;
    const { result, hasNews, pollSeconds } = await this.waitingCalls.read(call, query.wait!, {
      topic: `changes ${planId} ${isTest}`,
      mayHaveNews: (since) => this.feed.hasNews({ planId, isTest }, since),
      read: async (caller) => {
        const changes = await this.read(caller, query);
        return { changes, answer: this.toAnswer(changes, query.include, 0) };
      },
      isNews: ({ changes: { isReset, products, removedSkus } }) =>
        !isWaited || isReset || products.length + removedSkus.length > 0,
    });
    if (!isWaited || hasNews) return result.answer;
    // The cursor stays, so that a store that asks again has the answer's tag.
    return this.toAnswer({ ...result.changes, next: cursor }, query.include, pollSeconds);
  }

  private toAnswer(
    changes: CatalogChanges,
    include?: ChangesQuery['include'],
    pollSeconds = CHANGES_POLL_SECONDS,
  ): PolledAnswer<ChangesDto> {
    const isBehind = changes.hasMore || changes.isOutdated;
    const answer = toChanges(changes, this.settings.currency, include);
    return new PolledAnswer(answer, isBehind ? 0 : pollSeconds);
  }
}
