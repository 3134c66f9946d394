import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** Tax rates that the law allows from a day on until the next row's. */
@Entity('allowed_tax_rates')
@Check('allowed_tax_rates_ck', 'cardinality(rates_bp) >= 1')
export class AllowedTaxRates {
  /** Day in India, YYYY-MM-DD. */
  @PrimaryColumn('date')
  effectiveFrom: string;

  /** Basis points, ascending. */
  @Column('integer', { array: true })
  ratesBp: number[];
}
