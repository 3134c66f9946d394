import { Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { ApiAdminFile } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PDF, sendPdf } from '../../tax/printing/document-files.js';
import { PickSheetQuery, SlipsQuery } from './pick-list.query.js';
import { SlipsService } from './slips.service.js';

const LEFT_OUT =
  'Orders are in the given order. Those that are not in the pick list are left out: unpaid, canceled, shipped, of a test, or ' +
  'unknown. If all are, it is 404.';

/** Papers of the warehouse, with a bar code for each order. */
@OperatorController('admin', 'Orders')
export class SlipsController {
  constructor(private readonly slips: SlipsService) {}

  @Get('slips')
  @Access('orders:read')
  @Operation('Print the packing slips of orders as one PDF', LEFT_OUT)
  @ApiAdminFile([PDF], 'order_not_found', 'validation_failed')
  async printSlips(
    @Query() { orders, paper }: SlipsQuery,
    @Res() response: Response,
  ): Promise<void> {
    sendPdf(response, { number: 'packing-slips', pdf: await this.slips.slips(orders, paper) });
  }

  @Get('orders/pick-list/pdf')
  @Access('orders:read')
  @Operation('Print the pick list of orders as a PDF', LEFT_OUT)
  @ApiAdminFile([PDF], 'order_not_found', 'validation_failed')
  async printPickList(
    @Query() { orders, by = 'order' }: PickSheetQuery,
    @Res() response: Response,
  ): Promise<void> {
    sendPdf(response, { number: 'pick-list', pdf: await this.slips.pickSheet(orders, by) });
  }
}
