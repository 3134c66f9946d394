import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Client } from '../../clients/client.entity.js';
import { LIMITS } from '../../platform/config/limits.js';

/** The order that a client placed with an Idempotency-Key, and the hash of the request. */
@Entity('idempotency_keys')
export class IdempotencyKey {
  @ForeignKey(() => Client, { name: 'idempotency_keys_client_fk' })
  @PrimaryColumn('integer')
  clientId: number;

  @PrimaryColumn('varchar', { length: LIMITS.idempotencyKeyLength })
  key: string;

  @Column('bytea')
  requestHash: Buffer;

  /** Claimed before the order is stored, in the same transaction. */
  @Column('varchar', { length: 13 })
  orderNumber: string;

  @Index('idempotency_keys_created_ix')
  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
