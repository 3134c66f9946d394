import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Client } from '../../clients/client.entity.js';

/** A store that learned that the database came back without some of its orders. */
@Entity('order_losses')
export class OrderLoss {
  @ForeignKey(() => Client, { name: 'order_losses_client_fk' })
  @PrimaryColumn('integer')
  clientId: number;

  /** Incarnation that lost its latest positions, see `Incarnations`. */
  @PrimaryColumn('varchar', { length: 12 })
  incarnation: string;

  @CreateDateColumn({ type: 'timestamptz' })
  toldAt: Date;

  /** Time before everything that was lost; null: unknown. */
  @Column('timestamptz', { nullable: true })
  lostAfter: Date | null;

  /** First time that the store compared its orders afterwards; null: not yet. */
  @Column('timestamptz', { nullable: true })
  reconciledAt: Date | null;

  /** Store's ids of the orders that were missing then. */
  @Column('text', { array: true, default: [] })
  missingIds: string[];
}
