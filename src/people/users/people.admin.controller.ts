import { Body, Delete, Get, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, OperatorController } from '../../platform/http/audience.js';
import {
  adminAnswer,
  adminList,
  type AdminAnswer,
  type AdminList,
} from '../../platform/http/answers.js';
import { ApiAdmin, ApiAdminList, BODY_ERRORS } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PageQuery, toPageRequest } from '../../platform/http/paging/page.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import type { TrackedRequest } from '../../platform/http/request-context.js';
import { ClientMemberKind, ClientOwnerKind } from '../approvals/client-access.kind.js';
import { OperatorRolesKind } from '../approvals/settings/operator-roles.kind.js';
import { answerWaiting, ApiWaiting, type WaitingDto } from '../approvals/waiting-answer.js';
import { CurrentPermissions, type Permitted } from '../signed-in-user.js';
import { InvitationsService } from '../invitations/invitations.service.js';
import { BrowserCookies } from '../sessions/browser-cookies.js';
import {
  ChangeOperatorDto,
  EndMadeTokensQuery,
  EndTokensQuery,
  IdDto,
  InvitationDto,
  InvitedDto,
  InviteMemberDto,
  InviteOperatorDto,
  PersonDto,
  toInvitation,
  toInvited,
  toPerson,
} from './people.dto.js';
import { UsersService } from './users.service.js';

const userId = new PathIdPipe('user_not_found');
const clientId = new PathIdPipe('client_not_found');
const invitationId = new PathIdPipe('invitation_not_found');

@OperatorController('admin', 'People')
export class PeopleAdminController {
  constructor(
    private readonly users: UsersService,
    private readonly invitations: InvitationsService,
    private readonly cookies: BrowserCookies,
    private readonly memberInvitations: ClientMemberKind,
    private readonly ownerInvitations: ClientOwnerKind,
    private readonly roles: OperatorRolesKind,
  ) {}

  @Get('users')
  @Access('users:read')
  @Operation('Operators who can sign in')
  @ApiAdminList(PersonDto)
  async listOperators(@Query() query: PageQuery): Promise<AdminList<PersonDto>> {
    return adminList(await this.users.listOperators(toPageRequest(query)), toPerson);
  }

  @Post('users')
  @Access('users:write', { password: true })
  @Operation(
    'Invite an operator by mail',
    'The link works once, within 24 hours. Without a mail server, the response contains it. A role ' +
      'that may approve waits for another owner, if there is one (202); the link is then sent by mail only.',
  )
  @ApiAdmin(201, InvitedDto, 'email_taken', ...BODY_ERRORS)
  @ApiWaiting()
  async inviteOperator(
    @Body() { email, roles }: InviteOperatorDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminAnswer<InvitedDto | WaitingDto>> {
    const { outcome: invited, approval } = await this.roles.invite(email, roles);
    if (approval !== null) return answerWaiting(response, approval);
    return adminAnswer(toInvited(invited, { hasLink: true }));
  }

  @Patch('users/:id')
  @Access('users:write', { password: true })
  @Operation(
    "Change an operator's roles; the operator has to sign in again",
    'A role that may approve waits for another owner, if there is one (202).',
  )
  @ApiAdmin(200, IdDto, 'user_not_found', 'last_owner', ...BODY_ERRORS)
  @ApiWaiting()
  async changeOperatorRoles(
    @Param('id', userId) id: number,
    @Body() { roles }: ChangeOperatorDto,
    @Req() { user }: TrackedRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminAnswer<IdDto | WaitingDto>> {
    const { outcome, approval } = await this.roles.changeRoles(id, roles, user);
    if (approval !== null) return answerWaiting(response, approval);
    if (outcome.sessionId !== null) this.cookies.session.write(response, outcome.sessionId);
    return adminAnswer({ id });
  }

  @Delete('users/:id')
  @Access('users:write', { password: true, tokens: true })
  @Operation(
    'Remove an operator immediately',
    "The operator's sessions and tokens end. API tokens of clients stay valid, so that stores go on; `made_by` names them.",
  )
  @ApiAdmin(200, IdDto, 'user_not_found', 'last_owner')
  async removeOperator(@Param('id', userId) id: number): Promise<AdminAnswer<IdDto>> {
    await this.users.removeUser(id, null, false);
    return adminAnswer({ id });
  }

  @Delete('users/:id/sessions')
  // No password: takes access away, which must be quick.
  @Access('users:write')
  @Operation(
    'Sign an operator out of every browser',
    "Revokes the operator's tokens as well, unless `end_tokens` is `false`.",
  )
  @ApiAdmin(200, IdDto, 'user_not_found', 'validation_failed')
  async endOperatorSessions(
    @Param('id', userId) id: number,
    @Query() { end_tokens: endTokens }: EndTokensQuery,
  ): Promise<AdminAnswer<IdDto>> {
    await this.users.signOutOperator(id, endTokens !== 'false');
    return adminAnswer({ id });
  }

  @Get('invitations')
  @Access('users:read')
  @Operation('Open invitations of operators')
  @ApiAdminList(InvitationDto)
  async listInvitations(@Query() query: PageQuery): Promise<AdminList<InvitationDto>> {
    return adminList(await this.invitations.listOpen(null, toPageRequest(query)), toInvitation);
  }

  @Delete('invitations/:id')
  // No password: takes access away, which must be quick.
  @Access('users:write')
  @Operation('Revoke an invitation')
  @ApiAdmin(200, IdDto, 'invitation_not_found')
  async revokeInvitation(@Param('id', invitationId) id: number): Promise<AdminAnswer<IdDto>> {
    await this.invitations.revoke(id, null);
    return adminAnswer({ id });
  }

  @Get('clients/:id/members')
  @Access('clients:read')
  @Operation('People of a client who can sign in')
  @ApiAdminList(PersonDto, 'client_not_found')
  async listMembers(
    @Param('id', clientId) id: number,
    @Query() query: PageQuery,
  ): Promise<AdminList<PersonDto>> {
    return adminList(await this.users.listMembers(id, toPageRequest(query)), toPerson);
  }

  @Post('clients/:id/members')
  @Access('members:write', { password: true, tokens: true })
  @Operation(
    'Invite a person of a client by mail',
    'The link works once, within 24 hours. Without a mail server, the response to the admin token, and to callers with ' +
      "the permission `users:write`, contains it. The client's owners get a mail. If the client has an owner, the invitation waits (202), except with " +
      'the admin token: an owner of the client decides. After 72 hours a second operator can approve it with a reason. ' +
      'Operator tokens cannot invite people of a client that has an owner (403).',
  )
  @ApiAdmin(201, InvitedDto, 'client_not_found', 'email_taken', 'reference_used', ...BODY_ERRORS)
  @ApiWaiting()
  async inviteMember(
    @Param('id', clientId) id: number,
    @Body() { email, role }: InviteMemberDto,
    @CurrentPermissions() may: Permitted,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminAnswer<InvitedDto | WaitingDto>> {
    const kind = role === 'owner' ? this.ownerInvitations : this.memberInvitations;
    const { outcome: invited, approval } = await kind.invite(email, id);
    if (approval !== null) return answerWaiting(response, approval);
    return adminAnswer(toInvited(invited, { hasLink: may('users:write') }));
  }

  @Delete('clients/:id/members/:user_id')
  @Access('members:write', { password: true, tokens: true })
  @Operation(
    'Remove a person of a client immediately',
    'Revokes the API tokens that the person made as well, unless `end_tokens` is `false`; `made_by` names them.',
  )
  @ApiAdmin(200, IdDto, 'client_not_found', 'user_not_found', 'last_owner', 'validation_failed')
  async removeMember(
    @Param('id', clientId) ofClient: number,
    @Param('user_id', userId) id: number,
    @Query() { end_tokens: endTokens }: EndMadeTokensQuery,
  ): Promise<AdminAnswer<IdDto>> {
    await this.users.removeUser(id, ofClient, endTokens !== 'false');
    return adminAnswer({ id });
  }
}
