import { Get } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { adminAnswer, type AdminAnswer } from '../../platform/http/answers.js';
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
  async listOrderLosses(): Promise<AdminAnswer<OrderLossDto[]>> {
    return adminAnswer((await this.losses.list()).map(toOrderLoss));
  }
}
