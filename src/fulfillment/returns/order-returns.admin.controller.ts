import { Body, Param, Post } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { PathIdPipe, PathKeyPipe } from '../../platform/http/input/path-key.pipe.js';
import { Responds, BODY_ERRORS } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { OrderRecordDto } from '../orders/order-record.js';
import { OrdersAdminService } from '../orders/orders.admin.service.js';
import {
  AcceptReturnDto,
  DeclineReturnDto,
  InspectReturnDto,
  RequestReturnDto,
  toInspectedUnits,
  toNewReturn,
  toReturnDirections,
} from './order-returns.dto.js';
import { OrderReturnsService } from './order-returns.service.js';

const orderNumber = new PathKeyPipe('order_not_found');
const returnId = new PathIdPipe('return_not_found');
const DECISION_ERRORS = [
  'order_not_found',
  'return_not_found',
  'transition_refused',
  ...BODY_ERRORS,
] as const;

/** Operators' decisions on returns, and the inspection of what came back. */
@OperatorController('admin/orders', 'Orders')
export class OrderReturnsAdminController {
  constructor(
    private readonly orders: OrdersAdminService,
    private readonly returns: OrderReturnsService,
  ) {}

  @Post(':order_number/returns')
  @Access('returns:inspect')
  @Operation(
    'Record units that come back without a request of the store',
    'For units that a courier brings back, or that a customer sends without asking. The return is accepted ' +
      'immediately. If its order is already `returned`, it counts as received, and the inspection follows. The store ' +
      'sees it in `returns` of its order.',
  )
  @Responds(
    201,
    OrderRecordDto,
    'order_not_found',
    'duplicate_return',
    'not_returnable',
    ...BODY_ERRORS,
  )
  async recordReturn(
    @Param('order_number', orderNumber) number: string,
    @Body() body: RequestReturnDto,
  ) {
    await this.returns.record(number, toNewReturn(body));
    return this.orders.get(number);
  }

  @Post(':order_number/returns/:return_id/accept')
  @Access('orders:cancel')
  @Operation(
    'Accept a return: its units are awaited',
    'Its store sees where to send them. The return keeps that address when the settings change. If neither the body nor ' +
      'the settings have one, it is refused with 422 `required` at `return_address`. Safe to repeat; what is sent for an ' +
      'awaited return replaces what its store sees. When the units are back, mark the order as returned.',
  )
  @Responds(200, OrderRecordDto, ...DECISION_ERRORS)
  async acceptReturn(
    @Param('order_number', orderNumber) number: string,
    @Param('return_id', returnId) id: number,
    @Body() body: AcceptReturnDto,
  ) {
    await this.returns.accept(number, id, toReturnDirections(body));
    return this.orders.get(number);
  }

  @Post(':order_number/returns/:return_id/decline')
  @Access('orders:cancel')
  @Operation(
    'Decline a return, which may be an accepted one whose units did not arrive',
    'Safe to repeat with the same reason. The store sees it, and may request another return.',
  )
  @Responds(200, OrderRecordDto, ...DECISION_ERRORS)
  async declineReturn(
    @Param('order_number', orderNumber) number: string,
    @Param('return_id', returnId) id: number,
    @Body() { reason }: DeclineReturnDto,
  ) {
    await this.returns.decline(number, id, reason);
    return this.orders.get(number);
  }

  @Post(':order_number/inspection')
  @Access('returns:inspect')
  @Operation(
    'Record which units of a received return are good, and which are scrap',
    'Good units go back into the stock. The numbers are totals of each line, so the same inspection again changes ' +
      'nothing, and a later one may find more. Units that a refund put back into the stock count as good. Scrap may ' +
      'become good; otherwise the numbers of a line never decrease (422 `out_of_range`).',
  )
  @Responds(200, OrderRecordDto, 'order_not_found', 'transition_refused', ...BODY_ERRORS)
  async inspectReturn(
    @Param('order_number', orderNumber) number: string,
    @Body() body: InspectReturnDto,
  ) {
    await this.returns.inspect(number, toInspectedUnits(body));
    return this.orders.get(number);
  }
}
