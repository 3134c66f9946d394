import { Check, Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('order_archives')
@Check('order_archives_orders_ck', 'orders > 0')
export class OrderArchive {
  /** From 1, without gaps. */
  @PrimaryColumn('integer')
  number: number;

  /** The file's name without a folder, because operators move archives elsewhere. */
  @Column('varchar', { length: 120 })
  file: string;

  @Column('integer')
  orders: number;

  @Column('bigint')
  bytes: number;

  /** SHA-256 of the file, in hexadecimal. */
  @Column('varchar', { length: 64 })
  sha256: string;

  /** Its orders were closed before this time. */
  @Column('timestamptz')
  closedBefore: Date;

  /** True if the file has its name; before that it ends in `.part`. */
  @Column('boolean', { default: false })
  isPublished: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
