import { Body, Get, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { adminAnswer, type AdminAnswer } from '../../platform/http/answers.js';
import { ApiAdmin, BODY_ERRORS } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { ApprovalLimitsDto, limitsOf, toLimits } from './approval-limits.dto.js';
import { ApprovalLimitsKind } from './settings/approval-limits.kind.js';
import { answerWaiting, ApiWaiting, type WaitingDto } from './waiting-answer.js';
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
  @ApiAdmin(200, ApprovalLimitsDto)
  async getApprovalLimits(): Promise<AdminAnswer<ApprovalLimitsDto>> {
    return adminAnswer(toLimits(await this.limits.get()));
  }

  @Put()
  @Access('limits:write', { password: true })
  @Operation(
    'Replace the amounts above which entries wait for another person',
    'Needs the permission `limits:write`, which the role finance does not have. What waits already keeps waiting. ' +
      'Raised limits wait for another owner, if there is one (202).',
  )
  @ApiAdmin(200, ApprovalLimitsDto, ...BODY_ERRORS)
  @ApiWaiting()
  async replaceApprovalLimits(
    @Body() body: ApprovalLimitsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminAnswer<ApprovalLimitsDto | WaitingDto>> {
    const { outcome, approval } = await this.changes.replace(limitsOf(body));
    if (approval !== null) return answerWaiting(response, approval);
    return adminAnswer(toLimits(outcome));
  }
}
