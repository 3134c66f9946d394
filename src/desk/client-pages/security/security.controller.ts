import { Delete, Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { EndedAccessDto } from '../../../people/security/security.dto.js';
import { BrowserCookies } from '../../../people/sessions/browser-cookies.js';
import { PersonSessionDto, toPersonSession } from '../../../people/sessions/sessions.dto.js';
import { SessionsService } from '../../../people/sessions/sessions.service.js';
import { UserAccess } from '../../../people/sessions/user-access.js';
import { CurrentClientId, CurrentUser, type SignedInUser } from '../../../people/signed-in-user.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import {
  adminAnswer,
  adminList,
  type AdminAnswer,
  type AdminList,
} from '../../../platform/http/answers.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PageQuery, toPageRequest } from '../../../platform/http/paging/page.js';
import { ApiDashboard, ApiDashboardList } from '../dashboard-docs.js';
import { CompanySecurityService } from './company-security.service.js';
import { EndApiTokensQuery, toEndedTokens } from './security.dto.js';

/** The browsers in which people of the signed-in owner's company are signed in, and the end of all of them. */
@UserController('dashboard/api/security/sessions', 'People')
export class CompanySecurityController {
  constructor(
    private readonly security: CompanySecurityService,
    private readonly sessions: SessionsService,
    private readonly access: UserAccess,
    private readonly cookies: BrowserCookies,
  ) {}

  @Get()
  @Access('own-security:read')
  @Operation('Browsers in which people of your company are signed in')
  @ApiDashboardList(PersonSessionDto)
  async listColleagueSessions(
    @CurrentClientId() clientId: number,
    @CurrentUser() { sessionId }: SignedInUser,
    @Query() query: PageQuery,
  ): Promise<AdminList<PersonSessionDto>> {
    const page = await this.sessions.listOfAll(clientId, toPageRequest(query));
    return adminList(page, (session) => toPersonSession(session, sessionId));
  }

  @Delete()
  @Access('own-security:write', { password: true })
  @Operation(
    'Sign everyone of your company out of every browser',
    'Only the session that asks stays; it gets a new id. Forgets all browsers. Stores go on, unless ' +
      '`end_tokens` names API tokens to revoke; `true` revokes all of the company.',
  )
  @ApiDashboard(200, EndedAccessDto, 'password_required', 'token_not_found', 'validation_failed')
  async endColleagueSessions(
    @CurrentClientId() clientId: number,
    @CurrentUser() user: SignedInUser,
    @Query() query: EndApiTokensQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminAnswer<EndedAccessDto>> {
    const by = { user, browser: this.access.browserOf(request) };
    const ended = await this.security.endAll(clientId, by, toEndedTokens(query));
    if (ended.signedIn !== null) this.cookies.write(response, ended.signedIn);
    return adminAnswer({ people: ended.people });
  }
}
