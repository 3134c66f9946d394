import { Delete, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FactorsService } from '../../../identity/security/factors.service.js';
import { EndedAccessDto, FactorDto } from '../../../identity/security/security.dto.js';
import { BrowserCookies } from '../../../identity/sessions/browser-cookies.js';
import { markCurrent, PersonSessionDto } from '../../../identity/sessions/sessions.dto.js';
import { SessionsService } from '../../../identity/sessions/sessions.service.js';
import { UserAccess } from '../../../identity/sessions/user-access.js';
import {
  CurrentClientId,
  CurrentUser,
  type SignedInUser,
} from '../../../identity/signed-in-user.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { mapPage, PageQuery, toPageRequest } from '../../../platform/http/paging/page.js';
import { DoneDto } from '../account/account.dto.js';
import { Responds, RespondsList, RespondsPage } from '../dashboard-docs.js';
import { CompanySecurityService } from './company-security.service.js';
import { EndApiTokensQuery, toEndedTokens } from './security.dto.js';

/** Lists and ends the browsers of the people of the signed-in owner's company. Also their passkeys and one-time codes. */
@UserController('dashboard/api/security', 'People')
export class CompanySecurityController {
  constructor(
    private readonly security: CompanySecurityService,
    private readonly factors: FactorsService,
    private readonly sessions: SessionsService,
    private readonly access: UserAccess,
    private readonly cookies: BrowserCookies,
  ) {}

  @Get('sessions')
  @Access('own-security:read')
  @Operation('Browsers that people of your company are signed in with')
  @RespondsPage(PersonSessionDto)
  async listColleagueSessions(
    @CurrentClientId() clientId: number,
    @CurrentUser() { sessionId }: SignedInUser,
    @Query() query: PageQuery,
  ) {
    const page = await this.sessions.listOfAll(clientId, toPageRequest(query));
    return mapPage(page, markCurrent(sessionId));
  }

  @Delete('sessions')
  @Access('own-security:write', { password: true })
  @Operation(
    'Sign everyone of your company out of every browser',
    'Only the session that asks stays; it gets a new id. Forgets all browsers. Stores go on, unless ' +
      '`end_tokens` names API tokens to revoke; `true` revokes all of the company.',
  )
  @Responds(200, EndedAccessDto, 'password_required', 'token_not_found', 'validation_failed')
  async endColleagueSessions(
    @CurrentClientId() clientId: number,
    @CurrentUser() user: SignedInUser,
    @Query() query: EndApiTokensQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const by = { user, browser: this.access.browserOf(request) };
    const ended = await this.security.endAll(clientId, by, toEndedTokens(query));
    if (ended.signedIn !== null) this.cookies.write(response, ended.signedIn);
    return { people: ended.people };
  }

  @Get('factors')
  @Access('own-security:read')
  @Operation(
    'Passkeys and one-time codes of the people of your company',
    'They outlive new passwords and the end of sessions.',
  )
  @RespondsList(FactorDto)
  listColleagueFactors(@CurrentClientId() clientId: number) {
    return this.factors.list({ clientId });
  }

  @Delete('passkeys/:id')
  @Access('own-security:write', { password: true })
  @Operation('Remove a passkey of a colleague')
  @Responds(200, DoneDto, 'passkey_not_found', 'password_required')
  async removeColleaguePasskey(
    @CurrentClientId() clientId: number,
    @CurrentUser() user: SignedInUser,
    @Param('id', new PathIdPipe('passkey_not_found')) id: number,
  ) {
    await this.factors.removePasskey(id, { clientId }, user);
  }
}
