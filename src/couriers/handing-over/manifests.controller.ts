import { Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { PathKeyPipe } from '../../platform/http/input/path-key.pipe.js';
import { ApiAdminFile } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PDF, sendPdf } from '../../tax/printing/document-files.js';
import { ManifestsService } from './manifests.service.js';

@OperatorController('admin/manifests', 'Orders')
export class ManifestsController {
  constructor(private readonly manifests: ManifestsService) {}

  @Get(':day')
  @Access('orders:ship')
  @Operation(
    'Print what was handed over to couriers on a day, for the drivers to sign',
    'One list for each account, on A4. `new` in place of the day: what is on no manifest yet.',
  )
  @ApiAdminFile([PDF], 'booking_not_found')
  async printManifest(
    @Param('day', new PathKeyPipe('booking_not_found')) day: string,
    @Res() response: Response,
  ): Promise<void> {
    sendPdf(response, { number: `manifest-${day}`, pdf: await this.manifests.print(day) });
  }
}
