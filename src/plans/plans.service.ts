import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AppError } from '../http/errors.js';
import type { Plan } from './plan.entity.js';
import { PlansRepository } from './plans.repository.js';
import type { SubscriptionStatus } from './subscription.entity.js';

const GRACE_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What a subscription is set to; `startsAt` is now and `endsAt` never where they are left out. */
export interface SubscriptionChange {
  plan: string;
  status: SubscriptionStatus;
  startsAt?: Date;
  endsAt?: Date;
}

@Injectable()
export class PlansService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly repository: PlansRepository,
  ) {}

  /** Makes a plan; `discountBp` is off every base price, in basis points. */
  async createPlan(plan: Pick<Plan, 'code' | 'name' | 'discountBp'>): Promise<Plan> {
    return this.repository.insert(this.dataSource.manager, plan);
  }

  /** @throws AppError plan_not_found */
  async getPlan(code: string): Promise<Plan> {
    const plan = await this.repository.findByCode(this.dataSource.manager, code);
    if (plan === null) throw new AppError('plan_not_found');
    return plan;
  }

  /**
   * Replaces a client's subscription. One that is past_due lets in for seven days more.
   *
   * @throws AppError plan_not_found
   */
  async subscribe(clientId: number, change: SubscriptionChange): Promise<void> {
    const plan = await this.getPlan(change.plan);
    const now = new Date();
    await this.repository.putSubscription(this.dataSource.manager, {
      clientId,
      planId: plan.id,
      status: change.status,
      startsAt: change.startsAt ?? now,
      endsAt: change.endsAt ?? null,
      graceEndsAt:
        change.status === 'past_due' ? new Date(now.getTime() + GRACE_DAYS * DAY_MS) : null,
    });
  }
}
