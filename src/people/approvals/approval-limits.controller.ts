import { Body, Get, Put } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { adminAnswer, type AdminAnswer } from '../../platform/http/answers.js';
import { ApiAdmin, BODY_ERRORS } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { ApprovalLimitsDto, limitsOf, toLimits } from './approval-limits.dto.js';
import { ApprovalLimitsService } from './approval-limits.service.js';

@OperatorController('admin/approval-limits', 'Money')
export class ApprovalLimitsController {
  constructor(private readonly limits: ApprovalLimitsService) {}

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
    'Needs the permission `limits:write`, which the role finance does not have. What waits already keeps waiting.',
  )
  @ApiAdmin(200, ApprovalLimitsDto, ...BODY_ERRORS)
  async replaceApprovalLimits(
    @Body() body: ApprovalLimitsDto,
  ): Promise<AdminAnswer<ApprovalLimitsDto>> {
    return adminAnswer(toLimits(await this.limits.replace(limitsOf(body))));
  }
}
