import { ApiProperty } from '@nestjs/swagger';
import { Country } from '../../platform/http/openapi/country.js';
import type { Session } from './session.entity.js';
import type { ListedSession } from './sessions.repository.js';

export class SessionEntryDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ description: 'Whether it is the one that asks' })
  current: boolean;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time', description: 'Latest request, to the minute' })
  seen_at: string;

  @ApiProperty({ description: 'IP address of the latest request' })
  ip: string;

  @Country('Country of that address')
  country: string | null;

  @ApiProperty({ description: 'The browser, as its header `User-Agent` names it' })
  agent: string;
}

/** A session in a list of several people's. */
export class PersonSessionDto extends SessionEntryDto {
  @ApiProperty({ type: 'integer' })
  user_id: number;

  @ApiProperty()
  user_name: string;

  @ApiProperty()
  user_email: string;
}

export function toSessionEntry(
  session: Omit<Session, 'idHash' | 'expiresAt' | 'confirmedAt'>,
  currentId: number | undefined,
): SessionEntryDto {
  return {
    id: session.id,
    current: session.id === currentId,
    created_at: session.createdAt.toISOString(),
    seen_at: session.seenAt.toISOString(),
    ip: session.ip,
    country: session.country,
    agent: session.agent,
  };
}

export function toPersonSession(
  session: ListedSession,
  currentId: number | undefined,
): PersonSessionDto {
  const { userId, userName, userEmail } = session;
  return {
    ...toSessionEntry(session, currentId),
    user_id: userId,
    user_name: userName,
    user_email: userEmail,
  };
}
