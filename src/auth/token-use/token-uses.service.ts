import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import { DataSource, type EntityManager } from 'typeorm';
import { CLIENT_ADDRESS, type ClientAddress } from '../../platform/http/client-address.js';
import { LOGGER } from '../../platform/observability/logger.js';
import type { TokenUse } from './token-use.entity.js';
import { TokenUsesRepository, type PendingUse } from './token-uses.repository.js';
import type { RequestHead } from '../../platform/http/request-context.js';

/** A token that was noted so recently is not noted again: lane routes are answered in little more time than that takes. */
const PRECISION_MS = 1_000;

/** Remembers when each token was last used, and from where. Requests only note it in memory; a job stores it. */
@Injectable()
export class TokenUsesService implements OnApplicationShutdown {
  private uses = new Map<number, PendingUse>();

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLIENT_ADDRESS) private readonly addressOf: ClientAddress,
    private readonly repository: TokenUsesRepository,
  ) {}

  /** Notes that a token was used by a request. */
  note(tokenId: number, request: RequestHead): void {
    const atMs = Date.now();
    const known = this.uses.get(tokenId);
    if (known !== undefined && Math.abs(atMs - known.atMs) < PRECISION_MS) return;
    this.uses.set(tokenId, { tokenId, atMs, from: this.addressOf(request) });
  }

  /** Stores what was noted. @throws what the database throws; it is stored by a later call then */
  async store(): Promise<void> {
    const { uses } = this;
    if (uses.size === 0) return;
    this.uses = new Map();
    try {
      await this.repository.put(this.dataSource.manager, [...uses.values()]);
    } catch (error) {
      this.uses = new Map([...uses, ...this.uses]);
      throw error;
    }
  }

  /** Finds the last uses of tokens, by the token's id; one that was never used has none. */
  async findLastUses(
    manager: EntityManager,
    tokenIds: readonly number[],
  ): Promise<ReadonlyMap<number, TokenUse>> {
    return this.repository.find(manager, tokenIds);
  }

  /** The phase in which all requests have ended and the database is still there. */
  async onApplicationShutdown(): Promise<void> {
    await this.store().catch(() => this.logger.warn('the last uses of tokens were not recorded'));
  }
}
