import { Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { LIMITS } from '../../../platform/config/limits.js';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { adminAnswer, type AdminAnswer } from '../../../platform/http/answers.js';
import { Responds, ApiAdmin } from '../../../platform/http/openapi/admin-docs.js';
import { ApiErrorsAs } from '../../../platform/http/openapi/api-docs.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import {
  CsvUpload,
  csvUploadErrors,
  TABLE_FILES,
  withUploadedCsv,
} from '../../../platform/csv/csv-upload.js';
import { BackgroundShipmentsService } from './background-shipments.service.js';
import {
  ShipmentImportDto,
  ShipmentImportQuery,
  ShipmentImportRefusalDto,
  ShipmentImportReportDto,
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

/** Rows that are recorded while the caller waits; an order takes some milliseconds. */
const AT_ONCE_MAX = 500;

@OperatorController('admin', 'Orders')
export class ShipmentImportController {
  constructor(
    private readonly importer: ShipmentImportService,
    private readonly background: BackgroundShipmentsService,
  ) {}

  @Post('shipments/import')
  @Access('orders:ship')
  @Operation(
    'Record shipments from a file; rows at fault are reported, the others apply',
    'The first row names the columns, in any order: `order_number`, `courier` and `tracking_number` have to be there, ' +
      '`tracking_url`, `line` and `quantity` may be. A row without `line` and `quantity` sends all that is left of the ' +
      'order. Rows with the same order, courier (in any case) and tracking number are one shipment, which is recorded as a whole or ' +
      'not at all. A shipment that was recorded before is not recorded again, so that a file can be sent again. A file of more than ' +
      `${AT_ONCE_MAX} rows, or one with the header \`Prefer: respond-async\`, is recorded in the background (202): \`Location\` is its address.`,
  )
  @ApiHeader({
    name: 'Prefer',
    required: false,
    schema: { type: 'string' },
    example: 'respond-async',
  })
  @CsvUpload(FILE_EXAMPLES, TABLE_FILES)
  // Above the shared refusals: of two descriptions of 422 the upper one counts.
  @ApiErrorsAs(
    ShipmentImportRefusalDto,
    'validation_failed',
    'unknown_field',
    'file_unreadable',
    'import_refused',
  )
  @ApiAdmin(202, ShipmentImportDto)
  @ApiAdmin(200, ShipmentImportReportDto, ...csvUploadErrors(LIMITS.shipmentFileBytes, TABLE_FILES))
  async importShipments(
    @Req() request: Request,
    @Query() { dry_run: dryRun }: ShipmentImportQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminAnswer<ShipmentImportReportDto | ShipmentImportDto>> {
    const isDryRun = dryRun === 'true';
    const isAsync = /\brespond-async\b/i.test(request.get('Prefer') ?? '');
    const work = async (path: string): Promise<ShipmentImportReportDto | ShipmentImportDto> => {
      const read = await this.importer.read(path, isDryRun);
      const { rows } = read.file;
      if (rows <= AT_ONCE_MAX && !isAsync) {
        return ShipmentImportReportDto.show(await this.importer.recordFile(read, { isDryRun }));
      }
      const stored = await this.background.store(path, { isDryRun, rows });
      response.status(202).location(`/admin/shipment-imports/${stored.id}`);
      return ShipmentImportDto.show(stored);
    };
    return adminAnswer(await withUploadedCsv(request, LIMITS.shipmentFileBytes, work, TABLE_FILES));
  }

  @Get('shipment-imports/:id')
  @Access('orders:ship')
  @Operation('One file of shipments in the background: how far it is, and its report')
  @Responds(200, ShipmentImportDto, 'import_not_found')
  getShipmentImport(@Param('id', new PathIdPipe('import_not_found')) id: number) {
    return this.background.get(id);
  }
}
