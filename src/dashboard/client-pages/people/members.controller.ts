import { Body, Delete, Get, Param, Patch, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { BrowserCookies } from '../../../identity/sessions/browser-cookies.js';
import { EndMadeTokensQuery } from '../../../identity/users/people.dto.js';
import { UsersService } from '../../../identity/users/users.service.js';
import {
  CurrentClientId,
  CurrentUser,
  type SignedInUser,
} from '../../../identity/signed-in-user.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { BODY_ERRORS } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PageQuery, toPageRequest } from '../../../platform/http/paging/page.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { DoneDto } from '../account/account.dto.js';
import { Responds, RespondsPage } from '../dashboard-docs.js';
import { ChangeColleagueDto, ColleagueDto } from './people.dto.js';

const userId = new PathIdPipe('user_not_found');

/** The people of the signed-in person's company. */
@UserController('dashboard/api/members', 'People')
export class MembersController {
  constructor(
    private readonly users: UsersService,
    private readonly cookies: BrowserCookies,
  ) {}

  @Get()
  @Access('own-people:read')
  @Operation('People of your company')
  @RespondsPage(ColleagueDto)
  async listColleagues(@CurrentClientId() clientId: number, @Query() query: PageQuery) {
    return await this.users.listMembers(clientId, toPageRequest(query));
  }

  @Patch(':id')
  @Access('own-people:write', { password: true })
  @Operation("Change a colleague's role; the colleague has to sign in again")
  @Responds(200, DoneDto, 'user_not_found', 'last_owner', 'password_required', ...BODY_ERRORS)
  async changeColleagueRole(
    @CurrentClientId() clientId: number,
    @CurrentUser() user: SignedInUser,
    @Param('id', userId) id: number,
    @Body() { role }: ChangeColleagueDto,
    @Res({ passthrough: true }) response: Response,
  ) {
    const sessionId = await this.users.changeMemberRole(id, clientId, role, user);
    if (sessionId !== null) this.cookies.session.write(response, sessionId);
  }

  @Delete(':id')
  @Access('own-people:write', { password: true })
  @Operation(
    'Remove a colleague at once',
    'Revokes the API tokens that the colleague made as well, unless `end_tokens` is `false`; `made_by` names them.',
  )
  @Responds(200, DoneDto, 'user_not_found', 'last_owner', 'validation_failed')
  async removeColleague(
    @CurrentClientId() clientId: number,
    @Param('id', userId) id: number,
    @Query() { end_tokens: endTokens }: EndMadeTokensQuery,
  ) {
    await this.users.removeUser(id, clientId, endTokens !== 'false');
  }
}
