import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Client } from '../../../clients/client.entity.js';
import { LIMITS } from '../../../platform/config/limits.js';

export const ADJUSTMENT_STATUSES = ['proposed', 'approved', 'rejected'] as const;
export type AdjustmentStatus = (typeof ADJUSTMENT_STATUSES)[number];

/** The unique index that a second adjustment of a client with the same reference violates. */
export const ADJUSTMENT_REFERENCE_UNIQUE = 'wallet_adjustments_reference_uq';

/** A correction of a wallet: one person proposes it, another one decides. */
@Entity('wallet_adjustments')
@Index('wallet_adjustments_client_ix', ['clientId', 'id'])
@Index('wallet_adjustments_proposed_ix', ['id'], { where: "status = 'proposed'" })
@Index(ADJUSTMENT_REFERENCE_UNIQUE, ['clientId', 'reference'], {
  unique: true,
  where: "reference IS NOT NULL AND status <> 'rejected'",
})
@Check('wallet_adjustments_amount_ck', 'amount_minor <> 0')
@Check('wallet_adjustments_status_ck', "status IN ('proposed', 'approved', 'rejected')")
@Check(
  'wallet_adjustments_decided_ck',
  "(status = 'proposed') = (decided_by IS NULL) AND (status = 'proposed') = (decided_at IS NULL)",
)
export class WalletAdjustment {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  @ForeignKey(() => Client, { name: 'wallet_adjustments_client_fk' })
  @Column('integer')
  clientId: number;

  /** Positive: added to the wallet. Negative: taken from it. */
  @Column('bigint')
  amountMinor: number;

  @Column('varchar', { length: LIMITS.reasonLength })
  reason: string;

  /** The caller's own name of the adjustment. */
  @Column('varchar', { length: LIMITS.paymentReferenceLength, nullable: true })
  reference: string | null;

  @Column('varchar', { length: 10, default: 'proposed' })
  status: AdjustmentStatus;

  @Column('varchar', { length: LIMITS.actorLength })
  proposedBy: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  proposedAt: Date;

  @Column('varchar', { length: LIMITS.actorLength, nullable: true })
  decidedBy: string | null;

  @Column('timestamptz', { nullable: true })
  decidedAt: Date | null;

  /** null: it was not rejected, or without a reason. */
  @Column('varchar', { length: LIMITS.reasonLength, nullable: true })
  rejectionReason: string | null;
}
