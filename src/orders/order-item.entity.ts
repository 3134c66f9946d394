import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Product } from '../catalog/product.entity.js';
import { LIMITS } from '../platform/config/limits.js';
import { Order } from './order.entity.js';

/** A line of an order, with the name and the price as they were when it was placed. */
@Entity('order_items')
@Index('order_items_product_order_ix', ['productId', 'orderId'])
@Check(
  'order_items_quantity_ck',
  `quantity BETWEEN 1 AND 10000 AND shipped_quantity >= 0 AND canceled_quantity >= 0
    AND shipped_quantity + canceled_quantity <= quantity
    AND restocked_quantity BETWEEN 0 AND shipped_quantity`,
)
@Check(
  'order_items_amounts_ck',
  'unit_price_minor BETWEEN 1 AND 1000000000 AND line_total_minor = unit_price_minor * quantity',
)
export class OrderItem {
  @ForeignKey(() => Order, { name: 'order_items_order_fk' })
  @PrimaryColumn('bigint')
  orderId: number;

  /** From 1, in the order of the request. */
  @PrimaryColumn('integer')
  line: number;

  @ForeignKey(() => Product, { name: 'order_items_product_fk' })
  @Column('integer')
  productId: number;

  @Column('varchar', { length: LIMITS.skuLength })
  sku: string;

  @Column('varchar', { length: LIMITS.nameLength })
  name: string;

  /** As sent. */
  @Column('varchar', { length: LIMITS.variationLength, nullable: true })
  variation: string | null;

  /** null for a product without variations. */
  @Column('varchar', { length: 1000, nullable: true })
  variationKey: string | null;

  @Column('integer')
  quantity: number;

  @Column('integer', { default: 0 })
  shippedQuantity: number;

  /** Units that will not be shipped, because the order was closed without them. */
  @Column('integer', { default: 0 })
  canceledQuantity: number;

  /** Returned units that went back into the stock. */
  @Column('integer', { default: 0 })
  restockedQuantity: number;

  @Column('bigint')
  unitPriceMinor: number;

  @Column('bigint')
  lineTotalMinor: number;
}
