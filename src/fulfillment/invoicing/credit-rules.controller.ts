import { Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { ApiAdminTable } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { sendTable, TableFileQuery } from '../../platform/table-export/table-file.js';
import { count, day, summed, text, type Column } from '../../platform/table-export/table.js';
import type { RuleDifference } from '../../tax/issuing/credit-rules.js';
import { OrderInvoicesService } from './order-invoices.service.js';

const COLUMNS: readonly Column<RuleDifference>[] = [
  text('order_number', ({ invoice }) => invoice.order_number),
  text('invoice', ({ invoice }) => invoice.number),
  day('issued_on', ({ invoice }) => invoice.issued_on),
  count('line', ({ line }) => line.line),
  text('sku', ({ line }) => line.sku),
  text('hsn', ({ line }) => line.hsn),
  count('rate_bp', ({ line }) => line.rate_bp),
  summed('credited', ({ first }) => first.grossMinor),
  summed('credited_taxable', ({ first }) => first.taxableMinor),
  summed('credited_tax', ({ first }) => first.taxMinor),
  summed('by_returned_goods', ({ second }) => second.grossMinor),
  summed('by_returned_goods_taxable', ({ second }) => second.taxableMinor),
  summed('by_returned_goods_tax', ({ second }) => second.taxMinor),
  count('returned_units', ({ second }) => second.units),
];

/** Credit notes of earlier releases. */
@OperatorController('admin/reports/credit-note-rules', 'Tax')
export class CreditRulesController {
  constructor(private readonly invoices: OrderInvoicesService) {}

  @Get()
  @Access('documents:read')
  @Operation(
    'Export where earlier credit notes differ from the goods that came back',
    'Releases up to 1.2.0 spread a refund over all invoiced lines. For each invoiced line: what their notes took back, and ' +
      'what they would take back today. These notes stay. Archived orders are left out.',
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
