import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, Repository, type EntityManager } from 'typeorm';
import type { PageRequest } from '../platform/http/paging/page.js';
import { Plan } from './plan.entity.js';
import { epochMs } from '../platform/live-cache/live-cache.js';
import type { SubscriptionTerms } from './subscription-terms.js';
import { Subscription } from './subscription.entity.js';

const GRACE_DAYS = 7;

/** A plan's fields that operators set. */
export type PlanData = Pick<Plan, 'code' | 'name' | 'discountBp'>;

/** A client's subscription with its plan's code. */
export interface CurrentSubscription extends Omit<Subscription, 'planId'> {
  plan: string;
}

/** A client's subscription with its plan, and the database's clock when it was read. */
export interface SubscriptionRow extends SubscriptionTerms {
  clientId: number;
  planCode: string;
  planName: string;
  nowMs: number;
}

/** A subscription to be stored; `startsAt` null: now. */
interface NewSubscription extends Pick<Subscription, 'clientId' | 'planId' | 'status' | 'endsAt'> {
  startsAt: Date | null;
}

@Injectable()
export class PlansRepository {
  constructor(
    @InjectRepository(Plan) private readonly plans: Repository<Plan>,
    @InjectRepository(Subscription) private readonly subscriptions: Repository<Subscription>,
  ) {}

  async insert(manager: EntityManager, plan: PlanData): Promise<Plan> {
    const entity = this.plans.create(plan);
    await manager.withRepository(this.plans).insert(entity);
    return entity;
  }

  async list({ afterId, limit }: PageRequest): Promise<Plan[]> {
    return this.plans.find({ where: { id: MoreThan(afterId) }, order: { id: 'ASC' }, take: limit });
  }

  /** Lists the ids and codes of all plans; there are few. */
  async listCodes(manager: EntityManager): Promise<Pick<Plan, 'id' | 'code'>[]> {
    return manager.withRepository(this.plans).find({ select: { id: true, code: true } });
  }

  async findByCode(manager: EntityManager, code: string): Promise<Plan | null> {
    return manager.withRepository(this.plans).findOneBy({ code });
  }

  async getById(manager: EntityManager, id: number): Promise<Plan> {
    return manager.withRepository(this.plans).findOneByOrFail({ id });
  }

  async lockByCode(manager: EntityManager, code: string): Promise<Plan | null> {
    return manager
      .withRepository(this.plans)
      .findOne({ where: { code }, lock: { mode: 'for_no_key_update' } });
  }

  async update(manager: EntityManager, id: number, change: Partial<PlanData>): Promise<void> {
    await manager.withRepository(this.plans).update({ id }, change);
  }

  /** Locks a client's subscription against concurrent changes. */
  async lockSubscription(
    manager: EntityManager,
    clientId: number,
  ): Promise<CurrentSubscription | null> {
    const locked = await manager
      .withRepository(this.subscriptions)
      .findOne({ where: { clientId }, lock: { mode: 'pessimistic_write' } });
    if (locked === null) return null;
    // No join: the plan may have changed by the time the lock is granted.
    const { code: plan } = await this.getById(manager, locked.planId);
    return { ...locked, plan };
  }

  /** Lists the subscriptions of clients. Clients without a subscription are omitted. */
  async listSubscriptions(
    manager: EntityManager,
    clientIds: readonly number[],
  ): Promise<SubscriptionRow[]> {
    return manager.query<SubscriptionRow[]>(
      `SELECT s.client_id AS "clientId", p.code AS "planCode", p.name AS "planName", s.status,
          ${epochMs('s.starts_at')} AS "startsAtMs", ${epochMs('s.ends_at')} AS "endsAtMs",
          ${epochMs('s.grace_ends_at')} AS "graceEndsAtMs", ${epochMs('now()')} AS "nowMs"
        FROM subscriptions s JOIN plans p ON p.id = s.plan_id
        WHERE s.client_id = ANY ($1::integer[])`,
      [clientIds],
    );
  }

  /**
   * Replaces the client's current subscription by the database's clock, which also checks access. The grace period begins when
   * a subscription becomes past due, and not each time that it is set to past due.
   */
  async putSubscription(
    manager: EntityManager,
    { clientId, planId, status, startsAt, endsAt }: NewSubscription,
  ): Promise<Subscription> {
    const [stored] = await manager.query<Subscription[]>(
      `INSERT INTO subscriptions AS s (client_id, plan_id, status, starts_at, ends_at, grace_ends_at)
        VALUES ($1, $2, $3::varchar, coalesce($4, now()), $5::timestamptz,
          CASE WHEN $3::varchar = 'past_due' THEN now() + make_interval(days => $6) END)
        ON CONFLICT (client_id) DO UPDATE SET
          plan_id = EXCLUDED.plan_id, status = EXCLUDED.status,
          starts_at = EXCLUDED.starts_at, ends_at = EXCLUDED.ends_at,
          grace_ends_at = CASE WHEN EXCLUDED.status = 'past_due'
            THEN coalesce(s.grace_ends_at, EXCLUDED.grace_ends_at) END
        RETURNING client_id AS "clientId", plan_id AS "planId", status, starts_at AS "startsAt",
          ends_at AS "endsAt", grace_ends_at AS "graceEndsAt"`,
      [clientId, planId, status, startsAt, endsAt, GRACE_DAYS],
    );
    if (stored === undefined) throw new Error('the subscription was neither inserted nor updated');
    return stored;
  }
}
