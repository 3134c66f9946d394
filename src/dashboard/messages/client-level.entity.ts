import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The state of a client's money that its people were last mailed about. */
@Entity('client_levels')
@Check('client_levels_wallet_ck', 'wallet_below_minor > 0')
export class ClientLevel {
  @PrimaryColumn('integer')
  clientId: number;

  /** The wallet is low below this amount. */
  @Column('bigint', { default: 500_000 })
  walletBelowMinor: number;

  /** True until the wallet has held the amount, so that an unused wallet is not reported. */
  @Column('boolean', { default: true })
  isWalletLow: boolean;

  @Column('boolean', { default: false })
  hasDebt: boolean;
}
