import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Client } from '../clients/client.entity.js';
import { Plan } from './plan.entity.js';

export const SUBSCRIPTION_STATUSES = [
  'trialing',
  'active',
  'past_due',
  'suspended',
  'cancelled',
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** A client's current subscription. A client has at most one. */
@Entity('subscriptions')
@Check(
  'subscriptions_status_ck',
  "status IN ('trialing', 'active', 'past_due', 'suspended', 'cancelled')",
)
@Check('subscriptions_grace_ck', "(status = 'past_due') = (grace_ends_at IS NOT NULL)")
@Check('subscriptions_period_ck', 'ends_at > starts_at')
export class Subscription {
  @ForeignKey(() => Client, { name: 'subscriptions_client_fk' })
  @PrimaryColumn('integer')
  clientId: number;

  @Index('subscriptions_plan_ix')
  @ForeignKey(() => Plan, { name: 'subscriptions_plan_fk' })
  @Column('integer')
  planId: number;

  @Column('varchar', { length: 16 })
  status: SubscriptionStatus;

  @Column('timestamptz', { default: () => 'now()' })
  startsAt: Date;

  /** End of validity (exclusive); null: open-ended. */
  @Index('subscriptions_ends_ix')
  @Column('timestamptz', { nullable: true })
  endsAt: Date | null;

  /** End of the grace period of a past_due subscription. */
  @Column('timestamptz', { nullable: true })
  graceEndsAt: Date | null;
}
