import {
  responseDto,
  flag,
  integer,
  text,
  time,
  word,
} from '../../platform/http/response-dto/response-dto.js';
import { QueryId } from '../../platform/http/input/fields.js';
import { FACTOR_KINDS, type Factor } from './factors.service.js';

export class EndedAccessDto extends responseDto<{ people: number }>()({
  people: integer('People whose sessions ended'),
}) {}

/** A passkey or one-time codes, as a person sees them before signing in. */
export class HeldFactorDto extends responseDto<Factor>()({
  kind: word(FACTOR_KINDS, '`totp`: one-time codes'),
  added_at: time('null: one-time codes from before the day was stored').orNull(),
  recent: flag('Whether it was added within the last 30 days'),
}) {}

/** A passkey, or the one-time codes of a person. */
export class FactorDto extends responseDto<Factor>()({
  ...HeldFactorDto.fields,
  passkey_id: integer().orNull(),
  name: text('Name of the passkey').orNull(),
  user_id: integer(),
  user_name: text(),
  user_email: text(),
}) {}

export class FactorsQuery {
  @QueryId({ description: 'The people of this client' })
  client_id?: number;
}
