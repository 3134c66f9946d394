import { Body, Delete, Get, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { Responds, BODY_ERRORS, RespondsPage } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PageQuery, toPageRequest } from '../../platform/http/paging/page.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import type { TrackedRequest } from '../../platform/http/request-context.js';
import { ClientMemberKind, ClientOwnerKind } from '../approvals/client-access.kind.js';
import { OperatorRolesKind } from '../approvals/settings/operator-roles.kind.js';
import { RespondsOrWaits } from '../approvals/waiting-answer.js';
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
  toInvited,
} from './people.dto.js';
import { UsersService } from './users.service.js';

const userId = new PathIdPipe('user_not_found');
const clientId = new PathIdPipe('client_not_found');
const invitationId = new PathIdPipe('invitation_not_found');

const DELAYED =
  'If the person is the only other owner, it takes effect after 72 hours, unless an owner rejects it before; the person gets a mail.';

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
  @RespondsPage(PersonDto)
  async listOperators(@Query() query: PageQuery) {
    return await this.users.listOperators(toPageRequest(query));
  }

  @Post('users')
  @Access('users:write', { password: true })
  @Operation(
    'Invite an operator by mail',
    'The link works once, within 24 hours. Without a mail server, the response contains it. A role ' +
      'that may approve waits for another owner, if there is one (202), also with the admin token; the link is then sent by mail only.',
  )
  @RespondsOrWaits(201, InvitedDto, 'email_taken', ...BODY_ERRORS)
  async inviteOperator(@Body() { email, roles }: InviteOperatorDto) {
    return toInvited(await this.roles.invite(email, roles), { hasLink: true });
  }

  @Patch('users/:id')
  @Access('users:write', { password: true })
  @Operation(
    "Change an operator's roles; the operator has to sign in again",
    'A role that may approve is given to another person, and taken, once another owner approves it, if there is one (202). ' +
      DELAYED,
  )
  @RespondsOrWaits(200, IdDto, 'user_not_found', 'last_owner', ...BODY_ERRORS)
  async changeOperatorRoles(
    @Param('id', userId) id: number,
    @Body() { roles }: ChangeOperatorDto,
    @Req() { user }: TrackedRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const done = await this.roles.changeRoles(id, roles, user);
    if (done.approval !== null) return done;
    const { sessionId } = done.outcome;
    if (sessionId !== null) this.cookies.session.write(response, sessionId);
    return { outcome: { id }, approval: null };
  }

  @Delete('users/:id')
  @Access('users:write', { password: true, tokens: true })
  @Operation(
    'Remove an operator',
    "The operator's sessions and tokens end. API tokens of clients stay valid, so that stores go on; `made_by` names them. " +
      'The removal of another person who may approve waits for another owner, if there is one (202). ' +
      DELAYED +
      ' To end access at once, sign the person out: `DELETE /admin/users/{id}/sessions`.',
  )
  @RespondsOrWaits(200, IdDto, 'user_not_found', 'last_owner')
  async removeOperator(@Param('id', userId) id: number) {
    const done = await this.roles.remove(id);
    return done.approval === null ? { outcome: { id }, approval: null } : done;
  }

  @Delete('users/:id/sessions')
  // No password: takes access away, which must be quick.
  @Access('users:write')
  @Operation(
    'Sign an operator out of every browser',
    "Revokes the operator's tokens as well, unless `end_tokens` is `false`.",
  )
  @Responds(200, IdDto, 'user_not_found', 'validation_failed')
  async endOperatorSessions(
    @Param('id', userId) id: number,
    @Query() { end_tokens: endTokens }: EndTokensQuery,
  ) {
    await this.users.signOutOperator(id, endTokens !== 'false');
    return { id };
  }

  @Get('invitations')
  @Access('users:read')
  @Operation('Open invitations of operators')
  @RespondsPage(InvitationDto)
  async listInvitations(@Query() query: PageQuery) {
    return await this.invitations.listOpen(null, toPageRequest(query));
  }

  @Delete('invitations/:id')
  // No password: takes access away, which must be quick.
  @Access('users:write')
  @Operation('Revoke an invitation')
  @Responds(200, IdDto, 'invitation_not_found')
  async revokeInvitation(@Param('id', invitationId) id: number) {
    await this.invitations.revoke(id, null);
    return { id };
  }

  @Get('clients/:id/members')
  @Access('clients:read')
  @Operation('People of a client who can sign in')
  @RespondsPage(PersonDto, 'client_not_found')
  async listMembers(@Param('id', clientId) id: number, @Query() query: PageQuery) {
    return await this.users.listMembers(id, toPageRequest(query));
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
  @RespondsOrWaits(
    201,
    InvitedDto,
    'client_not_found',
    'email_taken',
    'reference_used',
    ...BODY_ERRORS,
  )
  async inviteMember(
    @Param('id', clientId) id: number,
    @Body() { email, role }: InviteMemberDto,
    @CurrentPermissions() may: Permitted,
  ) {
    const kind = role === 'owner' ? this.ownerInvitations : this.memberInvitations;
    return toInvited(await kind.invite(email, id), { hasLink: may('users:write') });
  }

  @Delete('clients/:id/members/:user_id')
  @Access('members:write', { password: true, tokens: true })
  @Operation(
    'Remove a person of a client immediately',
    'Revokes the API tokens that the person made as well, unless `end_tokens` is `false`; `made_by` names them.',
  )
  @Responds(200, IdDto, 'client_not_found', 'user_not_found', 'last_owner', 'validation_failed')
  async removeMember(
    @Param('id', clientId) ofClient: number,
    @Param('user_id', userId) id: number,
    @Query() { end_tokens: endTokens }: EndMadeTokensQuery,
  ) {
    await this.users.removeUser(id, ofClient, endTokens !== 'false');
    return { id };
  }
}
