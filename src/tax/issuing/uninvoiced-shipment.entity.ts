import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Client } from '../../clients/client.entity.js';

/** Something that a document lacked. */
export interface MissingFact {
  field: string;
  code: string;
  message: string;
}

/** A shipment that went without a document. It is removed once its document is issued. */
@Entity('uninvoiced_shipments')
@Index('uninvoiced_shipments_order_ix', ['orderNumber'])
export class UninvoicedShipment {
  @PrimaryColumn('bigint')
  shipmentId: number;

  @Column('varchar', { length: 13 })
  orderNumber: string;

  @ForeignKey(() => Client, { name: 'uninvoiced_shipments_client_fk' })
  @Column('integer')
  clientId: number;

  /** Facts that were missing. */
  @Column('jsonb')
  problems: MissingFact[];

  @CreateDateColumn({ type: 'timestamptz' })
  shippedAt: Date;
}
