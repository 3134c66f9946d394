import { Check, Column, Entity, ForeignKey, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { Client } from '../../clients/client.entity.js';

/** Settings of the automatic payment of a client's orders from its wallet; without a row there is none. */
@Entity('auto_pay_settings')
@Check('auto_pay_settings_amounts_ck', 'max_order_minor > 0 AND keep_minor >= 0')
export class AutoPaySettings {
  @ForeignKey(() => Client, { name: 'auto_pay_settings_client_fk' })
  @PrimaryColumn('integer')
  clientId: number;

  @Column('boolean')
  enabled: boolean;

  /** Orders that cost more are not paid automatically; null: any are. */
  @Column('bigint', { nullable: true })
  maxOrderMinor: number | null;

  /** What is left in the wallet at least. */
  @Column('bigint', { default: 0 })
  keepMinor: number;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
