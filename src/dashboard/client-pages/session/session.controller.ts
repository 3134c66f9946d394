import { Body, Delete, Get, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { BrowserCookies } from '../../../identity/sessions/browser-cookies.js';
import { SessionsService } from '../../../identity/sessions/sessions.service.js';
import { UserAccess } from '../../../identity/sessions/user-access.js';
import { SignInService } from '../../../identity/sign-in/sign-in.service.js';
import { CurrentUser, type SignedInUser } from '../../../identity/signed-in-user.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { invalidField, type AppError } from '../../../platform/http/errors.js';
import type { HeaderSink } from '../../../platform/http/header-sink.js';
import { AnswerHeaders, TheRequest } from '../../../platform/http/input/request-value.js';
import { PublicUrl } from '../../../platform/http/public-url.js';
import { BODY_ERRORS } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import type { RequestHead } from '../../../platform/http/request-context.js';
import { Responds, PublicAnswers } from '../dashboard-docs.js';
import { PasskeysService } from '../../../identity/passkeys/passkeys.service.js';
import { SessionAnswer } from './session-answer.js';
import { ConfirmDto, SessionDto, SignInDto } from './session.dto.js';
import { SignInRoomGuard } from './sign-in-room.guard.js';

@UserController('dashboard/api/session', 'Sign-in')
export class SessionController {
  constructor(
    private readonly credentials: SignInService,
    private readonly sessions: SessionsService,
    private readonly passkeys: PasskeysService,
    private readonly answer: SessionAnswer,
    private readonly publicUrl: PublicUrl,
    private readonly access: UserAccess,
    private readonly cookies: BrowserCookies,
  ) {}

  @Post()
  @Access('public')
  @UseGuards(SignInRoomGuard)
  @Operation('Sign in', 'Sets the session cookie. An answer never says which part was wrong.')
  @PublicAnswers(
    200,
    SessionDto,
    'sign_in_failed',
    'sign_in_locked',
    'use_operations_port',
    ...BODY_ERRORS,
  )
  async signIn(
    @Body() body: SignInDto,
    @TheRequest() request: RequestHead,
    @AnswerHeaders() headers: HeaderSink,
  ) {
    const browser = this.access.browserOf(request);
    return this.answer.give(await this.credentials.signIn(body, browser), request, headers);
  }

  @Get()
  @Access('signed-in')
  @Operation('Who is signed in')
  @Responds(200, SessionDto)
  getSession(@CurrentUser() user: SignedInUser) {
    return user;
  }

  @Delete()
  @Access('signed-in')
  @Operation('Sign out')
  @Responds(200, SessionDto)
  async signOut(@CurrentUser() user: SignedInUser, @Res({ passthrough: true }) response: Response) {
    await this.sessions.end(user.userId, user.sessionId);
    this.cookies.session.clear(response);
    return user;
  }

  @Post('confirm')
  @Access('signed-in')
  @Operation(
    'Enter the password again, or use a passkey',
    'For five minutes, allows calls that answer `password_required` otherwise. Signing in counts, too. Send ' +
      '`password`, or the `credential` that signed a challenge of `POST /dashboard/api/session/passkey/options`.',
  )
  @Responds(
    200,
    SessionDto,
    'sign_in_failed',
    'sign_in_locked',
    'secrets_key_wrong',
    ...BODY_ERRORS,
  )
  async confirmPassword(
    @CurrentUser() user: SignedInUser,
    @Body() body: ConfirmDto,
    @Req() request: Request,
  ) {
    const { credential, password, totp } = body;
    if (credential === undefined) {
      // Not an attempt: it must not count as a wrong password.
      if (password === undefined) throw withoutProof();
      const browser = this.access.browserOf(request);
      await this.credentials.confirm(user, { password, totp }, browser);
    } else {
      await this.passkeys.confirm(user, credential, this.publicUrl.originOf(request));
    }
    return user;
  }
}

function withoutProof(): AppError {
  return invalidField(
    'password',
    'required',
    'password is required, or the credential of a passkey',
  );
}
