import { Injectable } from '@nestjs/common';
import { ReadModels } from '../database/read-models.js';
import { CatalogCopy } from './catalog-copy.js';

/** The catalog in memory, as fresh as {@link ReadModels}' latest refresh. */
@Injectable()
export class CatalogReadModel extends CatalogCopy {
  constructor(models: ReadModels) {
    super();
    for (const source of this.sources) models.add(source);
  }
}
