import { Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { ApiAdminFile } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PDF, sendPdf } from '../../tax/printing/document-files.js';
import { LabelsQuery } from './labels.query.js';
import { LabelsService } from './labels.service.js';

@OperatorController('admin/bookings/labels', 'Couriers')
export class LabelsController {
  constructor(private readonly labels: LabelsService) {}

  @Get()
  @Access('orders:ship')
  @Operation(
    'Print the labels of bookings as one PDF',
    'In the order of the pick list. Bookings without an AWB are left out; if all are, it is 404. It is noted that they were ' +
      'printed, and a label that is printed again says so. Files of a courier hold up to 50 labels of one account, without slips.',
  )
  @ApiAdminFile([PDF], 'booking_not_found', 'validation_failed', 'label_missing')
  async printLabels(
    @Query() { ids, paper = '100x150', slips }: LabelsQuery,
    @Res() response: Response,
  ): Promise<void> {
    const pdf = await this.labels.print(ids, { paper, hasSlips: slips === 'true' });
    // A courier's file is not parsed: browsers must neither run nor guess anything of it.
    response.setHeader('Content-Security-Policy', 'sandbox');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    sendPdf(response, { number: 'labels', pdf });
  }
}
