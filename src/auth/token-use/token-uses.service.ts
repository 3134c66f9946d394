import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { CLIENT_PLACES, type ClientPlaces } from '../../platform/http/client-address.js';
import { LOGGER } from '../../platform/observability/logger.js';
import type { TokenUse } from './token-use.entity.js';
import { TokenUsesRepository, type PendingUse } from './token-uses.repository.js';
import type { RequestHead } from '../../platform/http/request-context.js';

/** A token whose use was recorded this recently is skipped, because recording takes almost as long as a poll. */
const PRECISION_MS = 1_000;

/** Records the last use of each token and its IP address. Requests only record it in memory; a job stores it. */
@Injectable()
export class TokenUsesService implements OnApplicationShutdown {
  private uses = new Map<number, PendingUse>();

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLIENT_PLACES) private readonly placeOf: ClientPlaces,
    private readonly repository: TokenUsesRepository,
  ) {}

  /** Records that a request used a token. */
  note(tokenId: number, request: RequestHead): void {
    const atMs = Date.now();
    const known = this.uses.get(tokenId);
    if (known !== undefined && Math.abs(atMs - known.atMs) < PRECISION_MS) return;
    this.uses.set(tokenId, { tokenId, atMs, from: this.placeOf(request) });
  }

  /** Stores recorded uses. @throws the database's error; a later call stores the uses then */
  async store(): Promise<void> {
    const { uses } = this;
    if (uses.size === 0) return;
    this.uses = new Map();
    try {
      await this.repository.put([...uses.values()]);
    } catch (error) {
      this.uses = new Map([...uses, ...this.uses]);
      throw error;
    }
  }

  /** Finds the last uses of tokens by token id. Unused tokens have none. */
  async findLastUses(
    manager: EntityManager,
    tokenIds: readonly number[],
  ): Promise<ReadonlyMap<number, TokenUse>> {
    return this.repository.find(manager, tokenIds);
  }

  /** Stores the rest during shutdown, after requests have ended and while the database is still available. */
  async onApplicationShutdown(): Promise<void> {
    await this.store().catch(() => this.logger.warn('the last uses of tokens were not recorded'));
  }
}
