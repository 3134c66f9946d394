import { ApiProperty } from '@nestjs/swagger';
import { renderSVG } from 'uqr';
import type { Session } from '../../../accounts/sessions/session.entity.js';
import { NewPassword, Password } from '../../../accounts/passwords/password.field.js';
import type { TotpEnrollment } from '../../../accounts/two-factor/two-factor.service.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { Email, Flag, Text } from '../../../platform/http/input/fields.js';

/** The choice of someone who ends access: operator tokens end, too. */
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
  @Text({ max: 100, api: { description: 'What stands behind `#token=` in the link' } })
  token: string;

  @NewPassword()
  password: string;
}

export class TotpCodeDto {
  @Text({ max: 10, api: { example: '492039', description: 'The six digits of the authenticator' } })
  totp: string;
}

/** An answer that only confirms the change. */
export class DoneDto {
  @ApiProperty({ enum: [true] })
  done: true;
}

export const DONE: DoneDto = { done: true };

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

  @ApiProperty({ description: 'The browser, as its header `User-Agent` names it' })
  agent: string;
}

export class TotpEnrollmentDto {
  @ApiProperty({ description: 'To be typed into an authenticator, in base32' })
  secret: string;

  @ApiProperty({ description: 'What the QR code holds' })
  uri: string;

  @ApiProperty({ description: 'The QR code as SVG' })
  qr_svg: string;
}

export class RecoveryCodesDto {
  @ApiProperty({ type: [String], description: 'Shown this once; each works once' })
  recovery_codes: string[];
}

export function toSessionEntry(session: Session, currentId: number): SessionEntryDto {
  return {
    id: session.id,
    current: session.id === currentId,
    created_at: session.createdAt.toISOString(),
    seen_at: session.seenAt.toISOString(),
    ip: session.ip,
    agent: session.agent,
  };
}

export function toTotpEnrollment({ secret, uri }: TotpEnrollment): TotpEnrollmentDto {
  return { secret, uri, qr_svg: renderSVG(uri) };
}
