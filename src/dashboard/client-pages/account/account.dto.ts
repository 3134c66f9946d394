import { renderSVG } from 'uqr';
import { NewPassword, Password } from '../../../identity/passwords/password.field.js';
import type { Factor } from '../../../identity/security/factors.service.js';
import { HeldFactorDto } from '../../../identity/security/security.dto.js';
import type { TotpEnrollment } from '../../../identity/two-factor/two-factor.service.js';
import {
  ALWAYS_TRUE,
  responseDto,
  flag,
  parts,
  text,
  texts,
} from '../../../platform/http/response-dto/response-dto.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { Email, Flag, Text } from '../../../platform/http/input/fields.js';

/** The choice of a person who ends access: operator tokens end, too. */
class EndTokensDto {
  @Flag({
    optional: true,
    api: { default: true, description: 'Whether your operator tokens are revoked as well' },
  })
  end_tokens?: boolean;
}

export class ChangePasswordDto extends EndTokensDto {
  @Password()
  current_password: string;

  @NewPassword()
  new_password: string;
}

export class RequestResetDto {
  @Email({ max: LIMITS.emailLength, api: { example: 'asha@asha-home.example' } })
  email: string;
}

export class PerformResetDto extends EndTokensDto {
  @Text({ max: 100, api: { description: 'The text after `#token=` in the link' } })
  token: string;

  @NewPassword()
  password: string;
}

export class PerformedResetDto extends responseDto<{ isDone: boolean; factors: Factor[] }>()({
  done: flag(),
  factors: parts(HeldFactorDto, 'Passkeys and one-time codes that the account still has'),
}) {}

export class TotpCodeDto {
  @Text({ max: 10, api: { example: '492039', description: 'The six digits of the authenticator' } })
  totp: string;
}

/** An answer that only confirms the change. */
export class DoneDto extends responseDto<unknown>()({ done: ALWAYS_TRUE }) {}

export class TotpEnrollmentDto extends responseDto<TotpEnrollment>()({
  secret: text('To be typed into an authenticator, in base32'),
  uri: text('What the QR code holds'),
  qr_svg: [text('The QR code as SVG'), ({ uri }) => renderSVG(uri)],
}) {}

export class RecoveryCodesDto extends responseDto<{ recoveryCodes: string[] }>()({
  recovery_codes: texts('Shown this once; each works once'),
}) {}
