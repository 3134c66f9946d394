import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CourierAccount } from '../accounts/courier-account.entity.js';
import { BoxPreset } from '../boxes/box-preset.entity.js';

/** How an installation books: at most one row. */
@Entity('booking_rules')
@Check('booking_rules_one_row_ck', 'id = 1')
@Check('booking_rules_cut_off_ck', "pickup_cut_off ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'")
@Check('booking_rules_grams_ck', 'unit_grams BETWEEN 1 AND 1000000')
export class BookingRules {
  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'booking_rules_pk' })
  id: number;

  /** Account for bookings that name none; null: they must name one. */
  @ForeignKey(() => CourierAccount, { name: 'booking_rules_account_fk', onDelete: 'SET NULL' })
  @Column('integer', { nullable: true })
  accountId: number | null;

  /** Box for bookings that fit none by weight; null: they must name one. */
  @ForeignKey(() => BoxPreset, { name: 'booking_rules_box_fk', onDelete: 'SET NULL' })
  @Column('integer', { nullable: true })
  boxId: number | null;

  /** Weight of a unit of a product without one; null: such a booking is refused. */
  @Column('integer', { nullable: true })
  unitGrams: number | null;

  /** Whether an order whose address was corrected is booked again automatically. */
  @Column('boolean', { default: true })
  booksAgain: boolean;

  /** Whether a delivery that was not attempted is asked for again automatically. */
  @Column('boolean', { default: false })
  reattempts: boolean;

  /** Time of the day such as 16:30, in the shop's zone, at which the day's pick-ups are asked for; null: by the button alone. */
  @Column('varchar', { length: 5, nullable: true })
  pickupCutOff: string | null;
}
