import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { Paper, SenderKind } from './papers.js';

/** The wholesaler as people see it: one row. Missing values come from the tax profile, or are the service's own. */
@Entity('brand')
@Check('brand_one_row_ck', 'id = 1')
@Check('brand_accent_ck', "accent ~ '^#[0-9a-f]{6}$'")
@Check('brand_sender_ck', "sender IN ('client', 'wholesaler')")
@Check('brand_slip_paper_ck', "slip_paper IN ('a4', 'a4x2', 'a4x4', '100x150')")
@Check(
  'brand_logo_ck',
  'num_nulls(logo, logo_type, logo_width, logo_height) IN (0, 4) AND octet_length(logo) <= 153600',
)
export class Brand {
  @PrimaryColumn('smallint')
  id: number;

  @Column('varchar', { length: 60, nullable: true })
  name: string | null;

  /** Lines of text. */
  @Column('varchar', { length: 300, nullable: true })
  address: string | null;

  /** As it was chosen, such as #0b6459. */
  @Column('varchar', { length: 7, nullable: true })
  accent: string | null;

  /** Whom packing slips name as the sender. */
  @Column('varchar', { length: 10, default: 'client' })
  sender: SenderKind;

  /** The paper that packing slips were last printed on. */
  @Column('varchar', { length: 10, default: 'a4' })
  slipPaper: Paper;

  @Column('bytea', { nullable: true })
  logo: Buffer | null;

  @Column('varchar', { length: 20, nullable: true })
  logoType: string | null;

  @Column('integer', { nullable: true })
  logoWidth: number | null;

  @Column('integer', { nullable: true })
  logoHeight: number | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  changedAt: Date;
}
