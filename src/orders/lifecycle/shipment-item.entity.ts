import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { OrderItem } from '../order-item.entity.js';
import { Shipment } from './shipment.entity.js';

/** Number of units of an order's line in a shipment. */
@Entity('shipment_items')
@ForeignKey(() => OrderItem, ['orderId', 'line'], ['orderId', 'line'], {
  name: 'shipment_items_order_item_fk',
})
@Index('shipment_items_order_item_ix', ['orderId', 'line'])
@Check('shipment_items_quantity_ck', 'quantity > 0')
export class ShipmentItem {
  @ForeignKey(() => Shipment, { name: 'shipment_items_shipment_fk' })
  @PrimaryColumn('bigint')
  shipmentId: number;

  @Column('bigint')
  orderId: number;

  @PrimaryColumn('integer')
  line: number;

  @Column('integer')
  quantity: number;
}
