import {
  responseDto,
  flag,
  integer,
  part,
  text,
  texts,
  word,
} from '../../../platform/http/response-dto/response-dto.js';
import { USER_KINDS } from '../../../identity/roles.js';
import { Password } from '../../../identity/passwords/password.field.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { lacksSecondFactor, type SignedInUser } from '../../../identity/signed-in-user.js';
import { Credential } from '../passkeys/passkeys.dto.js';
import { Email, Text } from '../../../platform/http/input/fields.js';

/** A one-time code, for people who set them up. */
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

class SessionUserDto extends responseDto<SignedInUser>()({
  id: [integer(), 'userId'],
  name: text(),
  email: text(),
  kind: word(USER_KINDS),
  roles: texts("An operator's roles, or the one role of a member"),
}) {}

class SessionClientDto extends responseDto<{ id: number; name: string }>()({
  id: integer(),
  name: text(),
}) {}

class SessionTotpDto extends responseDto<SignedInUser>()({
  enabled: [flag('Whether sign-in asks for a one-time code'), 'hasTotp'],
  required: [
    flag('Whether nothing else is open before one-time codes or a passkey are set up'),
    lacksSecondFactor,
  ],
  by_passkey: [
    flag('Whether sign-in needs a passkey, or a recovery code'),
    ({ needsSecondFactor, hasPasskey, hasTotp }) => needsSecondFactor && hasPasskey && !hasTotp,
  ],
}) {}

export class SessionDto extends responseDto<SignedInUser>()({
  user: [part(SessionUserDto), (user) => user],
  client: [
    part(SessionClientDto, 'The client that the person belongs to; not for operators').optional(),
    ({ client }) => client ?? undefined,
  ],
  permissions: [texts('What the person may do'), ({ permissions }) => [...permissions]],
  totp: [part(SessionTotpDto), (user) => user],
}) {}
