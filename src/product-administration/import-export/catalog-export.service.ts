import { Injectable } from '@nestjs/common';
import { stringify } from 'csv-stringify/sync';
import { ProductAdministrationService } from '../product-administration.service.js';
import type { ProductFilter } from '../product-search.repository.js';
import { everyPage } from '../../platform/http/paging/page.js';
import { PlansService } from '../../plans/plans.service.js';
import { headerCells, productCells } from './catalog-csv.js';

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
   * Yields the file in pages: the products that a filter selects by id, including inactive ones. Each page is a
   * snapshot.
   *
   * @param onRows receives the number of products written so far
   */
  async *exportCatalog(
    filter: ProductFilter = {},
    onRows: (rows: number) => void = () => undefined,
  ): AsyncGenerator<string, void> {
    const plans = await this.plans.allPlans();
    yield toCsv([headerCells(plans)]);
    let count = 0;
    for await (const page of everyPage(
      (request) => this.administration.listRecords(request, filter),
      PAGE_ROWS,
    )) {
      yield toCsv(page.map((product) => productCells(product, plans)));
      count += page.length;
      onRows(count);
    }
  }
}

/** Formats rows by RFC 4180, as spreadsheets expect. */
function toCsv(rows: string[][]): string {
  // Left to itself, the library quotes line breaks in cells only if they are the rows' own.
  return stringify(rows, { record_delimiter: '\r\n', quote_record_delimiter: true });
}
