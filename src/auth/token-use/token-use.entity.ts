import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { ApiToken } from '../api-token.entity.js';

/**
 * When a token was last used, and from where. A table of its own: each change of `api_tokens` makes every instance
 * read the client's access anew.
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
