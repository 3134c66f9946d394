import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { TheCall, WaitingCalls, type OpenCall } from '../../auth/waiting/waiting-calls.js';
import { IgnoresUnknownFields } from '../../platform/http/input/unknown-fields.js';
import { PublicUrl } from '../../platform/http/public-url.js';
import { oncePerObject, PolledAnswer } from '../../platform/http/representation/representation.js';
import { OPEN_POLL_SECONDS, ORDER_STATUSES } from '../lifecycle/order-lifecycle.js';
import { TEST_POLL_SECONDS } from '../lifecycle/test-scenarios.js';
import * as docs from '../orders.docs.js';
import { OrderListDto, OrderListQuery, toOrderList } from '../orders.dto.js';
import { readOrderCursor } from './order-cursor.js';
import { OrderListService, type OrderList } from './order-list.service.js';
import type { Included } from './order-parts.port.js';

@ApiTags('Orders')
@IgnoresUnknownFields()
@Controller('api/orders')
export class OrderListController {
  /** Cursor of a query, parsed once per query object, because stores repeat the same query while nothing is new. */
  private readonly cursorOf = oncePerObject(({ cursor }: OrderListQuery) =>
    cursor === undefined ? null : readOrderCursor(cursor),
  );
  private readonly liveList = oncePerObject(listAnswer(OPEN_POLL_SECONDS));
  private readonly testList = oncePerObject(listAnswer(TEST_POLL_SECONDS));

  constructor(
    private readonly lists: OrderListService,
    private readonly waitingCalls: WaitingCalls,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Get()
  @docs.ListOrders
  async listOrders(
    @TheCall() call: OpenCall,
    @Query() query: OrderListQuery,
  ): Promise<PolledAnswer<OrderListDto>> {
    if ((query.wait ?? 0) > 0) return this.waitForOrders(call, query);
    const { isTest } = call.caller;
    const list = await this.read(call, query);
    if (query.include !== undefined) {
      const seconds = isTest ? TEST_POLL_SECONDS : OPEN_POLL_SECONDS;
      return listAnswer(seconds, this.includedFor(call, query))(list);
    }
    return isTest ? this.testList(list) : this.liveList(list);
  }

  private read(
    { caller: { clientId } }: OpenCall,
    query: OrderListQuery,
  ): OrderList | Promise<OrderList> {
    const { updated_since, status, limit, include } = query;
    const search = {
      clientId,
      statuses: status ?? ORDER_STATUSES,
      limit,
      withParts: include !== undefined,
      updatedSince: updated_since ?? null,
    };
    return this.lists.list(search, this.cursorOf(query));
  }

  private includedFor({ request }: OpenCall, { include }: OrderListQuery): Included | undefined {
    return include && { parts: include, address: this.publicUrl.reachedBy(request) };
  }

  private async waitForOrders(
    call: OpenCall,
    query: OrderListQuery,
  ): Promise<PolledAnswer<OrderListDto>> {
    const { clientId } = call.caller;
    const cursor = this.cursorOf(query);
    const included = this.includedFor(call, query);
    const { result, hasNews, pollSeconds } = await this.waitingCalls.read(call, query.wait!, {
      // The parts that are included name the address.
      topic: `orders ${clientId} ${included?.address ?? ''}`,
      mayHaveNews: (since) => this.lists.hasNews(clientId, since),
      read: async () => {
        const list = await this.read(call, query);
        return { list, answer: listAnswer(0, included)(list) };
      },
      isNews: ({ list: { orders, hasMore, loss } }) =>
        cursor === null || orders.length > 0 || hasMore || loss !== null,
    });
    if (cursor === null || hasNews) return result.answer;
    // The cursor stays, so that a store that asks again has the answer's tag.
    return listAnswer(pollSeconds)(this.lists.unchanged(cursor, clientId));
  }
}

function listAnswer(
  pollSeconds: number,
  included?: Included,
): (list: OrderList) => PolledAnswer<OrderListDto> {
  return (list) => new PolledAnswer(toOrderList(list, included), list.hasMore ? 0 : pollSeconds);
}
