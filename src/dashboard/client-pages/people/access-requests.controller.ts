import { Get, Param, Post, Query } from '@nestjs/common';
import type { Approval } from '../../../identity/approvals/approval.entity.js';
import { ApprovalsService } from '../../../identity/approvals/approvals.service.js';
import { MEMBER_ROLES } from '../../../identity/roles.js';
import { CurrentClientId } from '../../../identity/signed-in-user.js';
import {
  responseDto,
  integer,
  text,
  time,
  word,
} from '../../../platform/http/response-dto/response-dto.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PageQuery, toNewestFirst } from '../../../platform/http/paging/page.js';
import { DoneDto } from '../account/account.dto.js';
import { Responds, RespondsPage } from '../dashboard-docs.js';

class AccessRequestDto extends responseDto<Approval>()({
  id: integer(),
  email: [text(), ({ details }) => details.email ?? ''],
  role: [word(MEMBER_ROLES), ({ kind }) => (kind === 'client_owner' ? 'owner' : 'member')],
  requested_at: [time(), 'proposedAt'],
}) {}

const requestId = new PathIdPipe('approval_not_found');

/** Invitations into the signed-in owner's company that the wholesaler asks for. */
@UserController('dashboard/api/access-requests', 'People')
export class AccessRequestsController {
  constructor(private readonly approvals: ApprovalsService) {}

  @Get()
  @Access('own-people:write')
  @Operation('Invitations into your company that the wholesaler asks for, latest first')
  @RespondsPage(AccessRequestDto)
  listAccessRequests(@CurrentClientId() clientId: number, @Query() query: PageQuery) {
    return this.approvals.listForClient(clientId, toNewestFirst(query));
  }

  @Post(':id/approve')
  @Access('own-people:write', { password: true })
  @Operation('Let the wholesaler invite the person, who gets the link by mail')
  @Responds(
    200,
    DoneDto,
    ...(['approval_not_found', 'approval_decided', 'proposer_not_permitted'] as const),
    ...(['email_taken', 'password_required'] as const),
  )
  async approveAccessRequest(
    @CurrentClientId() clientId: number,
    @Param('id', requestId) id: number,
  ) {
    await this.approvals.approve(id, { clientId }, 'unkeyed');
  }

  @Post(':id/decline')
  // No password: keeps a person out, which must be quick.
  @Access('own-people:write')
  @Operation('Decline such an invitation')
  @Responds(200, DoneDto, 'approval_not_found', 'approval_decided')
  async declineAccessRequest(
    @CurrentClientId() clientId: number,
    @Param('id', requestId) id: number,
  ) {
    await this.approvals.reject(id, 'Declined by the client', { clientId }, 'unkeyed');
  }
}
