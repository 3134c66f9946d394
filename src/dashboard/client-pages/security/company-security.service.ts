import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  SecurityService,
  type EndedAccess,
  type Ender,
} from '../../../identity/security/security.service.js';
import { TokensService } from '../../../auth/tokens.service.js';
import { inTransaction } from '../../../platform/database/transaction.js';

/** Access to a client, for its people and its stores' servers. */
@Injectable()
export class CompanySecurityService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly security: SecurityService,
    private readonly tokens: TokensService,
  ) {}

  /**
   * Ends the sessions of all people of a client, except the one that asks.
   *
   * @param endTokens ids of the client's API tokens that are revoked as well; true: all of them
   * @throws AppError token_not_found, also for another client's token: nothing ends
   */
  async endAll(
    clientId: number,
    by: Ender,
    endTokens: boolean | readonly number[],
  ): Promise<EndedAccess> {
    return inTransaction(this.dataSource, async (manager) => {
      const ended = await this.security.endMembers(manager, clientId, by);
      if (endTokens === true) await this.tokens.revokeAll(manager, clientId);
      else if (endTokens !== false) {
        for (const id of endTokens) await this.tokens.revokeToken(id, clientId, manager);
      }
      return ended;
    });
  }
}
