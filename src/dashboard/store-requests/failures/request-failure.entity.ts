import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { LIMITS } from '../../../platform/config/limits.js';
import { Client } from '../../../clients/client.entity.js';
import { ApiToken } from '../../../auth/tokens/api-token.entity.js';

/** An invalid field of a refused request, without its value. */
export interface FailedField {
  field: string;
  code: string;
}

/** A refused request, or some that were only counted. Its only values from the request are the order id and a wrong domain. */
@Entity('request_failures')
@Index('request_failures_client_ix', ['clientId', 'at', 'id'])
export class RequestFailure {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Index('request_failures_at_ix')
  @Column('timestamptz')
  at: Date;

  /** null: several requests, see `count`. */
  @Index('request_failures_request_ix')
  @Column('varchar', { length: 64, nullable: true })
  requestId: string | null;

  /** The client, also for a test token; null: unknown token. */
  @ForeignKey(() => Client, { name: 'request_failures_client_fk' })
  @Column('integer', { nullable: true })
  clientId: number | null;

  @ForeignKey(() => ApiToken, { name: 'request_failures_token_fk' })
  @Column('integer', { nullable: true })
  tokenId: number | null;

  @Column('varchar', { length: 10 })
  method: string;

  /** The route's pattern, such as `/api/orders`. */
  @Column('varchar', { length: 120 })
  route: string;

  @Column('smallint')
  status: number;

  @Column('varchar', { length: 60 })
  code: string;

  @Column('jsonb')
  fields: FailedField[];

  @Column('varchar', { length: LIMITS.storeOrderIdLength, nullable: true })
  storeOrderId: string | null;

  /** Domain that the request sent instead of its token's domain; null: the right one, or a text that is not a domain. */
  @Column('varchar', { length: LIMITS.domainLength, nullable: true })
  sentDomain: string | null;

  /** Number of requests that the row counts. */
  @Column('integer')
  count: number;
}
