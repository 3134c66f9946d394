import { ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '../platform/config/limits.js';
import { Timestamp, OneOf, Text, WholeNumber } from '../platform/http/input/fields.js';
import { Country } from '../platform/http/openapi/country.js';
import { PageQuery } from '../platform/http/paging/page.js';
import type { IssuedToken, ListedToken } from './tokens.service.js';
import {
  permissionsOf,
  TOKEN_PERMISSIONS,
  type TokenPermission,
} from './tokens/token-permissions.js';
import { DOMAIN_RULE } from '../clients/domain.js';
import { MODES, type Mode } from '../clients/mode.js';
import { OrNull } from '../platform/http/openapi/or-null.js';

function Domain({
  optional = false,
  description,
}: {
  optional?: boolean;
  description: string;
}): PropertyDecorator {
  return Text({
    max: LIMITS.domainLength,
    optional,
    api: { example: 'asha-home.example', description },
    rules: [DOMAIN_RULE],
  });
}

export class CreateTokenDto {
  @Domain({ description: 'With or without https:// and www.' })
  domain: string;

  @Timestamp({
    optional: true,
    api: { description: 'A time in the future; default: the token does not expire' },
  })
  expires_at?: Date;

  @OneOf(MODES, {
    optional: true,
    api: {
      default: 'live',
      description:
        'test: a token for trying out the store. Its orders move through the order lifecycle automatically, ' +
        'reserve no stock, and are visible only to the store',
    },
  })
  mode?: Mode;
}

export class RotateTokenDto {
  @WholeNumber({
    min: 0,
    max: 30 * 24 * 60 * 60,
    optional: true,
    api: { default: 0, description: 'Seconds for which the old token remains valid' },
  })
  overlap_seconds?: number;

  @Domain({ optional: true, description: 'Domain of the new token; default: that of the old one' })
  domain?: string;
}

/** Query parameters of the list of all tokens. */
export class TokensQuery extends PageQuery {
  @Text({
    min: 4,
    max: 4,
    optional: true,
    api: { example: 'kZHU', description: 'The last characters of the token' },
  })
  last4?: string;
}

export class TokenDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ type: 'integer' })
  client_id: number;

  @ApiProperty({ enum: MODES })
  mode: Mode;

  @ApiProperty()
  domain: string;

  @ApiProperty({ minLength: 4, maxLength: 4 })
  last4: string;

  @ApiProperty({
    type: [String],
    enum: [...TOKEN_PERMISSIONS],
    description: 'wallet:read: it may read the wallet of its client',
  })
  permissions: TokenPermission[];

  @OrNull('integer', 'The person who made it; null: the admin token, or it is not known')
  made_by: number | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @OrNull('date-time')
  expires_at: string | null;

  @OrNull('date-time')
  revoked_at: string | null;

  @OrNull('date-time', 'Recorded once a minute; null: never used')
  last_used_at: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '203.0.113.7',
    description: 'IP address of the last use',
  })
  last_used_from: string | null;

  @Country('Country of that address')
  last_used_country: string | null;
}

export class IssuedTokenDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty({ enum: MODES })
  mode: Mode;

  @ApiProperty({ description: 'Shown only in this response' })
  token: string;

  @ApiProperty()
  domain: string;

  @ApiProperty({ minLength: 4, maxLength: 4 })
  last4: string;
}

export function toToken(token: ListedToken): TokenDto {
  return {
    id: token.id,
    client_id: token.clientId,
    mode: token.mode,
    domain: token.domain,
    last4: token.last4,
    permissions: permissionsOf(token),
    made_by: token.madeBy,
    created_at: token.createdAt.toISOString(),
    expires_at: token.expiresAt?.toISOString() ?? null,
    revoked_at: token.revokedAt?.toISOString() ?? null,
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    last_used_from: token.lastUsedFrom,
    last_used_country: token.lastUsedCountry,
  };
}

export function toIssuedToken({ id, mode, token, domain, last4 }: IssuedToken): IssuedTokenDto {
  return { id, mode, token, domain, last4 };
}
