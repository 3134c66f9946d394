import { Body, Controller, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { BrowserCookies } from '../../../accounts/sessions/browser-cookies.js';
import { SessionsService } from '../../../accounts/sessions/sessions.service.js';
import { UserAccess } from '../../../accounts/sessions/user-access.js';
import { SignInService } from '../../../accounts/sign-in/sign-in.service.js';
import { CurrentUser, type SignedInUser } from '../../../accounts/signed-in-user.js';
import { ForUsers } from '../../../platform/http/audience.js';
import { AppError } from '../../../platform/http/errors.js';
import {
  adminAnswer,
  BODY_ERRORS,
  type AdminAnswer,
} from '../../../platform/http/openapi/admin-docs.js';
import { ApiDashboard, ApiPublicDashboard } from '../dashboard-docs.js';
import { ConfirmDto, SessionDto, SignInDto, toSession } from './session.dto.js';

@ForUsers()
@ApiTags('Sign-in')
@Controller('dashboard/api/session')
export class SessionController {
  constructor(
    private readonly credentials: SignInService,
    private readonly sessions: SessionsService,
    private readonly access: UserAccess,
    private readonly cookies: BrowserCookies,
  ) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    summary: 'Sign in',
    description: 'Sets the session cookie. An answer never says which part was wrong.',
  })
  @ApiPublicDashboard(
    200,
    SessionDto,
    'sign_in_failed',
    'sign_in_locked',
    'use_operations_port',
    ...BODY_ERRORS,
  )
  async signIn(
    @Body() body: SignInDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminAnswer<SessionDto>> {
    const browser = this.access.browserOf(request);
    const signedIn = await this.credentials.signIn(body, browser);
    const user = await this.sessions.find(signedIn.sessionId, browser);
    // Another request ended the session right after it was created.
    if (user === null) throw new AppError('not_signed_in');
    await this.endOnWrongPort(request, user);
    this.cookies.write(response, signedIn);
    return adminAnswer(toSession(user));
  }

  /** Ends a session that was opened on a port that does not serve its person. @throws AppError use_operations_port */
  private async endOnWrongPort(request: Request, user: SignedInUser): Promise<void> {
    try {
      this.access.assertPort(request, user.kind);
    } catch (error) {
      await this.sessions.end(user.userId, user.sessionId);
      throw error;
    }
  }

  @Get()
  @ApiOperation({ summary: 'Who is signed in' })
  @ApiDashboard(200, SessionDto)
  getSession(@CurrentUser() user: SignedInUser): AdminAnswer<SessionDto> {
    return adminAnswer(toSession(user));
  }

  @Delete()
  @ApiOperation({ summary: 'Sign out' })
  @ApiDashboard(200, SessionDto)
  async signOut(
    @CurrentUser() user: SignedInUser,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminAnswer<SessionDto>> {
    await this.sessions.end(user.userId, user.sessionId);
    this.cookies.session.clear(response);
    return adminAnswer(toSession(user));
  }

  @Post('confirm')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Enter the password again',
    description: 'Opens for five minutes what answers `password_required`. Signing in counts, too.',
  })
  @ApiDashboard(200, SessionDto, 'sign_in_failed', 'sign_in_locked', ...BODY_ERRORS)
  async confirmPassword(
    @CurrentUser() user: SignedInUser,
    @Body() body: ConfirmDto,
    @Req() request: Request,
  ): Promise<AdminAnswer<SessionDto>> {
    await this.credentials.confirm(user, body, this.access.browserOf(request));
    return adminAnswer(toSession(user));
  }
}
