import { Get, Param } from '@nestjs/common';
import { adminAnswer, type AdminAnswer } from '../../../platform/http/answers.js';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { ApiAdmin } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { BackgroundShipmentsService } from './background-shipments.service.js';
import { ShipmentImportDto, toShipmentImport } from './shipment-import.dto.js';

const importId = new PathIdPipe('import_not_found');

@OperatorController('admin/shipment-imports', 'Orders')
export class BackgroundShipmentsController {
  constructor(private readonly background: BackgroundShipmentsService) {}

  @Get(':id')
  @Access('orders:ship')
  @Operation('One file of shipments in the background: how far it is, and its report')
  @ApiAdmin(200, ShipmentImportDto, 'import_not_found')
  async getShipmentImport(
    @Param('id', importId) id: number,
  ): Promise<AdminAnswer<ShipmentImportDto>> {
    return adminAnswer(toShipmentImport(await this.background.get(id)));
  }
}
