import { Day } from '../../../platform/days/day.field.js';
import { Id } from '../../../platform/http/input/fields.js';
import {
  day,
  integer,
  responseDto,
  text,
  time,
  word,
} from '../../../platform/http/response-dto/response-dto.js';
import type { ListedPickup } from './pickups.repository.js';

export class WantPickupDto {
  @Id({ api: { description: 'Account with a courier' } })
  account: number;

  @Day({ optional: true, description: 'Left out: today, or tomorrow after the cut-off' })
  day?: string;
}

export class PickupDto extends responseDto<ListedPickup>()({
  account_id: integer(),
  account: [text('Its name'), 'accountName'],
  pickup_on: day(),
  count: integer('Boxes that the courier expects'),
  state: word({
    wanted: 'the courier is asked within seconds',
    asked: 'the courier comes',
    refused: 'see `problem`',
  }),
  token: text('By which the courier knows it').orNull(),
  problem: text("The courier's words").orNull(),
  created_by: text(),
  created_at: time(),
}) {}
