import { Check, Column, Entity, ForeignKey, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { Client } from '../../../clients/client.entity.js';

/** Settings for paying a client's orders automatically from its wallet. A client without a row has it turned off. */
@Entity('auto_pay_settings')
@Check('auto_pay_settings_amounts_ck', 'max_order_minor > 0 AND keep_minor >= 0')
export class AutoPaySettings {
  @ForeignKey(() => Client, { name: 'auto_pay_settings_client_fk' })
  @PrimaryColumn('integer')
  clientId: number;

  @Column('boolean')
  enabled: boolean;

  /** Maximum total of an order that is paid automatically; null: no maximum. */
  @Column('bigint', { nullable: true })
  maxOrderMinor: number | null;

  /** Minimum balance that stays in the wallet. */
  @Column('bigint', { default: 0 })
  keepMinor: number;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
