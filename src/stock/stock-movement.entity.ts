import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { StockLevel } from './stock-level.entity.js';

/** An append-only record of a change of the units on hand and its reason. */
@Entity('stock_movements')
@ForeignKey(() => StockLevel, ['productId', 'variationKey'], ['productId', 'variationKey'], {
  name: 'stock_movements_level_fk',
})
@Index('stock_movements_latest_ix', ['productId', 'variationKey', 'id'])
@Index('stock_movements_product_ix', ['productId', 'id'])
@Index('stock_movements_shipped_ix', ['productId', 'variationKey', 'createdAt'], {
  where: 'order_id IS NOT NULL AND delta < 0',
})
@Check('stock_movements_delta_ck', 'delta <> 0')
export class StockMovement {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('integer')
  productId: number;

  @Column('varchar', { length: 1000 })
  variationKey: string;

  @Column('integer')
  delta: number;

  @Column('varchar', { length: 200 })
  reason: string;

  /** The shipped or returned order; null for counts, adjustments and imports. It may be archived. */
  @Column('bigint', { nullable: true })
  orderId: number | null;

  /** The actor as in the audit log; null: not recorded. */
  @Column('varchar', { length: 300, nullable: true })
  actor: string | null;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt: Date;
}
