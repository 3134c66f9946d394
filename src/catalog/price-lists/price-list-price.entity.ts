import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Product } from '../product.entity.js';
import { PriceList } from './price-list.entity.js';

/** The price that a list sets for one product, and the price that it was made from. Kept after the list began. */
@Entity('price_list_prices')
@Check('price_list_prices_price_ck', 'price_minor BETWEEN 1 AND 1000000000')
export class PriceListPrice {
  @ForeignKey(() => PriceList, { name: 'price_list_prices_list_fk', onDelete: 'CASCADE' })
  @PrimaryColumn('integer')
  priceListId: number;

  @Index('price_list_prices_product_ix')
  @ForeignKey(() => Product, { name: 'price_list_prices_product_fk' })
  @PrimaryColumn('integer')
  productId: number;

  /** The plan's price when the list was made; null: none. */
  @Column('bigint', { nullable: true })
  beforeMinor: number | null;

  @Column('bigint')
  priceMinor: number;
}
