import { Controller, Get, Inject, Query, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { CurrentCaller, type Caller } from '../../auth/caller.js';
import { ConditionalGetInterceptor } from '../../platform/http/representation/conditional-get.interceptor.js';
import { oncePerObject, PolledAnswer } from '../../platform/http/representation/representation.js';
import { readCursor } from './change-cursor.js';
import { ChangeFeed, type CatalogChanges } from './change-feed.js';
import * as docs from './changes.docs.js';
import { ChangesQuery, toChanges, type ChangesDto } from './changes.dto.js';
import { CHANGES_POLL_SECONDS } from '../listing/poll-seconds.js';
import { IgnoresUnknownFields } from '../../platform/http/input/unknown-fields.js';

@ApiTags('Catalog')
@IgnoresUnknownFields()
@Controller('api/changes')
@UseInterceptors(ConditionalGetInterceptor)
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
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @docs.ListChanges
  async listChanges(
    @CurrentCaller() caller: Caller,
    @Query() query: ChangesQuery,
  ): Promise<PolledAnswer<ChangesDto>> {
    const { limit, include } = query;
    const tellsChanged = include?.includes('changed') ?? false;
    const changes = await this.feed.read(caller, this.cursorOf(query), { limit, tellsChanged });
    return changes.products.length === 0
      ? this.withoutProducts(changes)
      : this.toAnswer(changes, include);
  }

  private toAnswer(
    changes: CatalogChanges,
    include?: ChangesQuery['include'],
  ): PolledAnswer<ChangesDto> {
    const isBehind = changes.hasMore || changes.isOutdated;
    const answer = toChanges(changes, this.settings.currency, include);
    return new PolledAnswer(answer, isBehind ? 0 : CHANGES_POLL_SECONDS);
  }
}
