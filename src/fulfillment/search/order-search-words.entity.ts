import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The words that an order is found by; see order_words.sql. A job writes them. */
@Entity('order_search_words')
// A GIN index. Decorators cannot express it; a migration creates it.
@Index('order_search_words_ix', { synchronize: false })
export class OrderSearchWords {
  @PrimaryColumn('bigint')
  orderId: number;

  @Column('tsvector')
  words: string;
}
