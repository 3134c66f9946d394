import { ApiProperty } from '@nestjs/swagger';
import type { Passkey } from '../../../people/passkeys/passkey.entity.js';
import { Field, Name } from '../../../platform/http/input/fields.js';
import { OrNull } from '../../../platform/http/openapi/or-null.js';

/** Declares what `navigator.credentials` answered, as JSON. */
export function Credential({ optional = false } = {}): PropertyDecorator {
  return Field({
    optional,
    api: {
      type: 'object',
      additionalProperties: true,
      description: 'What `navigator.credentials` answered, as `toJSON()` writes it',
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

export class PasskeyOptionsDto {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'For `navigator.credentials`, as JSON; its challenge works once, for five minutes',
  })
  options: object;
}

export class PasskeyDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty()
  name: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @OrNull('date-time')
  last_used_at: string | null;
}

export function toPasskey({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyDto {
  return {
    id,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  };
}
