import { Check, Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('order_archives')
@Check('order_archives_orders_ck', 'orders > 0')
export class OrderArchive {
  /** From 1, without gaps. */
  @PrimaryColumn('integer')
  number: number;

  /** Its name, without a folder: operators move archives to where they keep them. */
  @Column('varchar', { length: 120 })
  file: string;

  @Column('integer')
  orders: number;

  @Column('bigint')
  bytes: number;

  /** SHA-256 of the file, in hexadecimal. */
  @Column('varchar', { length: 64 })
  sha256: string;

  /** Its orders were closed earlier. */
  @Column('timestamptz')
  closedBefore: Date;

  /** True if the file has its name; before that it ends in `.part`. */
  @Column('boolean', { default: false })
  isPublished: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
