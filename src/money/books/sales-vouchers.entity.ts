import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The first month whose file for Tally has vouchers of sales: at most one row. */
@Entity('sales_vouchers')
@Check('sales_vouchers_one_row_ck', 'id = 1')
export class SalesVouchers {
  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'sales_vouchers_pk' })
  id: number;

  /** YYYY-MM, in India; null: no month. */
  @Column('varchar', { length: 7, nullable: true })
  fromMonth: string | null;
}
