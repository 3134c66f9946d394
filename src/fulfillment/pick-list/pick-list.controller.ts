import { Get, Query } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { RespondsPage } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { toSortedPageRequest } from '../../platform/http/paging/sorted-page.js';
import { PickListQuery } from './pick-list.query.js';
import { OrderToPickDto } from './pick-list.dto.js';
import { PickListService } from './pick-list.service.js';

@OperatorController('admin/orders/pick-list', 'Orders')
export class PickListController {
  constructor(private readonly pickList: PickListService) {}

  @Get()
  @Access('orders:read')
  @Operation(
    'List paid orders with the units that are left to ship, oldest first',
    'It has no amounts. Orders with nothing left to ship are left out, even if they are named.',
  )
  @RespondsPage(OrderToPickDto)
  listOrdersToPick(@Query() query: PickListQuery) {
    const { order_numbers: orderNumbers, booking } = query;
    return this.pickList.list(toSortedPageRequest(query, 'created_at'), orderNumbers, booking);
  }
}
