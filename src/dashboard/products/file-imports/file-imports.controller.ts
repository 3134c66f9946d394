import { Body, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CurrentPermissions, type Permitted } from '../../../identity/signed-in-user.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import {
  Responds,
  ApiAdminTable,
  BODY_ERRORS,
  RespondsPage,
} from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PageQuery, toNewestFirst } from '../../../platform/http/paging/page.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { CsvUpload, csvUploadErrors, withUploadedCsv } from '../../../platform/csv/csv-upload.js';
import { sendTable, TableFileQuery } from '../../../platform/table-export/table-file.js';
import { toMinorUnits } from '../../../platform/money.js';
import { toMarkup } from '../costs/markup.dto.js';
import { FILE_EXAMPLES } from '../import-export/catalog-file.examples.js';
import {
  ApplyQuery,
  CorrectionsDto,
  FileImportDto,
  ListedImportDto,
  UploadQuery,
} from './file-imports.dto.js';
import { FileImportsService } from './file-imports.service.js';

const importId = new PathIdPipe('import_not_found');

/** Catalog files that are checked and applied in the background. */
@OperatorController('admin/catalog-imports', 'Products')
export class FileImportsController {
  constructor(private readonly imports: FileImportsService) {}

  @Get()
  @Access('catalog:write')
  @Operation('List uploaded catalog files, the latest first')
  @RespondsPage(ListedImportDto)
  listCatalogImports(@Query() query: PageQuery) {
    return this.imports.list(toNewestFirst(query));
  }

  @Post()
  @Access('catalog:write')
  @Operation(
    'Upload a catalog file, to be checked in the background',
    'The file is that of `importProducts`, but an empty cell leaves what a product has. The column `cost` and a markup are for operators with the permission `costs:write`. Ask for the import until its state is `ready` or `refused`. It then says what it would change.',
  )
  @CsvUpload(FILE_EXAMPLES)
  @Responds(201, FileImportDto, 'validation_failed', ...csvUploadErrors(LIMITS.importBytes))
  async uploadCatalogImport(
    @Req() request: Request,
    @Query() query: UploadQuery,
    @CurrentPermissions() isPermitted: Permitted,
  ) {
    const { file_name: fileName, supplier = null, new_delivery_charge: delivery } = query;
    const newDeliveryMinor = delivery === undefined ? null : toMinorUnits(delivery);
    const markup = toMarkup(query);
    return withUploadedCsv(request, LIMITS.importBytes, (path) =>
      this.imports.upload({ fileName, supplier, newDeliveryMinor, markup, path }, isPermitted),
    );
  }

  @Get(':id')
  @Access('catalog:write')
  @Operation('One uploaded file: how far it is, and what it changes')
  @Responds(200, FileImportDto, 'import_not_found')
  getCatalogImport(
    @Param('id', importId) id: number,
    @CurrentPermissions() isPermitted: Permitted,
  ) {
    return this.imports.getFor(id, isPermitted);
  }

  @Post(':id/apply')
  @Access('catalog:write')
  @Operation(
    'Apply an uploaded file in the background, all or nothing',
    'It is applied once, even if an instance ends meanwhile. The same request again changes nothing. `rows=good` ' +
      'applies the rows without a problem of a refused file.',
  )
  @Responds(
    200,
    FileImportDto,
    'import_not_found',
    'import_not_ready',
    'validation_failed',
    ...BODY_ERRORS,
  )
  applyCatalogImport(
    @Param('id', importId) id: number,
    @Query() { rows }: ApplyQuery,
    @CurrentPermissions() isPermitted: Permitted,
  ) {
    return this.imports.apply(id, rows, isPermitted);
  }

  @Post(':id/corrections')
  @Access('catalog:write')
  @Operation(
    'Check an uploaded file again with corrected cells, as another import',
    'The file stays as it was. Rows and columns are those of the report.',
  )
  @Responds(201, FileImportDto, 'import_not_found', 'import_not_ready', ...BODY_ERRORS)
  correctCatalogImport(
    @Param('id', importId) id: number,
    @Body() { corrections }: CorrectionsDto,
    @CurrentPermissions() isPermitted: Permitted,
  ) {
    return this.imports.correct(id, corrections, isPermitted);
  }

  @Get(':id/problems/export')
  @Access('catalog:write')
  @Operation(
    'The rows with problems as a file that can be corrected and imported',
    'Its last column says the problems. Imports ignore this column.',
  )
  @ApiAdminTable('import_not_found', 'import_not_ready', 'validation_failed')
  async exportImportProblems(
    @Param('id', importId) id: number,
    @Query() { format }: TableFileQuery,
    @CurrentPermissions() isPermitted: Permitted,
    @Res() response: Response,
  ): Promise<void> {
    const table = await this.imports.problems(id, isPermitted);
    await sendTable(response, { name: `rows-to-correct-${id}`, format }, table);
  }
}
