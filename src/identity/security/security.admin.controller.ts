import { Delete, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { Responds, RespondsList, RespondsPage } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import { mapPage, PageQuery, toPageRequest } from '../../platform/http/paging/page.js';
import type { TrackedRequest } from '../../platform/http/request-context.js';
import { BrowserCookies } from '../sessions/browser-cookies.js';
import { markCurrent, PersonSessionDto } from '../sessions/sessions.dto.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { UserAccess } from '../sessions/user-access.js';
import { EndTokensQuery, IdDto } from '../users/people.dto.js';
import { FactorsService } from './factors.service.js';
import { EndedAccessDto, FactorDto, FactorsQuery } from './security.dto.js';
import { SecurityService } from './security.service.js';

/** The operators' browsers and their end; passkeys and one-time codes. */
@OperatorController('admin', 'People')
export class SecurityAdminController {
  constructor(
    private readonly security: SecurityService,
    private readonly factors: FactorsService,
    private readonly sessions: SessionsService,
    private readonly access: UserAccess,
    private readonly cookies: BrowserCookies,
  ) {}

  @Get('sessions')
  @Access('users:read')
  @Operation('Browsers that operators are signed in with')
  @RespondsPage(PersonSessionDto)
  async listOperatorSessions(@Query() query: PageQuery, @Req() { user }: TrackedRequest) {
    const page = await this.sessions.listOfAll(null, toPageRequest(query));
    return mapPage(page, markCurrent(user?.sessionId));
  }

  @Delete('sessions')
  @Access('users:write', { password: true })
  @Operation(
    'Sign every operator out of every browser',
    'Only the session that asks stays; it gets a new id. Forgets all browsers, and revokes the tokens of all ' +
      'operators, unless `end_tokens` is `false`.',
  )
  @Responds(200, EndedAccessDto, 'validation_failed')
  async endAllOperatorSessions(
    @Query() { end_tokens: endTokens }: EndTokensQuery,
    @Req() request: Request & TrackedRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { user } = request;
    const by = user === undefined ? null : { user, browser: this.access.browserOf(request) };
    const choice = { endTokens: endTokens !== 'false' };
    const { people, signedIn } = await this.security.endOperators(by, choice);
    if (signedIn !== null) this.cookies.write(response, signedIn);
    return { people };
  }

  @Get('factors')
  @Access('users:read')
  @Operation(
    'Passkeys and one-time codes of operators, or of the people of a client',
    'They outlive new passwords and the end of sessions.',
  )
  @RespondsList(FactorDto, 'validation_failed')
  listFactors(@Query() { client_id: clientId }: FactorsQuery) {
    return this.factors.list(clientId === undefined ? 'operators' : { clientId });
  }

  @Delete('users/:id/passkeys/:passkey_id')
  @Access('users:write', { password: true })
  @Operation('Remove a passkey of another person, operator or member of a client')
  @Responds(200, IdDto, 'passkey_not_found')
  async removePasskeyOfUser(
    @Param('id', new PathIdPipe('user_not_found')) userId: number,
    @Param('passkey_id', new PathIdPipe('passkey_not_found')) id: number,
    @Req() { user }: TrackedRequest,
  ) {
    await this.factors.removePasskey(id, { userId }, user);
    return { id };
  }

  @Delete('users/:id/totp')
  @Access('users:write', { password: true })
  @Operation('Turn off the one-time codes of another person, operator or member of a client')
  @Responds(200, IdDto, 'user_not_found', 'totp_not_enrolled')
  async removeTotpOfUser(
    @Param('id', new PathIdPipe('user_not_found')) id: number,
    @Req() { user }: TrackedRequest,
  ) {
    await this.factors.removeTotp(id, user);
    return { id };
  }
}
