import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Wallet } from './wallet.entity.js';

export type WalletReason = 'refund' | 'late_payment';

/** Append-only: money that came into a wallet (or, negative, left it), and why. */
@Entity('wallet_entries')
@Check('wallet_entries_amount_ck', 'amount_minor <> 0')
@Check('wallet_entries_reason_ck', "reason IN ('refund', 'late_payment')")
export class WalletEntry {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Index('wallet_entries_client_ix')
  @ForeignKey(() => Wallet, 'clientId', { name: 'wallet_entries_wallet_fk' })
  @Column('integer')
  clientId: number;

  @Column('bigint')
  amountMinor: number;

  @Column('varchar', { length: 20 })
  reason: WalletReason;

  @ForeignKey('Order', { name: 'wallet_entries_order_fk' })
  @Column('bigint', { nullable: true })
  orderId: number | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt: Date;
}
