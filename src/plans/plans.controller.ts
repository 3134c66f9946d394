import { Body, Get, HttpCode, Param, Patch, Post, Put, Query } from '@nestjs/common';
import {
  adminAnswer,
  adminList,
  type AdminAnswer,
  type AdminList,
} from '../platform/http/answers.js';
import { ApiAdmin, ApiAdminList, BODY_ERRORS } from '../platform/http/openapi/admin-docs.js';
import { Operation } from '../platform/http/openapi/operation.js';
import { Access, OperatorController } from '../platform/http/audience.js';
import { PageQuery, toPageRequest } from '../platform/http/paging/page.js';
import { PathIdPipe, PathKeyPipe } from '../platform/http/input/path-key.pipe.js';
import { toBasisPoints } from '../platform/money.js';
import * as docs from './plans.docs.js';
import {
  ChangePlanDto,
  CreatePlanDto,
  PlanDto,
  RenewDto,
  RenewedDto,
  SubscribeDto,
  SubscriptionDto,
  toPlan,
  toSubscription,
} from './plans.dto.js';
import { PlansService } from './plans.service.js';

@OperatorController('admin', 'Plans')
export class PlansController {
  constructor(private readonly plans: PlansService) {}

  @Post('plans')
  @Access('plans:write')
  @Operation('Create a plan')
  @ApiAdmin(201, PlanDto, 'plan_exists', ...BODY_ERRORS)
  async createPlan(@Body() body: CreatePlanDto): Promise<AdminAnswer<PlanDto>> {
    const { code, name, discount_percent: percent = 0 } = body;
    const plan = await this.plans.createPlan({ code, name, discountBp: toBasisPoints(percent) });
    return adminAnswer(toPlan(plan));
  }

  @Get('plans')
  @Access('plans:read')
  @Operation('List plans')
  @ApiAdminList(PlanDto)
  async listPlans(@Query() query: PageQuery): Promise<AdminList<PlanDto>> {
    return adminList(await this.plans.listPlans(toPageRequest(query)), toPlan);
  }

  @Patch('plans/:code')
  @Access('plans:write')
  @Operation("Change a plan's name or discount; prices change immediately")
  @ApiAdmin(200, PlanDto, 'plan_not_found', ...BODY_ERRORS)
  async updatePlan(
    @Param('code', new PathKeyPipe('plan_not_found')) code: string,
    @Body() { name, discount_percent: percent }: ChangePlanDto,
  ): Promise<AdminAnswer<PlanDto>> {
    // null counts as absent, as in every body.
    const discountBp = typeof percent === 'number' ? toBasisPoints(percent) : undefined;
    return adminAnswer(toPlan(await this.plans.changePlan(code, { name, discountBp })));
  }

  @Put('clients/:id/subscription')
  @Access('clients:write')
  @Operation("Replace a client's subscription")
  @ApiAdmin(200, SubscriptionDto, 'client_not_found', ...BODY_ERRORS)
  async setSubscription(
    @Param('id', new PathIdPipe('client_not_found')) id: number,
    @Body() body: SubscribeDto,
  ): Promise<AdminAnswer<SubscriptionDto>> {
    const { plan, status, starts_at: startsAt, ends_at: endsAt } = body;
    const subscription = await this.plans.subscribe(id, { plan, status, startsAt, endsAt });
    return adminAnswer(toSubscription(subscription));
  }

  @Post('subscriptions/renew')
  @Access('clients:write')
  @HttpCode(200)
  @docs.RenewSubscriptions
  async renewSubscriptions(@Body() { renewals }: RenewDto): Promise<AdminAnswer<RenewedDto[]>> {
    const renewed: RenewedDto[] = [];
    for (const { client_id: clientId, ends_at: endsAt } of renewals) {
      renewed.push({ client_id: clientId, outcome: await this.plans.renew(clientId, endsAt) });
    }
    return adminAnswer(renewed);
  }
}
