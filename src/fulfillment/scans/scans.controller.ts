import { Get, Query } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { Responds } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { ScanDto, ScanQuery } from './scans.dto.js';
import { ScansService } from './scans.service.js';

@OperatorController('admin/scans', 'Orders')
export class ScansController {
  constructor(private readonly scans: ScansService) {}

  @Get()
  @Access('orders:read')
  @Operation(
    'Tell what a scanned text is, and what can be done with it',
    'Looks for the AWB of a booking, then for an order by its number, then by the id of its store, then by a tracking number, then for an article. Test orders are not found.',
  )
  @Responds(200, ScanDto, 'validation_failed')
  readScan(@Query() { text }: ScanQuery) {
    return this.scans.read(text);
  }
}
