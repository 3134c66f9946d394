import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../platform/audit/audit.service.js';
import { ClientsService } from '../clients/clients.service.js';
import { isCheckViolation, isUniqueViolation } from '../platform/database/database-errors.js';
import { inTransaction } from '../platform/database/transaction.js';
import { AppError, invalidField } from '../platform/http/errors.js';
import { everyPage, readPage, type Page, type PageRequest } from '../platform/http/paging/page.js';
import type { Plan } from './plan.entity.js';
import {
  PlansRepository,
  type CurrentSubscription,
  type PlanData,
  type SubscriptionRow,
} from './plans.repository.js';
import { isSubscriptionLive } from './subscription-terms.js';
import type { SubscriptionStatus } from './subscription.entity.js';

/** New terms of a subscription. `startsAt` defaults to now, `endsAt` to never. */
export interface SubscriptionChange {
  /** Code of the plan. */
  plan: string;
  status: SubscriptionStatus;
  startsAt?: Date | undefined;
  endsAt?: Date | undefined;
}

/** Outcome of a renewal. All but `renewed` changed nothing. */
export const RENEWAL_OUTCOMES = [
  ...(['renewed', 'no_subscription', 'not_renewable', 'open_ended', 'not_later'] as const),
];
export type RenewalOutcome = (typeof RENEWAL_OUTCOMES)[number];

/** A client's subscription with its plan; times in ms since 1970. */
export interface SubscriptionStanding extends SubscriptionRow {
  /** True if it gives access at `nowMs`, the database's clock when it was read. */
  isLive: boolean;
}

@Injectable()
export class PlansService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly clients: ClientsService,
    private readonly repository: PlansRepository,
  ) {}

  /** Creates a plan; `discountBp` is the discount on every base price in basis points. @throws AppError plan_exists */
  async createPlan(plan: PlanData): Promise<Plan> {
    return inTransaction(this.dataSource, (manager) => this.addPlan(manager, plan));
  }

  /** Adds a plan in the caller's transaction, see {@link createPlan}. */
  async addPlan(manager: EntityManager, plan: PlanData): Promise<Plan> {
    const created = await this.repository.insert(manager, plan).catch((error: unknown) => {
      throw isUniqueViolation(error, 'plans_code_uq') ? new AppError('plan_exists') : error;
    });
    await this.audit.record(manager, {
      action: 'plan.created',
      subject: `plan ${plan.code}`,
      after: { ...plan },
    });
    return created;
  }

  async listPlans(page: PageRequest): Promise<Page<Plan>> {
    return readPage(page, (range) => this.repository.list(range));
  }

  /** Lists every plan, by id; there are few. */
  async allPlans(): Promise<Plan[]> {
    const plans: Plan[] = [];
    for await (const page of everyPage((request) => this.listPlans(request))) plans.push(...page);
    return plans;
  }

  /** Reads the codes of all plans by id. */
  async codes(manager: EntityManager): Promise<Map<number, string>> {
    const plans = await this.repository.listCodes(manager);
    return new Map(plans.map(({ id, code }) => [id, code]));
  }

  /** @throws AppError plan_not_found */
  async getPlan(code: string, manager: EntityManager = this.dataSource.manager): Promise<Plan> {
    const plan = await this.repository.findByCode(manager, code);
    if (plan === null) throw new AppError('plan_not_found');
    return plan;
  }

  /** Gets a plan that another row references. */
  async getPlanById(manager: EntityManager, id: number): Promise<Plan> {
    return this.repository.getById(manager, id);
  }

  /** Changes the given fields. The plan's prices follow immediately. @throws AppError plan_not_found */
  async changePlan(
    code: string,
    change: { name?: string | undefined; discountBp?: number | undefined },
  ): Promise<Plan> {
    return inTransaction(this.dataSource, async (manager) => {
      const plan = await this.repository.lockByCode(manager, code);
      if (plan === null) throw new AppError('plan_not_found');
      const before = { name: plan.name, discountBp: plan.discountBp };
      const after = {
        name: change.name ?? before.name,
        discountBp: change.discountBp ?? before.discountBp,
      };
      await this.repository.update(manager, plan.id, after);
      await this.audit.record(manager, {
        action: 'plan.updated',
        subject: `plan ${code}`,
        before,
        after,
      });
      return { ...plan, ...after };
    });
  }

  /** Lists the subscriptions of clients by client id. Clients without a subscription are omitted. */
  async listSubscriptions(
    manager: EntityManager,
    clientIds: readonly number[],
  ): Promise<Map<number, SubscriptionStanding>> {
    const rows = await this.repository.listSubscriptions(manager, clientIds);
    return new Map(
      rows.map((row) => [row.clientId, { ...row, isLive: isSubscriptionLive(row, row.nowMs) }]),
    );
  }

  /**
   * Moves the end of a client's subscription to a later time; repeating the call changes nothing. A trial or past due
   * subscription becomes active.
   */
  async renew(clientId: number, endsAt: Date): Promise<RenewalOutcome> {
    return inTransaction(this.dataSource, async (manager) => {
      const subscriptions = await this.repository.listSubscriptions(manager, [clientId]);
      if (subscriptions.length === 0) return 'no_subscription';
      // The client first, as every change of a subscription locks it.
      await this.clients.lockClient(manager, clientId, 'share');
      const before = await this.repository.lockSubscription(manager, clientId);
      if (before === null) throw new Error(`client ${clientId} lost its subscription`);
      const { plan, status, startsAt, endsAt: end } = before;
      if (status === 'suspended' || status === 'cancelled') return 'not_renewable';
      if (end === null) return 'open_ended';
      if (end.getTime() === endsAt.getTime() && status === 'active') return 'renewed';
      if (end >= endsAt) return 'not_later';
      await this.putSubscription(manager, clientId, { plan, status: 'active', startsAt, endsAt });
      return 'renewed';
    });
  }

  /**
   * Replaces a client's subscription. A past_due subscription keeps giving access for seven more days.
   *
   * @throws AppError client_not_found, validation_failed (no such plan; it ends before it starts)
   */
  async subscribe(clientId: number, change: SubscriptionChange): Promise<CurrentSubscription> {
    return inTransaction(this.dataSource, (manager) =>
      this.putSubscription(manager, clientId, change),
    );
  }

  /**
   * Replaces a client's subscription in the caller's transaction, see {@link subscribe}. Its lock prevents the concurrent
   * creation of a test client, which shares the subscription.
   */
  async putSubscription(
    manager: EntityManager,
    clientId: number,
    change: SubscriptionChange,
  ): Promise<CurrentSubscription> {
    const { plan, status, startsAt = null, endsAt = null } = change;
    const planId = (await this.repository.findByCode(manager, plan))?.id;
    if (planId === undefined) throw unknownPlan(plan);
    await this.clients.lockClient(manager, clientId, 'share');
    const before = await this.repository.lockSubscription(manager, clientId);
    const stored = await this.repository
      .putSubscription(manager, { clientId, planId, status, startsAt, endsAt })
      .catch((error: unknown) => {
        throw isCheckViolation(error, 'subscriptions_period_ck') ? endsTooSoon() : error;
      });
    await this.audit.record(manager, {
      action: 'subscription.replaced',
      subject: `client ${clientId}`,
      before: before && toAudit(before),
      after: toAudit({ ...stored, plan }),
    });
    return { ...stored, plan };
  }
}

function toAudit(subscription: CurrentSubscription): object {
  return {
    plan: subscription.plan,
    status: subscription.status,
    starts_at: subscription.startsAt,
    ends_at: subscription.endsAt,
    grace_ends_at: subscription.graceEndsAt,
  };
}

function unknownPlan(code: string): AppError {
  const message = `plan ${JSON.stringify(code)} does not exist`;
  return invalidField('plan', 'unknown_plan', message);
}

function endsTooSoon(): AppError {
  const message = 'ends_at must be after starts_at';
  return invalidField('ends_at', 'out_of_range', message);
}
