import { Get, Query } from '@nestjs/common';
import {
  responseDto,
  integer,
  parts,
  text,
  time,
} from '../../platform/http/response-dto/response-dto.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { RespondsPage } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PageQuery, toNewestFirst } from '../../platform/http/paging/page.js';
import { IssuingService } from './issuing.service.js';
import type { MissingFact, UninvoicedShipment } from './uninvoiced-shipment.entity.js';

class MissingFactDto extends responseDto<MissingFact>()({
  field: text({ example: 'items.0' }),
  code: text({ example: 'hsn_missing' }),
  message: text(),
}) {}

export class UninvoicedShipmentDto extends responseDto<UninvoicedShipment>()({
  shipment_id: integer(),
  order_number: text(),
  client_id: integer(),
  shipped_at: time(),
  problems: parts(MissingFactDto, 'What was missing when it was shipped'),
}) {}

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
  @RespondsPage(UninvoicedShipmentDto)
  listUninvoicedShipments(@Query() query: PageQuery) {
    return this.issuing.listUninvoiced(toNewestFirst(query));
  }
}
