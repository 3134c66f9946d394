import {
  responseDto,
  flag,
  integer,
  text,
  time,
} from '../../platform/http/response-dto/response-dto.js';
import { country } from '../../platform/http/openapi/country.js';
import type { Session } from './session.entity.js';
import type { ListedSession } from './sessions.repository.js';

interface Current {
  isCurrent: boolean;
}

export class SessionEntryDto extends responseDto<Session & Current>()({
  id: integer(),
  current: flag('Whether it is the one that asks'),
  created_at: time(),
  seen_at: time('Latest request, to the minute'),
  ip: text('IP address of the latest request'),
  country: country('Country of that address'),
  agent: text('The browser, as its header `User-Agent` names it'),
}) {}

/** A session in a list of several people's. */
export class PersonSessionDto extends responseDto<ListedSession & Current>()({
  ...SessionEntryDto.fields,
  user_id: integer(),
  user_name: text(),
  user_email: text(),
}) {}

/** Makes a function that marks the session that asks. */
export function markCurrent(
  currentId: number | undefined,
): <S extends { id: number }>(session: S) => S & Current {
  return (session) => ({ ...session, isCurrent: session.id === currentId });
}
