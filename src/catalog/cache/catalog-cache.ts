import { Injectable } from '@nestjs/common';
import { LiveCache } from '../../platform/live-cache/live-cache.js';
import { CatalogCopy } from './catalog-copy.js';

/** The catalog in memory, as fresh as {@link LiveCache}' latest refresh. */
@Injectable()
export class CatalogCache extends CatalogCopy {
  constructor(models: LiveCache) {
    super();
    for (const source of this.sources) models.add(source);
  }
}
