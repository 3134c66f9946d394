import { Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, OperatorController } from '../../platform/http/audience.js';
import {
  columns,
  day,
  integer,
  money,
  text,
} from '../../platform/http/response-dto/response-dto.js';
import { ApiAdminTable } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { sendTable, TableFileQuery } from '../../platform/table-export/table-file.js';
import type { RuleDifference } from '../../tax/issuing/credit-rules.js';
import { OrderInvoicesService } from './order-invoices.service.js';

const COLUMNS = columns<RuleDifference>()({
  order_number: [text(), ({ invoice }) => invoice.order_number],
  invoice: [text(), ({ invoice }) => invoice.number],
  issued_on: [day(), ({ invoice }) => invoice.issued_on],
  line: [integer(), ({ line }) => line.line],
  sku: [text(), ({ line }) => line.sku],
  hsn: [text().orNull(), ({ line }) => line.hsn],
  rate_bp: [integer().orNull(), ({ line }) => line.rate_bp],
  credited: [money(), ({ first }) => first.grossMinor],
  credited_taxable: [money(), ({ first }) => first.taxableMinor],
  credited_tax: [money(), ({ first }) => first.taxMinor],
  by_returned_goods: [money(), ({ second }) => second.grossMinor],
  by_returned_goods_taxable: [money(), ({ second }) => second.taxableMinor],
  by_returned_goods_tax: [money(), ({ second }) => second.taxMinor],
  returned_units: [integer(), ({ second }) => second.units],
});

/** Credit notes of earlier releases. */
@OperatorController('admin/reports/credit-note-rules', 'Tax')
export class CreditRulesController {
  constructor(private readonly invoices: OrderInvoicesService) {}

  @Get()
  @Access('documents:read')
  @Operation(
    'Export where earlier credit notes differ from the goods that came back',
    'Releases up to 1.2.0 spread a refund over all invoiced lines. The file has, for each invoiced line, what their ' +
      'notes took back and what they would take back today. These notes stay. Archived orders are left out.',
  )
  @ApiAdminTable('validation_failed')
  async exportCreditNoteRules(
    @Query() { format }: TableFileQuery,
    @Res() response: Response,
  ): Promise<void> {
    const pages = this.invoices.everyPageOfRuleDifferences();
    await sendTable(response, { name: 'credit-note-rules', format }, { columns: COLUMNS, pages });
  }
}
