import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { decodeCursor, encodeCursor, invalidCursor } from '../../platform/http/paging/cursor.js';
import { LIMIT_MAX, type Page } from '../../platform/http/paging/page.js';
import {
  StockOverviewRepository,
  type LevelsRequest,
  type ListedLevel,
  type StockFilter,
} from './stock-overview.repository.js';

/** The stock of all products, level by level. */
@Injectable()
export class StockOverviewService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: StockOverviewRepository,
  ) {}

  /** Lists levels by SKU and variation. @throws AppError validation_failed for an unknown cursor */
  async list(
    filter: StockFilter,
    { cursor, limit }: { cursor?: string | undefined; limit: number },
  ): Promise<Page<ListedLevel>> {
    const range = { after: cursor === undefined ? null : positionOf(cursor), limit: limit + 1 };
    const found = await this.repository.list(this.dataSource.manager, filter, range);
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    const hasMore = found.length > limit && last !== undefined;
    return { rows, nextCursor: hasMore ? cursorOf(last) : null };
  }

  /** Yields all levels, one page in memory at a time. */
  async *everyPage(filter: StockFilter): AsyncGenerator<ListedLevel[], void> {
    let after: LevelsRequest['after'] = null;
    for (let hasMore = true; hasMore;) {
      const { manager } = this.dataSource;
      const rows = await this.repository.list(manager, filter, { after, limit: LIMIT_MAX });
      yield rows;
      after = rows.at(-1) ?? null;
      hasMore = rows.length === LIMIT_MAX;
    }
  }
}

/** Encodes a position in hexadecimal, because SKUs and variations can contain any character and cursors only Latin-1. */
function cursorOf({ sku, variationKey }: ListedLevel): string {
  return encodeCursor([sku, variationKey].map((part) => Buffer.from(part).toString('hex')));
}

function positionOf(cursor: string): { sku: string; variationKey: string } {
  const parts = decodeCursor(cursor, /^((?:[0-9a-f]{2})+)\.((?:[0-9a-f]{2})*)$/);
  const [sku, variationKey] = (parts ?? []).map((part) =>
    Buffer.from(part ?? '', 'hex').toString(),
  );
  if (sku === undefined || variationKey === undefined) throw invalidCursor('cursor');
  // PostgreSQL's texts cannot contain zero bytes.
  if (`${sku}${variationKey}`.includes('\0')) throw invalidCursor('cursor');
  return { sku, variationKey };
}
