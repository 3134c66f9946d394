import { Body, Delete, Post } from '@nestjs/common';
import { TwoFactorService } from '../../../identity/two-factor/two-factor.service.js';
import { CurrentUser, type SignedInUser } from '../../../identity/signed-in-user.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { BODY_ERRORS } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { Responds } from '../dashboard-docs.js';
import { DoneDto, RecoveryCodesDto, TotpCodeDto, TotpEnrollmentDto } from './account.dto.js';

/** A person's own one-time codes. */
@UserController('dashboard/api', 'Account')
export class TwoFactorController {
  constructor(private readonly twoFactor: TwoFactorService) {}

  @Post('totp')
  @Access('signed-in', { password: true })
  @Operation(
    'Make a secret for an authenticator',
    'Nothing changes before `POST /dashboard/api/totp/enable` proves that it is stored.',
  )
  @Responds(
    200,
    TotpEnrollmentDto,
    'totp_enabled',
    'password_required',
    'secrets_key_wrong',
    ...BODY_ERRORS,
  )
  async enrollTotp(@CurrentUser() user: SignedInUser) {
    return this.twoFactor.enroll(user);
  }

  @Post('totp/enable')
  @Access('signed-in', { password: true })
  @Operation('Ask for one-time codes from now on')
  @Responds(
    200,
    RecoveryCodesDto,
    'totp_enabled',
    'totp_not_enrolled',
    'password_required',
    'secrets_key_wrong',
    ...BODY_ERRORS,
  )
  async enableTotp(@CurrentUser() user: SignedInUser, @Body() { totp }: TotpCodeDto) {
    return { recoveryCodes: await this.twoFactor.enable(user, totp) };
  }

  @Delete('totp')
  @Access('signed-in', { password: true })
  @Operation('Ask for no one-time codes any more')
  @Responds(200, DoneDto, 'totp_not_enrolled', 'totp_mandatory', 'password_required')
  async disableTotp(@CurrentUser() user: SignedInUser) {
    await this.twoFactor.disable(user);
  }

  @Post('recovery-codes')
  @Access('signed-in', { password: true })
  @Operation('New recovery codes; the old ones no longer work')
  @Responds(200, RecoveryCodesDto, 'totp_not_enrolled', 'password_required', ...BODY_ERRORS)
  async renewRecoveryCodes(@CurrentUser() { userId }: SignedInUser) {
    return { recoveryCodes: await this.twoFactor.renewRecoveryCodes(userId) };
  }
}
