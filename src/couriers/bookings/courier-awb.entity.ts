import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { LIMITS } from '../../platform/config/limits.js';
import { CourierBooking } from './courier-booking.entity.js';

/** Every AWB that any answer of a courier ever named for a booking. More than one alive is an alarm. */
@Entity('courier_awbs')
export class CourierAwb {
  @PrimaryColumn('varchar', { length: 30, primaryKeyConstraintName: 'courier_awbs_pk' })
  kind: string;

  @PrimaryColumn('varchar', {
    length: LIMITS.trackingNumberLength,
    primaryKeyConstraintName: 'courier_awbs_pk',
  })
  awb: string;

  @Index('courier_awbs_booking_ix')
  @ForeignKey(() => CourierBooking, { name: 'courier_awbs_booking_fk' })
  @Column('integer')
  bookingId: number;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  seenAt: Date;

  @Column('timestamptz', { nullable: true })
  canceledAt: Date | null;
}
