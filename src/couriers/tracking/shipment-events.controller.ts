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
    api: {
      description:
        'returned: it is back at our door, before the courier says so. not_handed_over: it never left; until the first scan',
    },
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
  shipment_id: [integer(), ({ shipment }) => shipment.id],
  booking_id: [
    integer('null: it was typed by hand').orNull(),
    ({ shipment }) => shipment.bookingId,
  ],
  order_number: [text(), ({ shipment }) => shipment.orderNumber],
  courier: [text(), ({ shipment }) => shipment.courier],
  tracking_number: [text(), ({ shipment }) => shipment.trackingNumber],
  state: [
    word(SHIPMENT_STATES, 'null: no courier is asked about it').orNull(),
    ({ progress }) => progress?.state ?? null,
  ],
  expected_at: [time().orNull(), ({ progress }) => progress?.expectedAt ?? null],
  delivered_at: [time().orNull(), ({ progress }) => progress?.deliveredAt ?? null],
  asked_at: [
    time('When the courier was asked last; null: never').orNull(),
    ({ progress }) => progress?.askedAt ?? null,
  ],
  next_ask_at: [
    time('When the courier is asked next; null: no more').orNull(),
    ({ progress }) => progress?.nextAskAt ?? null,
  ],
  events: parts(TrailEventDto),
}) {}

const shipmentId = new PathIdPipe('shipment_not_found');

/** The way of a shipment, in the Admin API. */
@OperatorController('admin/shipments', 'Couriers')
export class ShipmentEventsController {
  constructor(private readonly notes: ShipmentNotesService) {}

  @Get(':id/events')
  @Access('orders:read')
  @Operation('Show where a shipment is, and its events')
  @Responds(200, ShipmentTrailDto, 'shipment_not_found')
  getShipmentEvents(@Param('id', shipmentId) id: number) {
    return this.notes.get(id);
  }

  @Post(':id/events')
  @Access('deliveries:act')
  @Operation(
    'Note how a shipment has ended',
    'For what the courier does not say. It moves the order as the courier’s own answer would: all shipments delivered ' +
      'deliver the order, and for what is back a return is recorded. What was not handed over is canceled at its courier, ' +
      'and counts as back; its invoice keeps its number. Safe to repeat.',
  )
  @Responds(
    200,
    ShipmentTrailDto,
    'shipment_not_found',
    'not_followed',
    'shipment_ended',
    'booking_state_refused',
    ...BODY_ERRORS,
  )
  noteShipmentEvent(@Param('id', shipmentId) id: number, @Body() { state, note }: NoteShipmentDto) {
    return this.notes.note(id, state, note ?? null);
  }
}
