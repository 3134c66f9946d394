import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Product } from '../../../catalog/product.entity.js';

/** Cost of one unit of a product, in its own table, because most code that reads products serves people who must not see it. */
@Entity('product_costs')
@Check('product_costs_cost_ck', 'cost_minor BETWEEN 1 AND 1000000000')
export class ProductCost {
  @ForeignKey(() => Product, { name: 'product_costs_product_fk' })
  @PrimaryColumn('integer')
  productId: number;

  @Column('bigint')
  costMinor: number;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  changedAt: Date;
}
