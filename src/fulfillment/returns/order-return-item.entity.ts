import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { OrderItem } from '../../orders/order-item.entity.js';
import { OrderReturn } from './order-return.entity.js';

/** Units of an order's line in a return. Good ones are the restocked units of the line, which has no others during a return. */
@Entity('order_return_items')
@ForeignKey(() => OrderItem, ['orderId', 'line'], ['orderId', 'line'], {
  name: 'order_return_items_order_item_fk',
})
@Index('order_return_items_order_item_ix', ['orderId', 'line'])
@Check(
  'order_return_items_quantity_ck',
  'quantity > 0 AND scrapped_quantity BETWEEN 0 AND quantity',
)
export class OrderReturnItem {
  @ForeignKey(() => OrderReturn, { name: 'order_return_items_return_fk' })
  @PrimaryColumn('bigint')
  returnId: number;

  @Column('bigint')
  orderId: number;

  @PrimaryColumn('integer')
  line: number;

  @Column('integer')
  quantity: number;

  /** Units that cannot be sold again. */
  @Column('integer', { default: 0 })
  scrappedQuantity: number;
}
