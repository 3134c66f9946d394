import { Body, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import {
  Responds,
  BODY_ERRORS,
  RespondsList,
  RespondsPage,
} from '../platform/http/openapi/admin-docs.js';
import { Operation } from '../platform/http/openapi/operation.js';
import { Access, OperatorController } from '../platform/http/audience.js';
import { mapPage, PageQuery, toPageRequest } from '../platform/http/paging/page.js';
import { PathIdPipe, PathKeyPipe } from '../platform/http/input/path-key.pipe.js';
import { toBasisPoints } from '../platform/money.js';
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
  @Responds(201, PlanDto, 'plan_exists', ...BODY_ERRORS)
  async createPlan(@Body() body: CreatePlanDto) {
    const { code, name, discount_percent: percent = 0 } = body;
    const plan = await this.plans.createPlan({ code, name, discountBp: toBasisPoints(percent) });
    return toPlan(plan);
  }

  @Get('plans')
  @Access('plans:read')
  @Operation('List plans')
  @RespondsPage(PlanDto)
  async listPlans(@Query() query: PageQuery) {
    return mapPage(await this.plans.listPlans(toPageRequest(query)), toPlan);
  }

  @Patch('plans/:code')
  @Access('plans:write')
  @Operation("Change a plan's name or discount; prices change immediately")
  @Responds(200, PlanDto, 'plan_not_found', ...BODY_ERRORS)
  async updatePlan(
    @Param('code', new PathKeyPipe('plan_not_found')) code: string,
    @Body() { name, discount_percent: percent }: ChangePlanDto,
  ) {
    // null counts as absent, as in every body.
    const discountBp = typeof percent === 'number' ? toBasisPoints(percent) : undefined;
    return toPlan(await this.plans.changePlan(code, { name, discountBp }));
  }

  @Put('clients/:id/subscription')
  @Access('clients:write')
  @Operation("Replace a client's subscription")
  @Responds(200, SubscriptionDto, 'client_not_found', ...BODY_ERRORS)
  async setSubscription(
    @Param('id', new PathIdPipe('client_not_found')) id: number,
    @Body() body: SubscribeDto,
  ) {
    const { plan, status, starts_at: startsAt, ends_at: endsAt } = body;
    const subscription = await this.plans.subscribe(id, { plan, status, startsAt, endsAt });
    return toSubscription(subscription);
  }

  @Post('subscriptions/renew')
  @Access('clients:write')
  @Operation(
    'Move the ends of many subscriptions to later times',
    'Each is renewed in its own transaction and has an outcome. The plan does not change; a trial or past due ' +
      'subscription becomes active. Repeating the call changes nothing.',
  )
  @RespondsList(RenewedDto, ...BODY_ERRORS)
  async renewSubscriptions(@Body() { renewals }: RenewDto) {
    const renewed: RenewedDto[] = [];
    for (const { client_id: clientId, ends_at: endsAt } of renewals) {
      renewed.push({ client_id: clientId, outcome: await this.plans.renew(clientId, endsAt) });
    }
    return renewed;
  }
}
