import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AdminTokenUsesService } from '../../auth/admin-token/admin-token-uses.service.js';
import { AuditService } from '../../platform/audit/audit.service.js';
import { inTransaction } from '../../platform/database/transaction.js';
import { InvitationsRepository } from '../invitations/invitations.repository.js';
import type { SignedIn } from '../sessions/browser-cookies.js';
import { BrowsersService } from '../sessions/browsers.service.js';
import type { Browser } from '../sessions/sessions.service.js';
import type { SignedInUser } from '../signed-in-user.js';
import { UsersRepository } from '../users/users.repository.js';

/** The person who ends everyone's access, and the browser that stays signed in. */
export interface Ender {
  user: SignedInUser;
  browser: Browser;
}

/** The result of ending everyone's access. */
export interface EndedAccess {
  /** Number of people whose sessions ended. */
  people: number;
  /** Ids for the cookies of the person who asked; null for the admin token. */
  signedIn: SignedIn | null;
}

/** The access of all operators, or of all people of a client, at once. */
@Injectable()
export class SecurityService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly users: UsersRepository,
    private readonly browsers: BrowsersService,
    private readonly adminTokenUses: AdminTokenUsesService,
    private readonly invitations: InvitationsRepository,
  ) {}

  /** Finds the latest use of the admin token within a day. Null until operators can sign in, as the token creates the first. */
  async findAdminTokenUse(manager: EntityManager): Promise<Date | null> {
    return (await this.users.hasOperators(manager))
      ? this.adminTokenUses.findRecent(manager)
      : null;
  }

  /**
   * Ends the sessions of all operators except the one that asks, forgets their devices, and revokes open invitations.
   *
   * @param by null: the admin token
   */
  async endOperators(
    by: Ender | null,
    { endTokens }: { endTokens: boolean },
  ): Promise<EndedAccess> {
    return inTransaction(this.dataSource, (manager) => this.end(manager, null, by, endTokens));
  }

  /** Ends the sessions of all people of a client, in the caller's transaction; see {@link endOperators}. */
  async endMembers(manager: EntityManager, clientId: number, by: Ender): Promise<EndedAccess> {
    return this.end(manager, clientId, by, false);
  }

  private async end(
    manager: EntityManager,
    clientId: number | null,
    by: Ender | null,
    withTokens: boolean,
  ): Promise<EndedAccess> {
    const ids = await this.users.lockAll(manager, clientId);
    for (const id of ids.filter((userId) => userId !== by?.user.userId)) {
      await this.browsers.endAll(manager, id, { withTokens });
    }
    const signedIn =
      by && (await this.browsers.endOthers(manager, by.user, by.browser, { withTokens }));
    await this.invitations.deleteOpen(manager, clientId);
    await this.audit.record(manager, {
      action: 'access.ended',
      subject: clientId === null ? 'operators' : `client ${clientId}`,
      after: { people: ids.length, ...(clientId === null && { tokens: withTokens }) },
    });
    return { people: ids.length, signedIn };
  }
}
