import { Body, Get, Put } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { Responds, BODY_ERRORS, RespondsList } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { ApprovalLimitsDto, CountedSumDto, limitsOf, toLimits } from './approval-limits.dto.js';
import { ApprovalLimitsKind } from './settings/approval-limits.kind.js';
import { RespondsOrWaits } from './waiting-answer.js';
import { ApprovalLimitsService } from './approval-limits.service.js';

@OperatorController('admin/approval-limits', 'Money')
export class ApprovalLimitsController {
  constructor(
    private readonly limits: ApprovalLimitsService,
    private readonly changes: ApprovalLimitsKind,
  ) {}

  @Get()
  @Access('money:read')
  @Operation('Show the amounts above which entries wait for another person')
  @Responds(200, ApprovalLimitsDto)
  async getApprovalLimits() {
    return toLimits(await this.limits.get());
  }

  @Get('today')
  @Access('money:read')
  @Operation('List what the caller has recorded today and counts to the limits, by kind and client')
  @RespondsList(CountedSumDto)
  listCountedToday() {
    return this.limits.listToday();
  }

  @Put()
  @Access('limits:write', { password: true })
  @Operation(
    'Replace the amounts above which entries wait for another person',
    'Needs the permission `limits:write`, which the role finance does not have. What waits already keeps waiting. ' +
      'Raised limits wait for another owner, if there is one (202).',
  )
  @RespondsOrWaits(200, ApprovalLimitsDto, ...BODY_ERRORS)
  async replaceApprovalLimits(@Body() body: ApprovalLimitsDto) {
    const done = await this.changes.replace(limitsOf(body));
    return done.approval === null ? { ...done, outcome: toLimits(done.outcome) } : done;
  }
}
