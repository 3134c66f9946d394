import { Injectable } from '@nestjs/common';
import { ProductAdministrationService } from '../product-administration.service.js';
import type { ProductFilter } from '../product-search.repository.js';
import { everyPage } from '../../../platform/http/paging/page.js';
import { PlansService } from '../../../plans/plans.service.js';
import type { Table } from '../../../platform/table-export/table.js';
import { ProductCostsService } from '../costs/product-costs.service.js';
import { catalogTable, type ExportedProduct } from './catalog-csv.js';

/** Products have up to a thousand levels each. */
const PAGE_ROWS = 200;

interface ExportOptions {
  hasCosts: boolean;
  onRows?: (rows: number) => void;
}

const NO_COSTS: ReadonlyMap<number, number> = new Map();

/** Writes the catalog as the file that the import reads. */
@Injectable()
export class CatalogExportService {
  constructor(
    private readonly administration: ProductAdministrationService,
    private readonly plans: PlansService,
    private readonly costs: ProductCostsService,
  ) {}

  /**
   * Exports the products that a filter selects as a table, by id, including inactive ones. Each page is a snapshot.
   *
   * @param hasCosts true for people who may see costs, and asked for them
   * @param onRows receives the number of products written so far
   */
  async exportCatalog(
    filter: ProductFilter,
    { hasCosts, onRows = () => undefined }: ExportOptions,
  ): Promise<Table<ExportedProduct>> {
    const pages = this.pages(filter, { hasCosts, onRows });
    return catalogTable(pages, await this.plans.allPlans(), { hasCosts });
  }

  private async *pages(
    filter: ProductFilter,
    { hasCosts, onRows }: Required<ExportOptions>,
  ): AsyncGenerator<ExportedProduct[], void> {
    let count = 0;
    for await (const page of everyPage(
      (request) => this.administration.listRecords(request, filter),
      PAGE_ROWS,
    )) {
      const ids = page.map(({ id }) => id);
      const costs = hasCosts ? await this.costs.listByProduct(ids) : NO_COSTS;
      yield page.map((product) => ({ ...product, costMinor: costs.get(product.id) ?? null }));
      count += page.length;
      onRows(count);
    }
  }
}
