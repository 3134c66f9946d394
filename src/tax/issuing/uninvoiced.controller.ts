import { Get, Query } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { adminList, type AdminList } from '../../platform/http/answers.js';
import { ApiAdminList } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PageQuery, toNewestFirst } from '../../platform/http/paging/page.js';
import { IssuingService } from './issuing.service.js';
import type { UninvoicedShipment } from './uninvoiced-shipment.entity.js';

class MissingFactDto {
  @ApiProperty({ example: 'items.0' })
  field: string;

  @ApiProperty({ example: 'hsn_missing' })
  code: string;

  @ApiProperty()
  message: string;
}

export class UninvoicedShipmentDto {
  @ApiProperty({ type: 'integer' })
  shipment_id: number;

  @ApiProperty()
  order_number: string;

  @ApiProperty({ type: 'integer' })
  client_id: number;

  @ApiProperty({ format: 'date-time' })
  shipped_at: string;

  @ApiProperty({ type: [MissingFactDto], description: 'What was missing when it was shipped' })
  problems: MissingFactDto[];
}

/** Shipments that went without a document. */
@OperatorController('admin/uninvoiced-shipments', 'Tax')
export class UninvoicedController {
  constructor(private readonly issuing: IssuingService) {}

  @Get()
  @Access('documents:read')
  @Operation(
    'List shipments without an invoice, the latest first',
    'Once what was missing is there, issue it with `POST /admin/orders/{order_number}/shipments/{shipment_id}/invoice`.',
  )
  @ApiAdminList(UninvoicedShipmentDto)
  async listUninvoicedShipments(
    @Query() query: PageQuery,
  ): Promise<AdminList<UninvoicedShipmentDto>> {
    return adminList(await this.issuing.listUninvoiced(toNewestFirst(query)), toUninvoicedShipment);
  }
}

function toUninvoicedShipment({
  shipmentId,
  orderNumber,
  clientId,
  shippedAt,
  problems,
}: UninvoicedShipment): UninvoicedShipmentDto {
  return {
    shipment_id: shipmentId,
    order_number: orderNumber,
    client_id: clientId,
    shipped_at: shippedAt.toISOString(),
    problems,
  };
}
