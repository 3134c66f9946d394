import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Product } from '../catalog/product.entity.js';

/** Stock of a product or of one of its combinations, in units. No other table stores these numbers. */
@Entity('stock_levels')
@Check(
  'stock_levels_quantities_ck',
  'reserved >= 0 AND on_hand >= reserved AND on_hand <= 100000000',
)
export class StockLevel {
  @ForeignKey(() => Product, { name: 'stock_levels_product_fk' })
  @PrimaryColumn('integer')
  productId: number;

  /** '' for a product without variations. */
  @PrimaryColumn('varchar', { length: 1000, default: '' })
  variationKey: string;

  /** Units in the warehouse, including reserved ones. */
  @Column('integer', { default: 0 })
  onHand: number;

  /** Units that open orders hold. */
  @Column('integer', { default: 0 })
  reserved: number;
}
