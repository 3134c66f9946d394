import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { CurrentPermissions, type Permitted } from '../../identity/signed-in-user.js';
import {
  CurrentIdempotency,
  type Idempotency,
} from '../../platform/idempotency/idempotency-context.js';
import { MONEY_BODY_ERRORS, Idempotent } from '../../platform/idempotency/idempotent.decorator.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import { Responds, RespondsPage } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { toNewestFirst } from '../../platform/http/paging/page.js';
import { ApiMoneyConflicts } from '../money-errors.js';
import { ApprovalDecisionsService } from './approval-decisions.service.js';
import {
  ApprovalDto,
  ApprovalsQuery,
  ApproveApprovalDto,
  RejectApprovalDto,
} from './approvals.dto.js';

const approvalId = new PathIdPipe('approval_not_found');

@OperatorController('admin/approvals', 'Money')
export class ApprovalsController {
  constructor(private readonly decisions: ApprovalDecisionsService) {}

  @Get()
  @Access('any-operator')
  @Operation(
    'List what waits for another person, or was decided, latest first',
    'Kinds that the caller has no permission for are left out.',
  )
  @RespondsPage(ApprovalDto)
  listApprovals(@Query() query: ApprovalsQuery, @CurrentPermissions() isPermitted: Permitted) {
    return this.decisions.list(query, isPermitted, toNewestFirst(query));
  }

  @Post(':id/approve')
  @Access('any-operator', { password: true })
  @Idempotent('several transactions')
  @Operation(
    'Approve what another person proposed, and carry it out',
    'Everything is checked again; an entry that is refused keeps waiting. The caller needs the permission of the ' +
      'kind: `money:write` for money, `limits:write` for bank accounts, `members:write` for access to a client. The person ' +
      'who proposed it cannot approve ' +
      'it, and must still have the permission. The admin token cannot approve once an owner exists (403). A member of a ' +
      "client can be approved 72 hours after the proposal at the earliest, with a reason: until then the client's " +
      'owner decides.',
  )
  @Responds(200, ApprovalDto, 'approval_not_found', 'own_proposal', ...MONEY_BODY_ERRORS)
  @ApiMoneyConflicts(
    ...(['approval_decided', 'approval_outdated', 'client_decides'] as const),
    ...(['insufficient_balance', 'payment_recorded'] as const),
    ...(['payout_recorded', 'not_refundable', 'transfer_decided', 'bank_line_matched'] as const),
    ...(['transition_refused', 'gateway_off', 'email_taken', 'bank_account_exists'] as const),
    ...(['proposer_not_permitted'] as const),
  )
  approveProposal(
    @Param('id', approvalId) id: number,
    @Body() { reason }: ApproveApprovalDto,
    @CurrentPermissions() isPermitted: Permitted,
  ) {
    return this.decisions.approve(id, reason ?? null, isPermitted);
  }

  @Post(':id/reject')
  // No password: rejecting leaves everything as it is.
  @Access('any-operator')
  @Idempotent()
  @Operation(
    'Reject what was proposed',
    'People may reject their own proposals. Money that was set aside returns to the wallet.',
  )
  @Responds(200, ApprovalDto, 'approval_not_found', ...MONEY_BODY_ERRORS)
  @ApiMoneyConflicts('approval_decided')
  rejectProposal(
    @Param('id', approvalId) id: number,
    @Body() { reason }: RejectApprovalDto,
    @CurrentPermissions() isPermitted: Permitted,
    @CurrentIdempotency() key: Idempotency,
  ) {
    return this.decisions.reject(id, reason, isPermitted, key);
  }
}
