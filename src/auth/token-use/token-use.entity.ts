import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { ApiToken } from '../api-token.entity.js';

/**
 * When a token was last used, and from where. This is a separate table because every change of `api_tokens` makes
 * all instances reload the client's access.
 */
@Entity('token_uses')
export class TokenUse {
  @ForeignKey(() => ApiToken, { name: 'token_uses_token_fk' })
  @PrimaryColumn('integer')
  tokenId: number;

  @Column('timestamptz')
  lastUsedAt: Date;

  /** The address that called, see `TRUST_PROXY`. */
  @Column('varchar', { length: 64 })
  lastUsedFrom: string;
}
