import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Product } from './product.entity.js';
import { Plan } from '../plans/plan.entity.js';

/** A plan's own price of one product, instead of the discounted base price. */
@Entity('plan_prices')
@Check('plan_prices_price_ck', 'price_minor BETWEEN 1 AND 1000000000')
export class PlanPrice {
  @ForeignKey(() => Plan, { name: 'plan_prices_plan_fk' })
  @PrimaryColumn('integer')
  planId: number;

  @Index('plan_prices_product_ix')
  @ForeignKey(() => Product, { name: 'plan_prices_product_fk' })
  @PrimaryColumn('integer')
  productId: number;

  @Column('bigint')
  priceMinor: number;
}
