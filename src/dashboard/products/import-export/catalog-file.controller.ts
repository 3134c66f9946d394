import { Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentPermissions, type Permitted } from '../../../identity/signed-in-user.js';
import { CSV, XLSX } from '../../../platform/csv/csv-response.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { Responds, ApiAdminErrors } from '../../../platform/http/openapi/admin-docs.js';
import { ApiErrorsAs } from '../../../platform/http/openapi/api-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { readCsvFile } from '../../../platform/csv/csv-batches.js';
import { CsvUpload, csvUploadErrors, withUploadedCsv } from '../../../platform/csv/csv-upload.js';
import { AppError } from '../../../platform/http/errors.js';
import { assertMayChangeCosts, toMarkup } from '../costs/markup.dto.js';
import { CatalogExportQuery, toProductFilter } from '../product-filter.query.js';
import { COST_COLUMN } from './catalog-csv.js';
import { AS_WRITTEN } from './import-row.js';
import { CatalogExportService } from './catalog-export.service.js';
import { FILE_EXAMPLES, REFUSAL_EXAMPLE } from './catalog-file.examples.js';
import { ImportQuery, ImportRefusalDto, ImportReportDto } from './catalog-import.dto.js';
import { CatalogImportService } from './catalog-import.service.js';
import { sendTable } from '../../../platform/table-export/table-file.js';

/** The catalog as one CSV file. */
@OperatorController('admin/products', 'Products')
export class CatalogFileController {
  constructor(
    private readonly importer: CatalogImportService,
    private readonly exporter: CatalogExportService,
  ) {}

  @Post('import')
  @Access('catalog:write')
  @Operation(
    'Create and update products by SKU from a CSV file, all or nothing',
    'The first row names the columns, in any order; `sku` has to be there. A column that is not there leaves ' +
      'that of the products as it is; new products need `name`, `base_price` and `delivery_charge`. An empty ' +
      '`base_price` means none, an empty `price:<plan code>` no own price of the plan, an empty `stock` ' +
      'leaves what is on hand. `cost` is what the wholesaler pays; it is for operators with the permission `costs:write`. Amounts are plain numbers as 1234.50. `images` has one address a line, ' +
      '`variations` pairs as `Size:M|Size:L|Colour:Red`, `stock` a number, or with variations one ' +
      '`key=quantity` a line. `row`, a whole number that increases, names the rows of another file that this one was ' +
      'made from; reports have it as the line. Names and values that a product has in another order, letter case or with other blanks keep its keys. A dry run finds out what the file would do.',
  )
  @CsvUpload(FILE_EXAMPLES)
  // Above the shared refusals: of two descriptions of 422 the upper one counts.
  @ApiErrorsAs(
    ImportRefusalDto,
    'validation_failed',
    'unknown_field',
    'file_unreadable',
    REFUSAL_EXAMPLE,
  )
  @Responds(200, ImportReportDto, 'import_running', ...csvUploadErrors(LIMITS.importBytes))
  async importProducts(
    @Req() request: Request,
    @Query() query: ImportQuery,
    @CurrentPermissions() isPermitted: Permitted,
  ) {
    const markup = toMarkup(query);
    assertMayChangeCosts(markup !== null, isPermitted);
    return withUploadedCsv(request, LIMITS.importBytes, (path) =>
      this.importer.importCatalog(() => readCsvFile(path), {
        isDryRun: query.dry_run === 'true',
        isConfirmed: query.confirm === 'true',
        rules: { ...AS_WRITTEN, markup },
        onHeader: (names) => assertMayChangeCosts(names.includes(COST_COLUMN), isPermitted),
      }),
    );
  }

  @Get('export')
  @Access('catalog:export')
  @Operation(
    'Export the catalog as a file',
    'All products, inactive ones too, or those that the same filters as in the list let through. Importing it changes nothing. A cell that a spreadsheet would run as a ' +
      "formula has one `'` in front, which the import takes off.",
  )
  @ApiResponse({
    status: 200,
    description: 'Success',
    content: {
      [CSV]: { schema: { type: 'string' }, examples: { catalog: FILE_EXAMPLES.catalog } },
      [XLSX]: { schema: { type: 'string', format: 'binary' } },
    },
  })
  @ApiAdminErrors('validation_failed')
  async exportProducts(
    @Query() query: CatalogExportQuery,
    @CurrentPermissions() isPermitted: Permitted,
    @Res() response: Response,
  ): Promise<void> {
    const hasCosts = query.costs === 'true';
    if (hasCosts && !isPermitted('costs:read')) throw new AppError('permission_denied');
    const table = await this.exporter.exportCatalog(toProductFilter(query), { hasCosts });
    await sendTable(response, { name: 'catalog', format: query.format }, table);
  }
}
