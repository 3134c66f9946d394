import { Get } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { RespondsList } from '../../platform/http/openapi/admin-docs.js';
import { OrderLossesService } from './order-losses.service.js';
import * as docs from './reconciliation.docs.js';
import { OrderLossDto, toOrderLoss } from './reconciliation.dto.js';

/** Losses of orders, as stores learned of them. */
@OperatorController('admin/order-losses', 'Orders')
export class OrderLossesAdminController {
  constructor(private readonly losses: OrderLossesService) {}

  @Get()
  @Access('orders:read')
  @docs.ListOrderLosses
  @RespondsList(OrderLossDto)
  async listOrderLosses() {
    return (await this.losses.list()).map(toOrderLoss);
  }
}
