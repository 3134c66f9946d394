import { Controller, Get, Inject, Query, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { CurrentCaller, type Caller } from '../../auth/caller.js';
import { ConditionalGetInterceptor } from '../../platform/http/representation/conditional-get.interceptor.js';
import { writtenBytes } from '../../platform/http/representation/json-writer.js';
import {
  oncePerObject,
  representationOfBytes,
  type Representation,
} from '../../platform/http/representation/representation.js';
import { readCursor } from './change-cursor.js';
import { ChangeFeed, type CatalogChanges } from './change-feed.js';
import * as docs from './changes.docs.js';
import { ChangesQuery, writeChanges } from './changes.dto.js';
import { CHANGES_POLL_SECONDS } from '../listing/poll-seconds.js';
import { IgnoresUnknownFields } from '../../platform/http/input/unknown-fields.js';

@ApiTags('Catalog')
@IgnoresUnknownFields()
@Controller('api/changes')
@UseInterceptors(ConditionalGetInterceptor)
export class ChangesController {
  /** Parses the cursor of a query once: stores repeat the same query while nothing is new. */
  private readonly cursorOf = oncePerObject(({ since }: ChangesQuery) =>
    since === undefined ? null : readCursor(since),
  );
  /** One answer for all callers without new changes, regardless of `include`. */
  private readonly withoutProducts = oncePerObject((changes: CatalogChanges) =>
    this.written(changes),
  );

  constructor(
    private readonly feed: ChangeFeed,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  @docs.ListChanges
  listChanges(
    @CurrentCaller() caller: Caller,
    @Query() query: ChangesQuery,
  ): Representation | Promise<Representation> {
    const { limit, include } = query;
    const tellsChanged = include?.includes('changed') ?? false;
    const changes = this.feed.read(caller, this.cursorOf(query), { limit, tellsChanged });
    return changes instanceof Promise
      ? changes.then((read) => this.represent(read, include))
      : this.represent(changes, include);
  }

  private represent(changes: CatalogChanges, include: ChangesQuery['include']): Representation {
    return changes.products.length === 0
      ? this.withoutProducts(changes)
      : this.written(changes, include);
  }

  private written(changes: CatalogChanges, include?: ChangesQuery['include']): Representation {
    const bytes = writtenBytes((writer) =>
      writeChanges(writer, changes, this.settings.currency, include),
    );
    const isBehind = changes.hasMore || changes.isOutdated;
    return representationOfBytes(bytes, isBehind ? 0 : CHANGES_POLL_SECONDS);
  }
}
