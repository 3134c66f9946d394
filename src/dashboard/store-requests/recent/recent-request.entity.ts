import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A request of a store that was answered without a refusal. It contains the pattern of its route, but no values. */
@Entity('recent_requests')
@Index('recent_requests_client_ix', ['clientId', 'at', 'id'])
@Index('recent_requests_at_ix', ['at'])
@Index('recent_requests_request_ix', ['requestId'])
export class RecentRequest {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('timestamptz')
  at: Date;

  @Column('varchar', { length: 64 })
  requestId: string;

  /** The client, also of a test token. */
  @Column('integer')
  clientId: number;

  @Column('integer')
  tokenId: number;

  @Column('varchar', { length: 10 })
  method: string;

  @Column('varchar', { length: 120 })
  route: string;

  @Column('smallint')
  status: number;

  /** Milliseconds from the request to the end of its answer. */
  @Column('integer')
  ms: number;
}
