import { Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { LIMITS } from '../../../platform/config/limits.js';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { adminAnswer, type AdminAnswer } from '../../../platform/http/answers.js';
import { ApiAdmin } from '../../../platform/http/openapi/admin-docs.js';
import { ApiErrorsAs } from '../../../platform/http/openapi/api-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import {
  CsvUpload,
  csvUploadErrors,
  TABLE_FILES,
  withUploadedCsv,
} from '../../../platform/csv/csv-upload.js';
import {
  ShipmentImportQuery,
  ShipmentImportRefusalDto,
  ShipmentImportReportDto,
  toShipmentImportReport,
} from './shipment-import.dto.js';
import { ShipmentImportService } from './shipment-import.service.js';

const FILE_EXAMPLES = {
  shipments: {
    value:
      'order_number,courier,tracking_number,tracking_url,line,quantity\n' +
      'WO-7K3M9PQ2XA,BlueLine Express,BL482913375IN,https://track.example.com/BL482913375IN,,\n' +
      'WO-9D4T8VW6YB,BlueLine Express,BL482913376IN,,1,2\n',
  },
};

@OperatorController('admin/shipments', 'Orders')
export class ShipmentImportController {
  constructor(private readonly importer: ShipmentImportService) {}

  @Post('import')
  @Access('orders:ship')
  @Operation(
    'Record shipments from a file; rows at fault are reported, the others apply',
    'The first row names the columns, in any order: `order_number`, `courier` and `tracking_number` have to be there, ' +
      '`tracking_url`, `line` and `quantity` may be. A row without `line` and `quantity` sends all that is left of the ' +
      'order. Rows with the same order, courier and tracking number are one shipment, which is recorded as a whole or ' +
      'not at all. A shipment that was recorded before is not recorded again, so that a file can be sent again.',
  )
  @CsvUpload(FILE_EXAMPLES, TABLE_FILES)
  // Above the shared refusals: of two descriptions of 422 the upper one counts.
  @ApiErrorsAs(
    ShipmentImportRefusalDto,
    'validation_failed',
    'unknown_field',
    'file_unreadable',
    'import_refused',
  )
  @ApiAdmin(200, ShipmentImportReportDto, ...csvUploadErrors(LIMITS.shipmentFileBytes, TABLE_FILES))
  async importShipments(
    @Req() request: Request,
    @Query() { dry_run: dryRun }: ShipmentImportQuery,
  ): Promise<AdminAnswer<ShipmentImportReportDto>> {
    const report = await withUploadedCsv(
      request,
      LIMITS.shipmentFileBytes,
      (file) => this.importer.importShipments(file, { isDryRun: dryRun === 'true' }),
      TABLE_FILES,
    );
    return adminAnswer(toShipmentImportReport(report));
  }
}
