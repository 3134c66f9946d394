import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { LIMITS } from '../config/limits.js';

/** A request with an Idempotency-Key that moved money, and its answer. */
@Entity('money_calls')
@Check('money_calls_answer_ck', '(status IS NULL) = (body IS NULL)')
export class IdempotentRequest {
  /** The caller: the audit log's actor without the e-mail address. */
  @PrimaryColumn('varchar', { length: LIMITS.actorLength })
  caller: string;

  @PrimaryColumn('varchar', { length: LIMITS.idempotencyKeyLength })
  key: string;

  /** SHA-256 of method, path with query, and body. */
  @Column('bytea')
  requestHash: Buffer;

  /** null: a request of several transactions has begun and has no answer yet. */
  @Column('smallint', { nullable: true })
  status: number | null;

  /** Text instead of JSON, so that the answer is repeated exactly. */
  @Column('text', { nullable: true })
  body: string | null;

  @Index('money_calls_created_ix')
  @Column('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}
