import {
  responseDto,
  integer,
  text,
  texts,
  time,
} from '../../platform/http/response-dto/response-dto.js';
import { Field, Name, Timestamp } from '../../platform/http/input/fields.js';
import { country } from '../../platform/http/openapi/country.js';
import {
  OPERATOR_PERMISSIONS,
  type OperatorPermission,
} from '../../platform/http/access/permissions.js';
import type { OperatorToken } from './operator-token.entity.js';
import type { ListedOperatorToken } from './operator-tokens.repository.js';

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

export class OperatorTokenDto extends responseDto<Omit<OperatorToken, 'tokenHash'>>()({
  id: integer(),
  name: text(),
  last4: text('The last four characters'),
  permissions: texts(),
  created_at: time(),
  expires_at: time(),
  last_used_at: time('To the minute').orNull(),
  last_used_from: text('IP address of the latest request').orNull(),
  last_used_country: country('Country of that address'),
}) {}

export class IssuedOperatorTokenDto extends responseDto<OperatorToken & { token: string }>()({
  ...OperatorTokenDto.fields,
  token: text({ example: 'wsa_…', description: 'Shown only in this response' }),
}) {}

export class ListedOperatorTokenDto extends responseDto<ListedOperatorToken>()({
  ...OperatorTokenDto.fields,
  user_id: integer('The operator who made it'),
  user_email: text(),
}) {}
