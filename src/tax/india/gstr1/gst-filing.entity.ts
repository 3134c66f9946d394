import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A month whose return was filed. No document gets a day in it any more. */
@Entity('gst_filings')
export class GstFiling {
  /** YYYY-MM, in India. */
  @PrimaryColumn('varchar', { length: 7 })
  month: string;

  /** GSTIN of the supplier. */
  @Column('varchar', { length: 15 })
  gstin: string;

  /** Documents and canceled numbers of the month. */
  @Column('integer')
  documents: number;

  @Column('varchar', { length: 300 })
  filedBy: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  filedAt: Date;
}
