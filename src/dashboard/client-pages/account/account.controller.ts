import { Body, Delete, Get, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PasswordResetMails } from '../../../identity/password-resets/password-reset-mails.js';
import { PasswordsService } from '../../../identity/password-resets/passwords.service.js';
import { FactorsService } from '../../../identity/security/factors.service.js';
import { FactorDto } from '../../../identity/security/security.dto.js';
import { BrowserCookies } from '../../../identity/sessions/browser-cookies.js';
import { markCurrent, SessionEntryDto } from '../../../identity/sessions/sessions.dto.js';
import { SessionsService } from '../../../identity/sessions/sessions.service.js';
import { UserAccess } from '../../../identity/sessions/user-access.js';
import { EndTokensQuery } from '../../../identity/users/people.dto.js';
import { UsersService } from '../../../identity/users/users.service.js';
import { CurrentUser, type SignedInUser } from '../../../identity/signed-in-user.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { BODY_ERRORS } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { Responds, RespondsList, RespondsPage, PublicAnswers } from '../dashboard-docs.js';
import {
  ChangePasswordDto,
  DoneDto,
  PerformedResetDto,
  PerformResetDto,
  RequestResetDto,
} from './account.dto.js';

/** A person's own password and sessions. */
@UserController('dashboard/api', 'Account')
export class AccountController {
  constructor(
    private readonly passwords: PasswordsService,
    private readonly factors: FactorsService,
    private readonly resetMails: PasswordResetMails,
    private readonly sessions: SessionsService,
    private readonly users: UsersService,
    private readonly access: UserAccess,
    private readonly cookies: BrowserCookies,
  ) {}

  @Put('password')
  @Access('signed-in')
  @Operation('Change the password; every other session ends')
  @Responds(200, DoneDto, 'sign_in_failed', 'sign_in_locked', ...BODY_ERRORS)
  async changePassword(
    @CurrentUser() user: SignedInUser,
    @Body() body: ChangePasswordDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const browser = this.access.browserOf(request);
    const { current_password: current, new_password: next, end_tokens: endTokens = true } = body;
    const signedIn = await this.passwords.change(user, { current, next, endTokens }, browser);
    this.cookies.write(response, signedIn);
  }

  @Post('password-resets')
  @Access('public')
  @Operation(
    'Ask for a new password by mail',
    'Answers the same whether or not there is such an account, and whether or not a mail was sent shortly before.',
  )
  @PublicAnswers(200, DoneDto, 'rate_limited', ...BODY_ERRORS)
  async requestPasswordReset(@Body() { email }: RequestResetDto, @Req() request: Request) {
    await this.resetMails.request(email, this.access.browserOf(request));
  }

  @Post('password-resets/perform')
  @Access('public')
  @Operation(
    'Set a new password by a mailed link, once; every session ends',
    'Passkeys and one-time codes stay. They are listed; the person removes those of someone else after signing in.',
  )
  @PublicAnswers(200, PerformedResetDto, 'reset_invalid', ...BODY_ERRORS)
  async performPasswordReset(
    @Body() { token, password, end_tokens: endTokens = true }: PerformResetDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const browser = this.access.browserOf(request);
    const reset = await this.passwords.reset(token, { password, endTokens }, browser);
    this.cookies.device.write(response, reset.deviceId);
    return { isDone: true, factors: await this.factors.list({ userId: reset.userId }) };
  }

  @Get('factors')
  @Access('signed-in')
  @Operation(
    'Your passkeys and one-time codes',
    'They outlive new passwords and the end of sessions.',
  )
  @RespondsList(FactorDto)
  listOwnFactors(@CurrentUser() { userId }: SignedInUser) {
    return this.factors.list({ userId });
  }

  @Get('sessions')
  @Access('signed-in')
  @Operation('Browsers that you are signed in with')
  @RespondsPage(SessionEntryDto)
  async listSessions(@CurrentUser() { userId, sessionId }: SignedInUser) {
    const rows = await this.sessions.list(userId);
    return { rows: rows.map(markCurrent(sessionId)), nextCursor: null };
  }

  @Delete('sessions')
  @Access('signed-in')
  @Operation(
    'Sign out everywhere else',
    'Ends every other session, forgets the other browsers, and revokes your operator tokens unless `end_tokens` is ' +
      '`false`. The current session gets a new id.',
  )
  @Responds(200, DoneDto, 'validation_failed')
  async endOtherSessions(
    @CurrentUser() user: SignedInUser,
    @Query() { end_tokens: endTokens }: EndTokensQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const browser = this.access.browserOf(request);
    const signedIn = await this.users.signOutElsewhere(user, browser, endTokens !== 'false');
    this.cookies.write(response, signedIn);
  }

  @Delete('sessions/:id')
  @Access('signed-in')
  @Operation('Sign out in another browser')
  @Responds(200, DoneDto, 'session_not_found')
  async endSession(
    @CurrentUser() { userId }: SignedInUser,
    @Param('id', new PathIdPipe('session_not_found')) id: number,
  ) {
    await this.sessions.end(userId, id);
  }
}
