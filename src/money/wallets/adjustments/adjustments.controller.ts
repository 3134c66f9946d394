import { Body, Get, Param, Post, Query } from '@nestjs/common';
import {
  CurrentIdempotency,
  type Idempotency,
} from '../../../platform/idempotency/idempotency-context.js';
import {
  MONEY_BODY_ERRORS,
  Idempotent,
} from '../../../platform/idempotency/idempotent.decorator.js';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { Responds, RespondsPage } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { toNewestFirst } from '../../../platform/http/paging/page.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { toMinorUnits } from '../../../platform/money.js';
import { ApiMoneyConflicts } from '../../money-errors.js';
import {
  AdjustmentDto,
  AdjustmentsQuery,
  ProposeAdjustmentDto,
  toFilter,
} from './adjustments.dto.js';
import { AdjustmentsService } from './adjustments.service.js';

const adjustmentId = new PathIdPipe('adjustment_not_found');

@OperatorController('admin', 'Money')
export class AdjustmentsController {
  constructor(private readonly adjustments: AdjustmentsService) {}

  @Post('clients/:id/wallet/adjustments')
  @Access('money:write', { password: true })
  @Idempotent()
  @Operation(
    'Propose a correction of a wallet',
    'No money moves until another person approves it, unless the amount is within the limit of adjustments, which is 0 ' +
      'until it is changed. The same reference again, with the same amount, answers the first proposal with 200.',
  )
  @Responds('recorded', AdjustmentDto, 'client_not_found', ...MONEY_BODY_ERRORS)
  @ApiMoneyConflicts('insufficient_balance', 'reference_used')
  proposeAdjustment(
    @Param('id', new PathIdPipe('client_not_found')) clientId: number,
    @Body() { amount, reason, reference }: ProposeAdjustmentDto,
    @CurrentIdempotency() key: Idempotency,
  ) {
    const amountMinor = toMinorUnits(amount);
    const wanted = { clientId, amountMinor, reason, reference: reference ?? null };
    return this.adjustments.propose(wanted, key);
  }

  @Get('adjustments')
  @Access('money:read')
  @Operation('List corrections of wallets, latest first')
  @RespondsPage(AdjustmentDto)
  listAdjustments(@Query() query: AdjustmentsQuery) {
    return this.adjustments.list(toFilter(query), toNewestFirst(query));
  }

  @Post('adjustments/:id/approve')
  @Access('money:write', { password: true })
  @Idempotent()
  @Operation(
    'Approve a correction and apply it',
    'The operator who proposed it cannot approve it. The admin token may, as long as no operator can sign in; the ' +
      'audit log says so. Once an owner exists, it cannot approve anything (403). An adjustment that was approved before stays as it is.',
  )
  @Responds(200, AdjustmentDto, 'adjustment_not_found', 'own_proposal', ...MONEY_BODY_ERRORS)
  @ApiMoneyConflicts('insufficient_balance', 'adjustment_decided', 'proposer_not_permitted')
  approveAdjustment(@Param('id', adjustmentId) id: number, @CurrentIdempotency() key: Idempotency) {
    return this.adjustments.approve(id, key);
  }

  @Post('adjustments/:id/reject')
  // No password: rejecting leaves the wallet as it is.
  @Access('money:write')
  @Idempotent()
  @Operation('Reject a correction', 'A correction that was rejected before is returned unchanged.')
  @Responds(200, AdjustmentDto, 'adjustment_not_found', 'adjustment_decided', ...MONEY_BODY_ERRORS)
  rejectAdjustment(@Param('id', adjustmentId) id: number, @CurrentIdempotency() key: Idempotency) {
    return this.adjustments.reject(id, key);
  }
}
