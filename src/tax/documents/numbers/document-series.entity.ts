import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Consecutive numbers of documents in a financial year. */
@Entity('document_series')
export class DocumentSeries {
  @PrimaryColumn('varchar', { length: 4 })
  series: string;

  /** Its two years: 2627. */
  @PrimaryColumn('varchar', { length: 4 })
  financialYear: string;

  @Column('bigint', { default: 0 })
  lastNumber: number;

  @Column('date', { nullable: true })
  lastIssuedOn: string | null;

  /** Hash of the latest document. */
  @Column('bytea', { default: () => "decode(repeat('00', 32), 'hex')" })
  lastSha256: Buffer;
}
