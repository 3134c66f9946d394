import { Body, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PasskeysService } from '../../../identity/passkeys/passkeys.service.js';
import { UserAccess } from '../../../identity/sessions/user-access.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { RateLimits } from '../../../platform/http/limits/rate-limits.js';
import { BODY_ERRORS } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PublicUrl } from '../../../platform/http/public-url.js';
import { PublicAnswers } from '../dashboard-docs.js';
import { SessionAnswer } from '../session/session-answer.js';
import { SessionDto } from '../session/session.dto.js';
import { PasskeyCredentialDto, PasskeyOptionsDto } from './passkeys.dto.js';

@UserController('dashboard/api/session/passkey', 'Sign-in')
export class PasskeySignInController {
  constructor(
    private readonly passkeys: PasskeysService,
    private readonly access: UserAccess,
    private readonly answer: SessionAnswer,
    private readonly publicUrl: PublicUrl,
    private readonly limits: RateLimits,
  ) {}

  @Post('options')
  @Access('public')
  @Operation('What a browser needs to sign in, or to confirm, with a passkey')
  @PublicAnswers(200, PasskeyOptionsDto, 'rate_limited', ...BODY_ERRORS)
  async startPasskeySignIn(@Req() request: Request) {
    await this.limits.takeChallenge(this.access.browserOf(request).ip);
    const origin = this.publicUrl.originOf(request);
    return { options: await this.passkeys.startSignIn(origin) };
  }

  @Post()
  @Access('public')
  @Operation(
    'Sign in with a passkey',
    'Sets the session cookie. It replaces the password and the one-time code.',
  )
  @PublicAnswers(200, SessionDto, 'sign_in_failed', 'use_operations_port', ...BODY_ERRORS)
  async signInWithPasskey(
    @Body() { credential }: PasskeyCredentialDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const browser = this.access.browserOf(request);
    const origin = this.publicUrl.originOf(request);
    const signedIn = await this.passkeys.signIn(credential, origin, browser);
    return this.answer.give(signedIn, request, response);
  }
}
