import { Param, Post } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { PathIdPipe, PathKeyPipe } from '../../platform/http/input/path-key.pipe.js';
import { Responds, BODY_ERRORS } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { OrderRecordDto } from '../orders/order-record.js';
import { OrdersAdminService } from '../orders/orders.admin.service.js';
import { OrderInvoicesService } from './order-invoices.service.js';

/** Documents of shipments that went without one. */
@OperatorController('admin/orders', 'Orders')
export class OrderInvoicesAdminController {
  constructor(
    private readonly orders: OrdersAdminService,
    private readonly invoices: OrderInvoicesService,
  ) {}

  @Post(':order_number/shipments/:shipment_id/invoice')
  @Access('orders:ship')
  @Operation(
    'Issue the missing document of a shipment',
    'It is dated today. The credit notes of refunds since the shipment are issued as well.',
  )
  @Responds(
    200,
    OrderRecordDto,
    'order_not_found',
    'shipment_not_found',
    'tax_profile_missing',
    'documents_on_hold',
    'not_invoiceable',
    ...BODY_ERRORS,
  )
  async invoiceShipment(
    @Param('order_number', new PathKeyPipe('order_not_found')) number: string,
    @Param('shipment_id', new PathIdPipe('shipment_not_found')) id: number,
  ) {
    await this.invoices.invoiceLater(number, id);
    return this.orders.get(number);
  }
}
