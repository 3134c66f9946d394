import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Plan } from '../../plans/plan.entity.js';
import { PriceList } from '../price-lists/price-list.entity.js';
import { Product } from '../product.entity.js';

/** A plan's own price of a product that begins later. The row is deleted when the price begins. */
@Entity('scheduled_prices')
@Check('scheduled_prices_price_ck', 'price_minor BETWEEN 1 AND 1000000000')
export class ScheduledPrice {
  @ForeignKey(() => Product, { name: 'scheduled_prices_product_fk' })
  @PrimaryColumn('integer')
  productId: number;

  @ForeignKey(() => Plan, { name: 'scheduled_prices_plan_fk' })
  @PrimaryColumn('integer')
  planId: number;

  @Index('scheduled_prices_effective_ix')
  @PrimaryColumn('timestamptz')
  effectiveFrom: Date;

  @Column('bigint')
  priceMinor: number;

  /** The list that it belongs to; null: none. */
  @Index('scheduled_prices_list_ix')
  @ForeignKey(() => PriceList, { name: 'scheduled_prices_list_fk' })
  @Column('integer', { nullable: true })
  priceListId: number | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
