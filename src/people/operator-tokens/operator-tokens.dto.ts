import { ApiProperty } from '@nestjs/swagger';
import { Field, Name, Timestamp } from '../../platform/http/input/fields.js';
import { Country } from '../../platform/http/openapi/country.js';
import {
  OPERATOR_PERMISSIONS,
  type OperatorPermission,
} from '../../platform/http/access/permissions.js';
import type { OperatorToken } from './operator-token.entity.js';
import type { ListedOperatorToken } from './operator-tokens.repository.js';
import { OrNull } from '../../platform/http/openapi/or-null.js';

export class CreateOperatorTokenDto {
  @Name({ max: 60, api: { example: 'Stock sync', description: 'What the token is for' } })
  name: string;

  @Field({
    api: {
      type: [String],
      enum: [...OPERATOR_PERMISSIONS],
      minItems: 1,
      example: ['stock:read'],
      description:
        'A subset of your own permissions. Those about money, plans, exports and the audit log also need `prices:read`.',
    },
    rules: [
      {
        code: 'unknown_value',
        message: `must list one or more of ${OPERATOR_PERMISSIONS.join(', ')}, each once`,
        passes: (value) =>
          Array.isArray(value) &&
          value.length > 0 &&
          new Set(value).size === value.length &&
          value.every((permission) => OPERATOR_PERMISSIONS.some((known) => known === permission)),
      },
    ],
  })
  permissions: OperatorPermission[];

  @Timestamp({ api: { description: 'Within the next 366 days' } })
  expires_at: Date;
}

export class OperatorTokenDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty()
  name: string;

  @ApiProperty({ description: 'The last four characters' })
  last4: string;

  @ApiProperty({ type: [String] })
  permissions: string[];

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;

  @OrNull('date-time', 'To the minute')
  last_used_at: string | null;

  @OrNull(String, 'IP address of the latest request')
  last_used_from: string | null;

  @Country('Country of that address')
  last_used_country: string | null;
}

export class IssuedOperatorTokenDto extends OperatorTokenDto {
  @ApiProperty({ example: 'wsa_…', description: 'Shown only in this response' })
  token: string;
}

export class ListedOperatorTokenDto extends OperatorTokenDto {
  @ApiProperty({ type: 'integer', description: 'The operator who made it' })
  user_id: number;

  @ApiProperty()
  user_email: string;
}

export function toOperatorToken(token: Omit<OperatorToken, 'tokenHash'>): OperatorTokenDto {
  return {
    id: token.id,
    name: token.name,
    last4: token.last4,
    permissions: token.permissions,
    created_at: token.createdAt.toISOString(),
    expires_at: token.expiresAt.toISOString(),
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    last_used_from: token.lastUsedFrom,
    last_used_country: token.lastUsedCountry,
  };
}

export function toListedOperatorToken(token: ListedOperatorToken): ListedOperatorTokenDto {
  return { ...toOperatorToken(token), user_id: token.userId, user_email: token.userEmail };
}
