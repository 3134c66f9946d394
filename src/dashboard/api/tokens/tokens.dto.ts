import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import {
  CONNECTION_CHECKS,
  type ConnectionCheck,
  type TestedHeaders,
} from '../../../auth/connection-test/connection-test.service.js';
import { normalizeDomain } from '../../../auth/domain.js';
import type { IssuedToken, ListedToken } from '../../../auth/tokens.service.js';
import { MODES, type Mode } from '../../../clients/mode.js';
import { LIMITS } from '../../../platform/config/limits.js';
import {
  Field,
  Timestamp,
  OneOf,
  Text,
  textRule,
  WholeNumber,
} from '../../../platform/http/input/fields.js';

/** Of a header in a connection test. */
const HEADER_LENGTH_MAX = 1_000;
const OVERLAP_SECONDS_MAX = 30 * 24 * 60 * 60;

function Domain(optional = false): PropertyDecorator {
  return Text({
    max: LIMITS.domainLength,
    optional,
    api: { example: 'asha-home.example', description: 'With or without https:// and www.' },
    rules: [
      textRule('invalid_domain', 'must be a host name, as shop.example', (text) =>
        /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/.test(normalizeDomain(text)),
      ),
    ],
  });
}

export class CreateOwnTokenDto {
  @Domain()
  domain: string;

  @OneOf(MODES, {
    optional: true,
    api: { default: 'live', description: 'test: its orders are visible to the store only' },
  })
  mode?: Mode;

  @Timestamp({
    optional: true,
    api: { description: 'In the future; left out: the token does not expire' },
  })
  expires_at?: Date;
}

export class RotateOwnTokenDto {
  @WholeNumber({
    min: 0,
    max: OVERLAP_SECONDS_MAX,
    optional: true,
    api: { default: 0, description: 'How long the old token goes on to work' },
  })
  overlap_seconds?: number;

  @Domain(true)
  domain?: string;
}

class TestedHeadersDto {
  @Text({
    max: HEADER_LENGTH_MAX,
    optional: true,
    api: { example: 'Bearer wso_…', description: 'Left out: the server sends none' },
  })
  authorization?: string;

  @Text({
    max: HEADER_LENGTH_MAX,
    optional: true,
    api: { example: 'asha-home.example', description: 'Left out: the server sends none' },
  })
  'x-client-domain'?: string;
}

export class ConnectionTestDto {
  @ValidateNested()
  @Type(() => TestedHeadersDto)
  @Transform(({ value }: { value: unknown }) => value ?? new TestedHeadersDto())
  @Field({
    api: { type: TestedHeadersDto },
    rules: [
      {
        code: 'object_expected',
        message: 'must be an object',
        passes: (value) => value instanceof TestedHeadersDto,
      },
    ],
  })
  headers: TestedHeadersDto = new TestedHeadersDto();
}

export class OwnTokenDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ enum: MODES })
  mode: Mode;

  @ApiProperty()
  domain: string;

  @ApiProperty({ minLength: 4, maxLength: 4 })
  last4: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  expires_at: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  revoked_at: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'To about a minute; null: never',
  })
  last_used_at: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'IP address of the last use' })
  last_used_from: string | null;
}

export class NewTokenDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ enum: MODES })
  mode: Mode;

  @ApiProperty({ description: 'Shown this once' })
  token: string;

  @ApiProperty()
  domain: string;

  @ApiProperty({ minLength: 4, maxLength: 4 })
  last4: string;
}

export class ConnectionCheckDto {
  @ApiProperty({ enum: CONNECTION_CHECKS })
  check: string;

  @ApiProperty({
    enum: ['passed', 'failed', 'not_checked'],
    description: 'not_checked: an earlier check has to pass first',
  })
  result: 'passed' | 'failed' | 'not_checked';

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The error code with which the Store API refuses such a request',
  })
  code: string | null;

  @ApiProperty()
  message: string;
}

export function toTestedHeaders({ headers }: ConnectionTestDto): TestedHeaders {
  return { authorization: headers.authorization, domain: headers['x-client-domain'] };
}

export function toOwnToken(token: ListedToken): OwnTokenDto {
  return {
    id: token.id,
    mode: token.mode,
    domain: token.domain,
    last4: token.last4,
    created_at: token.createdAt.toISOString(),
    expires_at: token.expiresAt?.toISOString() ?? null,
    revoked_at: token.revokedAt?.toISOString() ?? null,
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    last_used_from: token.lastUsedFrom,
  };
}

export function toNewToken({ id, mode, token, domain, last4 }: IssuedToken): NewTokenDto {
  return { id, mode, token, domain, last4 };
}

export function toConnectionCheck({
  name,
  result,
  code,
  message,
}: ConnectionCheck): ConnectionCheckDto {
  return { check: name, result, code, message };
}
