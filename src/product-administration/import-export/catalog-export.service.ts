import { Injectable } from '@nestjs/common';
import { ProductAdministrationService } from '../product-administration.service.js';
import type { ProductFilter } from '../product-search.repository.js';
import { everyPage } from '../../platform/http/paging/page.js';
import { PlansService } from '../../plans/plans.service.js';
import type { Table } from '../../platform/table-export/table.js';
import type { ProductRecord } from '../../catalog/product-record.js';
import { catalogTable } from './catalog-csv.js';

/** Products have up to a thousand levels each. */
const PAGE_ROWS = 200;

/** Writes the catalog as the file that the import reads. */
@Injectable()
export class CatalogExportService {
  constructor(
    private readonly administration: ProductAdministrationService,
    private readonly plans: PlansService,
  ) {}

  /**
   * Returns the products that a filter selects as a table, by id, including inactive ones. Each page is a snapshot.
   *
   * @param onRows receives the number of products written so far
   */
  async exportCatalog(
    filter: ProductFilter = {},
    onRows: (rows: number) => void = () => undefined,
  ): Promise<Table<ProductRecord>> {
    return catalogTable(this.pages(filter, onRows), await this.plans.allPlans());
  }

  private async *pages(
    filter: ProductFilter,
    onRows: (rows: number) => void,
  ): AsyncGenerator<ProductRecord[], void> {
    let count = 0;
    for await (const page of everyPage(
      (request) => this.administration.listRecords(request, filter),
      PAGE_ROWS,
    )) {
      yield page;
      count += page.length;
      onRows(count);
    }
  }
}
