import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import type { ClientPlace } from '../../platform/http/client-address.js';
import { TokenUse } from './token-use.entity.js';

/** A use that waits to be stored. */
export interface PendingUse {
  tokenId: number;
  /** Milliseconds since 1970. */
  atMs: number;
  from: ClientPlace;
}

@Injectable()
export class TokenUsesRepository {
  constructor(@InjectRepository(TokenUse) private readonly uses: Repository<TokenUse>) {}

  /**
   * Stores uses unless a later one is stored. The rows are sorted by token, because other instances store uses at the same
   * time.
   */
  async put(uses: readonly PendingUse[]): Promise<void> {
    await this.uses.query(
      `INSERT INTO token_uses AS known (token_id, last_used_at, last_used_from, last_used_country)
        SELECT u."tokenId", statement_timestamp() - ($2::bigint - u."atMs") * interval '1 millisecond',
          left(u.from->>'address', 64), u.from->>'country'
        FROM json_to_recordset($1) AS u ("tokenId" integer, "atMs" bigint, "from" json)
        ORDER BY u."tokenId"
        ON CONFLICT (token_id) DO UPDATE
          SET last_used_at = excluded.last_used_at, last_used_from = excluded.last_used_from,
            last_used_country = excluded.last_used_country
          WHERE known.last_used_at < excluded.last_used_at`,
      // Times are the database's. This instance's clock may be wrong and only measures the age.
      [JSON.stringify(uses), Date.now()],
    );
  }

  /** Finds the last uses of tokens by token id. Unused tokens have none. */
  async find(
    manager: EntityManager,
    tokenIds: readonly number[],
  ): Promise<ReadonlyMap<number, TokenUse>> {
    const found = await manager.withRepository(this.uses).findBy({ tokenId: In(tokenIds) });
    return new Map(found.map((use) => [use.tokenId, use]));
  }
}
