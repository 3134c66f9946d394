import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import { LIMITS } from '../../platform/config/limits.js';
import { Client } from '../../clients/client.entity.js';

/** An API token. Only its SHA-256 and its last four characters are stored. */
@Entity('api_tokens')
@Unique('api_tokens_hash_uq', ['tokenHash'])
@Index('api_tokens_last4_ix', ['last4', 'id'])
@Index('api_tokens_made_by_ix', ['madeBy'])
@Check('api_tokens_hash_ck', 'octet_length(token_hash) = 32')
export class ApiToken {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  @Index('api_tokens_client_ix')
  @ForeignKey(() => Client, { name: 'api_tokens_client_fk' })
  @Column('integer')
  clientId: number;

  /** Normalized, see `normalizeDomain`. */
  @Column('varchar', { length: LIMITS.domainLength })
  domain: string;

  @Column('bytea')
  tokenHash: Buffer;

  @Column('varchar', { length: 4 })
  last4: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt: Date | null;

  /** True if its client lets it read the wallet. */
  @Column('boolean', { default: false })
  mayReadWallet: boolean;

  /** Id of the person who made it; null: the admin token or a job. */
  @Column('integer', { nullable: true })
  madeBy: number | null;

  /** Time at which another token replaced it. */
  @Column('timestamptz', { nullable: true })
  rotatedAt: Date | null;
}
