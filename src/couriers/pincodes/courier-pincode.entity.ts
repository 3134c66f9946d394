import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { LIMITS } from '../../platform/config/limits.js';
import { CourierAccount } from '../accounts/courier-account.entity.js';

/** What a courier says about a PIN code. */
@Entity('courier_pincodes')
export class CourierPincode {
  @ForeignKey(() => CourierAccount, { name: 'courier_pincodes_account_fk', onDelete: 'CASCADE' })
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'courier_pincodes_pk' })
  accountId: number;

  @PrimaryColumn('varchar', {
    length: LIMITS.pincodeLength,
    primaryKeyConstraintName: 'courier_pincodes_pk',
  })
  pincode: string;

  @Column('boolean')
  isServed: boolean;

  /** Not served for the time being. */
  @Column('boolean')
  isEmbargo: boolean;

  /** Takes longer or costs more. */
  @Column('boolean')
  isRemote: boolean;

  @Column('smallint', { nullable: true })
  days: number | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  checkedAt: Date;
}
