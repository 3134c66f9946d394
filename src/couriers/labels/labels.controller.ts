import { Get, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import { ApiAdminFile, Responds } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { integer, responseDto } from '../../platform/http/response-dto/response-dto.js';
import { PDF, sendPdf } from '../../tax/printing/document-files.js';
import { LabelsQuery } from './labels.query.js';
import { LabelsService, type FetchedLabel } from './labels.service.js';

class FetchedLabelDto extends responseDto<FetchedLabel>()({
  bytes: integer('Size of the new label'),
  replaced_bytes: integer('Size of the label before; null: none was stored').orNull(),
}) {}

@OperatorController('admin/bookings', 'Couriers')
export class LabelsController {
  constructor(private readonly labels: LabelsService) {}

  @Get('labels')
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

  @Post(':id/label')
  @Access('orders:ship')
  @Operation(
    "Fetch the courier's label of a booking again",
    'It replaces the stored one. For a label that cannot be printed, or that the courier has changed.',
  )
  @Responds(200, FetchedLabelDto, 'booking_not_found', 'label_missing')
  fetchLabelAgain(@Param('id', new PathIdPipe('booking_not_found')) id: number) {
    return this.labels.fetchAgain(id);
  }
}
