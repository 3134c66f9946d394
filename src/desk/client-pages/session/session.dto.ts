import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { USER_KINDS } from '../../../people/roles.js';
import { Password } from '../../../people/passwords/password.field.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { lacksSecondFactor, type SignedInUser } from '../../../people/signed-in-user.js';
import { Credential } from '../passkeys/passkeys.dto.js';
import { Email, Text } from '../../../platform/http/input/fields.js';

/** A one-time code, for those who set them up. */
class TotpDto {
  @Text({
    max: 40,
    optional: true,
    api: {
      example: '492039',
      description:
        'The six digits of the authenticator, or a recovery code; for those who set it up',
    },
  })
  totp?: string;
}

export class ConfirmDto extends TotpDto {
  @Password({ optional: true })
  password?: string;

  @Credential({ optional: true })
  credential?: object;
}

export class SignInDto extends TotpDto {
  @Email({ max: LIMITS.emailLength, api: { example: 'asha@asha-home.example' } })
  email: string;

  @Password()
  password: string;
}

class SessionUserDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty()
  name: string;

  @ApiProperty()
  email: string;

  @ApiProperty({ enum: USER_KINDS })
  kind: string;

  @ApiProperty({ type: [String], description: "An operator's roles, or the one role of a member" })
  roles: string[];
}

class SessionClientDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty()
  name: string;
}

class SessionTotpDto {
  @ApiProperty({ description: 'Whether sign-in asks for a one-time code' })
  enabled: boolean;

  @ApiProperty({
    description: 'Whether nothing else is open before one-time codes or a passkey are set up',
  })
  required: boolean;

  @ApiProperty({ description: 'Whether sign-in needs a passkey, or a recovery code' })
  by_passkey: boolean;
}

export class SessionDto {
  @ApiProperty()
  user: SessionUserDto;

  @ApiPropertyOptional({ description: 'The client that the person belongs to; not for operators' })
  client?: SessionClientDto;

  @ApiProperty({ type: [String], description: 'What the person may do' })
  permissions: string[];

  @ApiProperty()
  totp: SessionTotpDto;
}

export function toSession(user: SignedInUser): SessionDto {
  const { userId, name, email, kind, roles, client, permissions, hasTotp } = user;
  return {
    user: { id: userId, name, email, kind, roles: [...roles] },
    ...(client !== null && { client: { id: client.id, name: client.name } }),
    permissions: [...permissions],
    totp: {
      enabled: hasTotp,
      required: lacksSecondFactor(user),
      by_passkey: user.needsSecondFactor && user.hasPasskey && !hasTotp,
    },
  };
}
