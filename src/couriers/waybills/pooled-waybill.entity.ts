import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { LIMITS } from '../../platform/config/limits.js';
import { CourierAccount } from '../accounts/courier-account.entity.js';

/** A waybill that a courier reserved for bookings to come. */
@Entity('waybill_pool')
export class PooledWaybill {
  @ForeignKey(() => CourierAccount, { name: 'waybill_pool_account_fk', onDelete: 'CASCADE' })
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'waybill_pool_pk' })
  accountId: number;

  @PrimaryColumn('varchar', {
    length: LIMITS.trackingNumberLength,
    primaryKeyConstraintName: 'waybill_pool_pk',
  })
  awb: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  fetchedAt: Date;
}
