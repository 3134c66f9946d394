import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Shipment } from '../lifecycle/shipment.entity.js';
import { listed } from '../lifecycle/status-sql.js';
import { Order } from '../order.entity.js';
import { SHIPMENT_STATES, type ShipmentPhase, type ShipmentState } from './shipment-state.js';

/**
 * Where a shipment is. One that was typed by hand has none.
 * - not columns of the shipment, whose every change lists the order as changed
 */
@Entity('shipment_progress')
@Index('shipment_progress_to_ask_ix', ['nextAskAt'], { where: 'next_ask_at IS NOT NULL' })
@Check('shipment_progress_state_ck', `state IN ${listed(SHIPMENT_STATES)}`)
@Check('shipment_progress_phase_ck', 'phase BETWEEN 0 AND 3')
export class ShipmentProgress {
  @ForeignKey(() => Shipment, { name: 'shipment_progress_shipment_fk' })
  @PrimaryColumn('bigint')
  shipmentId: number;

  @Index('shipment_progress_order_ix')
  @ForeignKey(() => Order, { name: 'shipment_progress_order_fk' })
  @Column('bigint')
  orderId: number;

  @Column('varchar', { length: 20 })
  state: ShipmentState;

  @Column('smallint')
  phase: ShipmentPhase;

  /** Time of the event that decided the state. */
  @Column('timestamptz')
  bestAt: Date;

  @Column('timestamptz', { nullable: true })
  expectedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  deliveredAt: Date | null;

  /** Time at which the courier was asked last; null: never. */
  @Column('timestamptz', { nullable: true })
  askedAt: Date | null;

  /** null: the courier is not asked. */
  @Column('timestamptz', { nullable: true })
  nextAskAt: Date | null;
}
