import { Delete, Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access, OperatorController } from '../../platform/http/audience.js';
import {
  adminAnswer,
  adminList,
  type AdminAnswer,
  type AdminList,
} from '../../platform/http/answers.js';
import { ApiAdmin, ApiAdminList } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PageQuery, toPageRequest } from '../../platform/http/paging/page.js';
import type { TrackedRequest } from '../../platform/http/request-context.js';
import { BrowserCookies } from '../sessions/browser-cookies.js';
import { PersonSessionDto, toPersonSession } from '../sessions/sessions.dto.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { UserAccess } from '../sessions/user-access.js';
import { EndTokensQuery } from '../users/people.dto.js';
import { EndedAccessDto } from './security.dto.js';
import { SecurityService } from './security.service.js';

/** The browsers in which operators are signed in, and the end of all of them. */
@OperatorController('admin/sessions', 'People')
export class SecurityAdminController {
  constructor(
    private readonly security: SecurityService,
    private readonly sessions: SessionsService,
    private readonly access: UserAccess,
    private readonly cookies: BrowserCookies,
  ) {}

  @Get()
  @Access('users:read')
  @Operation('Browsers in which operators are signed in')
  @ApiAdminList(PersonSessionDto)
  async listOperatorSessions(
    @Query() query: PageQuery,
    @Req() { user }: TrackedRequest,
  ): Promise<AdminList<PersonSessionDto>> {
    const page = await this.sessions.listOfAll(null, toPageRequest(query));
    return adminList(page, (session) => toPersonSession(session, user?.sessionId));
  }

  @Delete()
  @Access('users:write', { password: true })
  @Operation(
    'Sign every operator out of every browser',
    'Only the session that asks stays; it gets a new id. Forgets all browsers, and revokes the tokens of all ' +
      'operators, unless `end_tokens` is `false`.',
  )
  @ApiAdmin(200, EndedAccessDto, 'validation_failed')
  async endAllOperatorSessions(
    @Query() { end_tokens: endTokens }: EndTokensQuery,
    @Req() request: Request & TrackedRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminAnswer<EndedAccessDto>> {
    const { user } = request;
    const by = user === undefined ? null : { user, browser: this.access.browserOf(request) };
    const choice = { endTokens: endTokens !== 'false' };
    const { people, signedIn } = await this.security.endOperators(by, choice);
    if (signedIn !== null) this.cookies.write(response, signedIn);
    return adminAnswer({ people });
  }
}
