import { Body, Get, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { streamFile, ZIP } from '../../../platform/csv/csv-response.js';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { Responds, ApiAdminFile, BODY_ERRORS } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import {
  FileGstr1Dto,
  GstFilingDto,
  Gstr1ChecksDto,
  Gstr1MonthQuery,
  Gstr1Query,
} from './gstr1.dto.js';
import { Gstr1Service } from './gstr1.service.js';
import { sendTable, TABLE_TYPES } from '../../../platform/table-export/table-file.js';
import { invalidField } from '../../../platform/http/errors.js';

const JSON_TYPE = 'application/json';

/** The return of a month. */
@OperatorController('admin/reports/gstr1', 'Tax')
export class Gstr1Controller {
  constructor(private readonly gstr1: Gstr1Service) {}

  @Get()
  @Access('documents:read')
  @Operation(
    'Export the GST return of a month (GSTR-1)',
    'JSON for the portal, or the sheets of its offline tool. Read the checks first; this service files nothing. Of ' +
      'the current month, it has the documents up to now.',
  )
  @ApiAdminFile([JSON_TYPE, ...TABLE_TYPES, ZIP], 'tax_profile_missing', 'validation_failed')
  async exportGstReturn(
    @Query() { month, format, sheet }: Gstr1Query,
    @Res() response: Response,
  ): Promise<void> {
    const name = `gstr1-${month}`;
    if (format === 'json') {
      await streamFile(response, { name: `${name}.json`, type: JSON_TYPE }, this.gstr1.json(month));
    } else if (sheet !== undefined) {
      const table = await this.gstr1.sheet(month, sheet);
      await sendTable(response, { name: `${name}-${sheet}`, format }, table);
    } else if (format === 'csv') {
      await streamFile(response, { name: `${name}.zip`, type: ZIP }, this.gstr1.archive(month));
    } else {
      throw invalidField('sheet', 'required', `sheet is required with format=${format}`);
    }
  }

  @Get('checks')
  @Access('documents:read')
  @Operation('Check the documents of a month before its return is filed')
  @Responds(200, Gstr1ChecksDto, 'tax_profile_missing', 'validation_failed')
  checkGstReturn(@Query() { month }: Gstr1MonthQuery) {
    return this.gstr1.check(month);
  }

  @Post('file')
  @Access('tax:write')
  @Operation(
    'Note that the return of a month was filed',
    'Call it after the return was filed on the portal. The month must be over. From then on no document is dated into ' +
      'it: credit notes of a later month correct what is found later. It cannot be undone. The same call again answers ' +
      'the first filing with 200.',
  )
  @Responds('recorded', GstFilingDto, 'tax_profile_missing', ...BODY_ERRORS)
  fileGstReturn(@Body() { month }: FileGstr1Dto) {
    return this.gstr1.file(month);
  }
}
