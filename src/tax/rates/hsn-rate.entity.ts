import { Check, Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** Tax rate of goods by the first digits of their HSN code, from a day until the next row with the same digits. */
@Entity('hsn_rates')
@Unique('hsn_rates_uq', ['hsn', 'effectiveFrom'])
@Check('hsn_rates_hsn_ck', "hsn ~ '^([0-9]{2}){1,4}$'")
@Check('hsn_rates_rate_ck', 'rate_bp BETWEEN 0 AND 10000 AND rate_above_bp BETWEEN 0 AND 10000')
@Check(
  'hsn_rates_threshold_ck',
  'threshold_minor >= 1 AND num_nulls(threshold_minor, rate_above_bp) IN (0, 2)',
)
export class HsnRate {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  /** First 2, 4, 6 or 8 digits. */
  @Column('varchar', { length: 8 })
  hsn: string;

  /** Day in India, YYYY-MM-DD. */
  @Column('date')
  effectiveFrom: string;

  /** Basis points: 1800 is 18 percent. */
  @Column('integer')
  rateBp: number;

  /** Maximum value of a unit, without tax, for this rate; null: no maximum. */
  @Column('bigint', { nullable: true })
  thresholdMinor: number | null;

  /** Rate of a unit above the threshold. */
  @Column('integer', { nullable: true })
  rateAboveBp: number | null;
}
