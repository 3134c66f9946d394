import { Get, Param, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { SHIPMENT_STATES } from '../../orders/tracking/shipment-state.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { OneOf } from '../../platform/http/input/fields.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import {
  ApiAdminTable,
  Responds,
  RespondsList,
  RespondsPage,
} from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PageQuery, toNewestFirst } from '../../platform/http/paging/page.js';
import {
  integer,
  responseDto,
  text,
  time,
  word,
  ALWAYS_TRUE,
} from '../../platform/http/response-dto/response-dto.js';
import { sendTable, TableFileQuery } from '../../platform/table-export/table-file.js';
import { DeliveriesService } from './deliveries.service.js';
import { FINDING_GROUPS, FINDING_KINDS, FINDINGS, type FindingGroup } from './finding-kinds.js';
import type { ListedFinding } from './delivery-findings.repository.js';
import type { CourierCount, ShipmentOnTheWay } from './on-the-way.repository.js';

class FindingsQuery extends PageQuery {
  @OneOf(FINDING_GROUPS, {
    api: {
      description: 'back: comes back to us. claim: lost or destroyed. problem: everything else',
    },
  })
  group: FindingGroup;
}

/** Something about a delivery that a person has to look at. */
class DeliveryFindingDto extends responseDto<ListedFinding>()({
  id: integer(),
  kind: word(FINDING_KINDS),
  words: [text('What it means'), ({ kind }) => FINDINGS[kind].words],
  note: text('More about it, such as why an order could not be shipped').orNull(),
  order_number: text(),
  shipment_id: integer('null: it was not handed over').orNull(),
  booking_id: integer(),
  courier: text(),
  awb: text().orNull(),
  city: text().orNull(),
  found_at: time(),
}) {}

class SettledFindingDto extends responseDto<object>()({ settled: ALWAYS_TRUE }) {}

class ShipmentOnTheWayDto extends responseDto<ShipmentOnTheWay>()({
  shipment_id: integer(),
  order_number: text(),
  courier: text(),
  awb: text(),
  city: text(),
  state: word(SHIPMENT_STATES),
  news_at: time("The courier's time of the scan that says so"),
  expected_at: time('When the courier expects to deliver it; null: it does not say').orNull(),
}) {}

const COLUMNS = ShipmentOnTheWayDto.columns(
  'shipment_id order_number courier awb city state news_at expected_at',
);

class CourierCountDto extends responseDto<CourierCount>()({
  courier: text(),
  state: word(SHIPMENT_STATES),
  count: integer(),
}) {}

/** Deliveries in the Admin API: what is on the way, and what has to be looked at. */
@OperatorController('admin/deliveries', 'Couriers')
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @Get()
  @Access('orders:read')
  @Operation('List shipments that couriers carry, latest first')
  @RespondsPage(ShipmentOnTheWayDto)
  listDeliveries(@Query() query: PageQuery) {
    return this.deliveries.listOnTheWay(toNewestFirst(query));
  }

  @Get('export')
  @Access('orders:read')
  @Operation('The same shipments as a file')
  @ApiAdminTable('validation_failed')
  async exportDeliveries(
    @Query() { format }: TableFileQuery,
    @Res() response: Response,
  ): Promise<void> {
    const pages = this.deliveries.everyPageOnTheWay();
    await sendTable(response, { name: 'deliveries', format }, { columns: COLUMNS, pages });
  }

  @Get('counts')
  @Access('orders:read')
  @Operation('Count shipments that couriers carry, by courier and state')
  @RespondsList(CourierCountDto)
  countDeliveries() {
    return this.deliveries.countOnTheWay();
  }

  @Get('findings')
  @Access('orders:read')
  @Operation('List what a person has to look at in deliveries, latest first')
  @RespondsPage(DeliveryFindingDto)
  listDeliveryFindings(@Query() { group, ...page }: FindingsQuery) {
    return this.deliveries.listFindings(group, toNewestFirst(page));
  }

  @Post('findings/:id/settle')
  @Access('deliveries:act')
  @Operation('Take a finding about a delivery off its list', 'Safe to repeat.')
  @Responds(200, SettledFindingDto, 'finding_not_found')
  async settleDeliveryFinding(@Param('id', new PathIdPipe('finding_not_found')) id: number) {
    await this.deliveries.settle(id);
    return {};
  }
}
