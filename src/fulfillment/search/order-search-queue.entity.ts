import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Orders that one statement placed or changed. Their words are not written yet. */
@Entity('order_search_queue')
export class OrderSearchQueue {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('bigint', { array: true })
  ids: number[];
}
