import { Body, Delete, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  InvitationAcceptance,
  type Offer,
} from '../../../identity/invitations/invitation-acceptance.js';
import { InvitationsService } from '../../../identity/invitations/invitations.service.js';
import { BrowserCookies } from '../../../identity/sessions/browser-cookies.js';
import { assertPort } from '../../../identity/sessions/sessions.service.js';
import { UserAccess } from '../../../identity/sessions/user-access.js';
import { CurrentClientId } from '../../../identity/signed-in-user.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { BODY_ERRORS } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PageQuery, toPageRequest } from '../../../platform/http/paging/page.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { DoneDto } from '../account/account.dto.js';
import { Responds, RespondsPage, PublicAnswers } from '../dashboard-docs.js';
import {
  AcceptInvitationDto,
  InvitationTokenDto,
  InviteColleagueDto,
  OfferDto,
  OpenInvitationDto,
} from './people.dto.js';

/** Invitations: created by the owners of a client, accepted by the person who has the link. */
@UserController('dashboard/api/invitations', 'People')
export class InvitationsController {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly acceptance: InvitationAcceptance,
    private readonly access: UserAccess,
    private readonly cookies: BrowserCookies,
  ) {}

  @Get()
  @Access('own-people:read')
  @Operation('Open invitations of your company')
  @RespondsPage(OpenInvitationDto)
  async listOpenInvitations(@CurrentClientId() clientId: number, @Query() query: PageQuery) {
    return this.invitations.listOpen(clientId, toPageRequest(query));
  }

  @Post()
  @Access('own-people:write', { password: true })
  @Operation(
    'Invite a colleague by mail',
    'The response is the same whether or not an account with the address exists.',
  )
  @Responds(201, OpenInvitationDto, 'password_required', ...BODY_ERRORS)
  async inviteColleague(
    @CurrentClientId() clientId: number,
    @Body() { email, role }: InviteColleagueDto,
  ) {
    return this.invitations.inviteColleague(email, clientId, role);
  }

  @Delete(':id')
  // No password: takes access away, which must be quick.
  @Access('own-people:write')
  @Operation('Take an invitation back')
  @Responds(200, DoneDto, 'invitation_not_found')
  async revokeOpenInvitation(
    @CurrentClientId() clientId: number,
    @Param('id', new PathIdPipe('invitation_not_found')) id: number,
  ) {
    await this.invitations.revoke(id, clientId);
  }

  @Post('look')
  @Access('public')
  @Operation('What a link invites to')
  @PublicAnswers(200, OfferDto, 'invitation_invalid', 'use_operations_port', ...BODY_ERRORS)
  async lookAtInvitation(@Body() { token }: InvitationTokenDto, @Req() request: Request) {
    return this.lookAt(token, request);
  }

  @Post('accept')
  @Access('public')
  @Operation('Accept an invitation, once; sets the session cookie')
  @PublicAnswers(
    200,
    DoneDto,
    'invitation_invalid',
    'email_taken',
    'use_operations_port',
    ...BODY_ERRORS,
  )
  async acceptInvitation(
    @Body() { token, name, password }: AcceptInvitationDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.lookAt(token, request);
    const browser = this.access.browserOf(request);
    const signedIn = await this.acceptance.accept(token, { name, password }, browser);
    this.cookies.write(response, signedIn);
  }

  /** Finds the invitation of a link. Operators accept theirs where they sign in. @throws AppError use_operations_port */
  private async lookAt(token: string, request: Request): Promise<Offer> {
    const offer = await this.acceptance.look(token);
    assertPort(this.access.browserOf(request), offer.invitation.kind);
    return offer;
  }
}
