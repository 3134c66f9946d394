import { ApiProperty } from '@nestjs/swagger';
import { LIMITS } from '../platform/config/limits.js';
import { DtoList } from '../platform/http/input/dto-list.js';
import {
  Amount,
  Field,
  OneOf,
  Text,
  textRule,
  Timestamp,
  Name,
  Id,
} from '../platform/http/input/fields.js';
import type { Plan } from './plan.entity.js';
import type { CurrentSubscription } from './plans.repository.js';
import { RENEWAL_OUTCOMES, type RenewalOutcome } from './plans.service.js';
import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from './subscription.entity.js';
import { OrNull } from '../platform/http/openapi/or-null.js';

export class CreatePlanDto {
  @Text({
    max: LIMITS.planCodeLength,
    api: { example: 'silver' },
    rules: [
      textRule('invalid_code', 'must be letters, digits, - and _', (text) =>
        /^[A-Za-z0-9_-]+$/.test(text),
      ),
    ],
  })
  code: string;

  @Name({ max: LIMITS.nameLength, api: { example: 'Silver' } })
  name: string;

  @Amount({ min: 0, max: 100, optional: true, api: { default: 0, example: 12.5 } })
  discount_percent?: number;
}

export class ChangePlanDto {
  @Name({ max: LIMITS.nameLength, optional: true })
  name?: string;

  @Amount({ min: 0, max: 100, optional: true })
  discount_percent?: number;
}

export class SubscribeDto {
  @Text({ max: LIMITS.planCodeLength, api: { example: 'silver', description: 'Code of the plan' } })
  plan: string;

  @OneOf(SUBSCRIPTION_STATUSES)
  status: SubscriptionStatus;

  @Timestamp({ optional: true, api: { description: 'Absent: now' } })
  starts_at?: Date;

  @Timestamp({
    optional: true,
    api: { description: 'End of validity (exclusive); absent: open-ended' },
  })
  ends_at?: Date;
}

class RenewalDto {
  @Id({ api: { example: 17 } })
  client_id: number;

  @Timestamp({ api: { description: 'The new end of validity (exclusive)' } })
  ends_at: Date;
}

export class RenewDto {
  @DtoList(RenewalDto, LIMITS.renewalsAtOnce)
  @Field({
    api: { type: [RenewalDto], maxItems: LIMITS.renewalsAtOnce },
    rules: [
      {
        code: 'list_expected',
        message: `must list 1 to ${LIMITS.renewalsAtOnce} renewals`,
        passes: (value) =>
          Array.isArray(value) && value.length > 0 && value.length <= LIMITS.renewalsAtOnce,
      },
    ],
  })
  renewals: RenewalDto[];
}

export class RenewedDto {
  @ApiProperty({ type: 'integer' })
  client_id: number;

  @ApiProperty({
    enum: RENEWAL_OUTCOMES,
    description:
      'renewed: it ends at the requested time. not_renewable: it is suspended or canceled. open_ended: it ' +
      'has no end. not_later: it ends later than requested',
  })
  outcome: RenewalOutcome;
}

export class PlanDto {
  @ApiProperty()
  code: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ description: 'Discount on every base price' })
  discount_percent: number;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

export class SubscriptionDto {
  @ApiProperty({ type: 'integer' })
  client_id: number;

  @ApiProperty()
  plan: string;

  @ApiProperty({ enum: SUBSCRIPTION_STATUSES })
  status: string;

  @ApiProperty({ format: 'date-time' })
  starts_at: string;

  @OrNull('date-time')
  ends_at: string | null;

  @OrNull('date-time', 'End of the grace period while past_due')
  grace_ends_at: string | null;
}

export function toPlan(plan: Plan): PlanDto {
  return {
    code: plan.code,
    name: plan.name,
    discount_percent: plan.discountBp / 100,
    created_at: plan.createdAt.toISOString(),
  };
}

export function toSubscription(subscription: CurrentSubscription): SubscriptionDto {
  return {
    client_id: subscription.clientId,
    plan: subscription.plan,
    status: subscription.status,
    starts_at: subscription.startsAt.toISOString(),
    ends_at: subscription.endsAt?.toISOString() ?? null,
    grace_ends_at: subscription.graceEndsAt?.toISOString() ?? null,
  };
}
