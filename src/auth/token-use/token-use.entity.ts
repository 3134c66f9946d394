import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { ApiToken } from '../tokens/api-token.entity.js';

/**
 * The last use of a token. Kept in its own table, because every change of `api_tokens` makes all instances reload the client's
 * access.
 */
@Entity('token_uses')
export class TokenUse {
  @ForeignKey(() => ApiToken, { name: 'token_uses_token_fk' })
  @PrimaryColumn('integer')
  tokenId: number;

  @Column('timestamptz')
  lastUsedAt: Date;

  /** IP address of the caller, see `TRUST_PROXY`. */
  @Column('varchar', { length: 64 })
  lastUsedFrom: string;

  /** ISO 3166 code of the country of that address; null: not known. */
  @Column('varchar', { length: 2, nullable: true })
  lastUsedCountry: string | null;
}
