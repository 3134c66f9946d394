import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../../identity/users/user.entity.js';

export const ASSIGNEE_FOREIGN_KEY = 'order_assignments_user_fk';

/** The operator who works on an order. */
@Entity('order_assignments')
@Index('order_assignments_user_ix', ['userId', 'orderId'])
export class OrderAssignment {
  @PrimaryColumn('bigint')
  orderId: number;

  @ForeignKey(() => User, { name: ASSIGNEE_FOREIGN_KEY, onDelete: 'CASCADE' })
  @Column('integer')
  userId: number;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  assignedAt: Date;
}
