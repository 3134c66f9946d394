import { Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { streamFile } from '../../platform/csv/csv-response.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { ApiAdminFile, Responds } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { Gstr1MonthQuery } from '../india/gstr1/gstr1.dto.js';
import { TallyMonthDto } from './tally.dto.js';
import { isRunning, TallyMonthService } from './tally-month.service.js';
import { TallyService } from './tally.service.js';

const XML = 'application/xml';

/** Books of sales for Tally. */
@OperatorController('admin/reports/tally', 'Tax')
export class TallyController {
  constructor(
    private readonly tally: TallyService,
    private readonly months: TallyMonthService,
  ) {}

  @Get()
  @Access('money:read')
  @Operation(
    "Export a month's vouchers of sales and money for Tally",
    'A sale for each invoice and bill of supply, a credit note for each credit note, and the receipts, payments and transfers. ' +
      'All money of a client is in one ledger. Import the ledgers first. A voucher that is imported again replaces the first one.',
  )
  @ApiAdminFile([XML], 'validation_failed')
  async exportTallyVouchers(
    @Query() { month }: Gstr1MonthQuery,
    @Res() response: Response,
  ): Promise<void> {
    const name = `tally-${month}${isRunning(month) ? '-so-far' : ''}.xml`;
    await streamFile(response, { name, type: XML }, this.tally.vouchers(month));
  }

  @Get('masters')
  @Access('money:read')
  @Operation('Export the ledgers that the vouchers for Tally name')
  @ApiAdminFile([XML])
  async exportTallyMasters(@Res() response: Response): Promise<void> {
    await streamFile(response, { name: 'tally-ledgers.xml', type: XML }, this.tally.masters());
  }

  @Get('checks')
  @Access('money:read')
  @Operation("Check a month's file for Tally before it is imported")
  @Responds(200, TallyMonthDto, 'tax_profile_missing', 'validation_failed')
  checkTallyMonth(@Query() { month }: Gstr1MonthQuery) {
    return this.months.get(month);
  }
}
