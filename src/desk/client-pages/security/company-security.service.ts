import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  SecurityService,
  type EndedAccess,
  type Ender,
} from '../../../people/security/security.service.js';
import { TokensService } from '../../../auth/tokens.service.js';
import { inTransaction } from '../../../platform/database/transaction.js';

/** Access to a client: of its people, and of its stores' servers. */
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
   * @param endTokens true: revokes the client's API tokens as well
   */
  async endAll(clientId: number, by: Ender, endTokens: boolean): Promise<EndedAccess> {
    return inTransaction(this.dataSource, async (manager) => {
      const ended = await this.security.endMembers(manager, clientId, by);
      if (endTokens) await this.tokens.revokeAll(manager, clientId);
      return ended;
    });
  }
}
