import type { Passkey } from '../../../identity/passkeys/passkey.entity.js';
import {
  responseDto,
  anything,
  integer,
  text,
  time,
} from '../../../platform/http/response-dto/response-dto.js';
import { Field, Name } from '../../../platform/http/input/fields.js';

/** Declares the result of `navigator.credentials`, as JSON. */
export function Credential({ optional = false } = {}): PropertyDecorator {
  return Field({
    optional,
    api: {
      type: 'object',
      additionalProperties: true,
      description: 'The result of `navigator.credentials`, as `toJSON()` writes it',
    },
    rules: [
      {
        code: 'object_expected',
        message: 'must be an object',
        passes: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
      },
    ],
  });
}

export class PasskeyCredentialDto {
  @Credential()
  credential: object;
}

export class AddPasskeyDto extends PasskeyCredentialDto {
  @Name({ max: 60, api: { example: 'Laptop' } })
  name: string;
}

export class PasskeyOptionsDto extends responseDto<{ options: object }>()({
  options: anything(
    'For `navigator.credentials`, as JSON; its challenge works once, for five minutes',
  ),
}) {}

export class PasskeyDto extends responseDto<Passkey>()({
  id: integer(),
  name: text(),
  created_at: time(),
  last_used_at: time().orNull(),
}) {}
