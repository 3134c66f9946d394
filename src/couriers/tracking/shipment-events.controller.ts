import { Body, Get, Param, Post } from '@nestjs/common';
import type { ShipmentEvent } from '../../orders/tracking/shipment-event.entity.js';
import { EVENT_SOURCES, SHIPMENT_STATES, wordsOf } from '../../orders/tracking/shipment-state.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { OneOf, Text } from '../../platform/http/input/fields.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import { BODY_ERRORS, Responds } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import {
  integer,
  parts,
  responseDto,
  text,
  time,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import {
  NOTED_ENDS,
  ShipmentNotesService,
  type NotedEnd,
  type ShipmentTrail,
} from './shipment-notes.service.js';

class NoteShipmentDto {
  @OneOf(NOTED_ENDS, {
    api: { description: 'returned: it is back at our door, before the courier says so' },
  })
  state: NotedEnd;

  @Text({ max: 200, optional: true, api: { description: 'How it is known' } })
  note?: string;
}

class TrailEventDto extends responseDto<ShipmentEvent>()({
  at: time("The courier's time"),
  state: word(SHIPMENT_STATES, 'null: it says nothing of where the goods are').orNull(),
  description: [
    text('Our words for the state').orNull(),
    ({ state }) => (state === null ? null : wordsOf(state)),
  ],
  place: text().orNull(),
  code: text("The courier's"),
  words: text("The courier's; null: none, or erased with the customer's data").orNull(),
  source: word(EVENT_SOURCES),
  received_at: time(),
}) {}

class ShipmentTrailDto extends responseDto<ShipmentTrail>()({
  shipment_id: [integer(), ({ progress }) => progress.shipmentId],
  booking_id: [integer(), ({ booking }) => booking.id],
  order_number: [text(), ({ booking }) => booking.orderNumber],
  courier: [text(), ({ booking }) => booking.courierName ?? booking.kind],
  awb: [text(), ({ booking }) => booking.awb],
  state: [word(SHIPMENT_STATES), ({ progress }) => progress.state],
  expected_at: [time().orNull(), ({ progress }) => progress.expectedAt],
  delivered_at: [time().orNull(), ({ progress }) => progress.deliveredAt],
  asked_at: [
    time('When the courier was asked last; null: never').orNull(),
    ({ progress }) => progress.askedAt,
  ],
  next_ask_at: [
    time('When the courier is asked next; null: no more').orNull(),
    ({ progress }) => progress.nextAskAt,
  ],
  events: parts(TrailEventDto),
}) {}

const shipmentId = new PathIdPipe('not_followed');

/** The way of a shipment, in the Admin API. */
@OperatorController('admin/shipments', 'Couriers')
export class ShipmentEventsController {
  constructor(private readonly notes: ShipmentNotesService) {}

  @Get(':id/events')
  @Access('orders:read')
  @Operation('Show where a shipment is, and what was told of it')
  @Responds(200, ShipmentTrailDto, 'not_followed')
  getShipmentEvents(@Param('id', shipmentId) id: number) {
    return this.notes.get(id);
  }

  @Post(':id/events')
  @Access('deliveries:act')
  @Operation(
    'Note how a shipment has ended',
    'For what the courier does not say. It moves the order as the courier’s own answer would: all shipments delivered ' +
      'deliver the order, and for what is back a return is recorded. Safe to repeat.',
  )
  @Responds(200, ShipmentTrailDto, 'not_followed', 'shipment_ended', ...BODY_ERRORS)
  noteShipmentEvent(@Param('id', shipmentId) id: number, @Body() { state, note }: NoteShipmentDto) {
    return this.notes.note(id, state, note ?? null);
  }
}
