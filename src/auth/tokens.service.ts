import { Injectable, Optional } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { personIdOf } from '../platform/audit/actor.js';
import { AuditService } from '../platform/audit/audit.service.js';
import { ClientsService } from '../clients/clients.service.js';
import type { Mode } from '../clients/mode.js';
import { isFuture } from '../platform/clock/is-future.js';
import { inTransaction } from '../platform/database/transaction.js';
import type { Caller } from './caller.js';
import { AppError, invalidField } from '../platform/http/errors.js';
import { readPage, type Page, type PageRequest } from '../platform/http/paging/page.js';
import type { ApiToken } from './tokens/api-token.entity.js';
import { permissionsOf } from './tokens/token-permissions.js';
import { AuthRepository } from './auth.repository.js';
import type { TokenDetails } from './tokens/token-details.js';
import { normalizeDomain } from '../clients/domain.js';
import { hashToken, newToken } from './tokens/token-format.js';
import type { TokenUse } from './token-use/token-use.entity.js';
import { TokenUsesService } from './token-use/token-uses.service.js';
import { TokenNoticesPort } from './token-notices.port.js';

/** A token with its mode. A test token has the `clientId` of its client. */
export interface OwnedToken extends ApiToken {
  mode: Mode;
}

/** A token with its last use, as it is listed. */
export interface ListedToken extends OwnedToken {
  /** Time of the last use, accurate to about a minute; null: never used. */
  lastUsedAt: Date | null;
  /** IP address of the last use. */
  lastUsedFrom: string | null;
  /** ISO 3166 code of the country of that address; null: not known. */
  lastUsedCountry: string | null;
}

/** A new token with its text, which is not stored. */
export interface IssuedToken {
  id: number;
  mode: Mode;
  token: string;
  domain: string;
  last4: string;
}

/** API tokens: creating, listing, rotating and revoking them. */
@Injectable()
export class TokensService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly clients: ClientsService,
    private readonly repository: AuthRepository,
    private readonly uses: TokenUsesService,
    @Optional() private readonly notices?: TokenNoticesPort,
  ) {}

  /** Reads the caller's token and client. @throws AppError token_invalid when it no longer exists */
  async getDetails({ tokenHash }: Caller): Promise<TokenDetails> {
    const details = await this.repository.findDetails(Buffer.from(tokenHash, 'base64'));
    if (details === null) throw new AppError('token_invalid');
    return details;
  }

  /**
   * Creates a token for a domain of a client. Only its hash is stored.
   *
   * @throws AppError client_not_found, client_decides, validation_failed (it would have expired already)
   */
  async issueToken(
    clientId: number,
    domain: string,
    expiresAt: Date | null = null,
    mode: Mode = 'live',
  ): Promise<IssuedToken> {
    return inTransaction(this.dataSource, (manager) =>
      this.addToken(manager, clientId, domain, expiresAt, mode),
    );
  }

  /** Creates a token in the caller's transaction, see {@link issueToken}. */
  async addToken(
    manager: EntityManager,
    clientId: number,
    domain: string,
    expiresAt: Date | null,
    mode: Mode,
    mayReadWallet = false,
  ): Promise<IssuedToken> {
    const holderId = await this.clients.ensureHolder(manager, clientId, mode);
    if (expiresAt !== null && !(await isFuture(manager, expiresAt))) throw expiresInThePast();
    const place = { clientId: holderId, expiresAt, mayReadWallet, domain: normalizeDomain(domain) };
    return this.insertToken(manager, place, { clientId, mode });
  }

  /** Lists a client's live and test tokens, each with its last use. @throws AppError client_not_found */
  async listTokens(clientId: number, page: PageRequest): Promise<Page<ListedToken>> {
    const { manager } = this.dataSource;
    const holders = await this.clients.listHolders(manager, clientId);
    return readPage(page, async (range) =>
      this.toListed(manager, await this.repository.list({ holderIds: holders }, range)),
    );
  }

  /**
   * Lists the live and test tokens of all clients, each with its last use.
   *
   * @param last4 the last characters of the token; null: any
   */
  async findTokens(last4: string | null, page: PageRequest): Promise<Page<ListedToken>> {
    const { manager } = this.dataSource;
    return readPage(page, async (range) =>
      this.toListed(manager, await this.repository.list({ last4 }, range)),
    );
  }

  /**
   * Creates a token for the same client and mode with the same expiry and permissions. The old one ends after the overlap.
   *
   * @param change the required client of the token (default: any) and the new token's domain (default: the same)
   * @throws AppError token_not_found, token_ended, client_decides
   */
  async rotateToken(
    id: number,
    overlapSeconds: number,
    change: { clientId?: number; domain?: string | undefined } = {},
  ): Promise<IssuedToken> {
    return inTransaction(this.dataSource, async (manager) => {
      const old = await this.lockToken(manager, id, change.clientId);
      const owner = await this.clients.getOwner(manager, old.clientId);
      if (!(await this.repository.expireToken(manager, id, overlapSeconds))) {
        throw new AppError('token_ended');
      }
      await this.audit.record(manager, {
        action: 'token.rotated',
        subject: `token ${id}`,
        before: { client_id: owner.clientId, domain: old.domain, last4: old.last4 },
        after: { overlap_seconds: overlapSeconds },
      });
      const { clientId, expiresAt, mayReadWallet } = old;
      const domain = change.domain === undefined ? old.domain : normalizeDomain(change.domain);
      if (domain !== old.domain) {
        const detail = `${old.domain} → ${domain}`;
        await this.notices?.tellOwners(manager, owner.clientId, 'domain_changed', detail);
      }
      return this.insertToken(manager, { clientId, domain, expiresAt, mayReadWallet }, owner);
    });
  }

  /**
   * Allows or forbids a client's token to read the wallet, effective from the next request.
   *
   * @throws AppError token_not_found, token_ended
   */
  async changePermissions(
    id: number,
    clientId: number,
    permissions: Pick<ApiToken, 'mayReadWallet'>,
  ): Promise<ListedToken> {
    return inTransaction(this.dataSource, async (manager) => {
      const token = await this.lockToken(manager, id, clientId);
      const { revokedAt, expiresAt } = token;
      const isExpired = expiresAt !== null && !(await isFuture(manager, expiresAt));
      if (revokedAt !== null || isExpired) throw new AppError('token_ended');
      if (token.mayReadWallet !== permissions.mayReadWallet) {
        await this.repository.update(manager, id, permissions);
        await this.audit.record(manager, {
          action: 'token.permissions_changed',
          subject: `token ${id}`,
          before: { permissions: permissionsOf(token) },
          after: { permissions: permissionsOf(permissions) },
        });
      }
      return this.withLastUse(manager, { ...token, ...permissions });
    });
  }

  /**
   * Revokes a token, effective from the next request.
   *
   * @param clientId the required client of the token; default: any
   * @param within the caller's transaction; default: one of its own
   * @throws AppError token_not_found
   */
  async revokeToken(
    id: number,
    clientId?: number,
    within: DataSource | EntityManager = this.dataSource,
  ): Promise<ListedToken> {
    return inTransaction(within, async (manager) => {
      const token = await this.withLastUse(manager, await this.lockToken(manager, id, clientId));
      if (token.revokedAt !== null) return token;
      await this.repository.revokeToken(manager, id);
      const { clientId: ownerId, domain, last4 } = token;
      await this.audit.record(manager, {
        action: 'token.revoked',
        subject: `token ${id}`,
        before: { client_id: ownerId, domain, last4 },
      });
      return this.withLastUse(manager, await this.lockToken(manager, id));
    });
  }

  /** Revokes every live and test token of a client, in the caller's transaction. */
  async revokeAll(manager: EntityManager, clientId: number): Promise<void> {
    const holderIds = await this.clients.listHolders(manager, clientId);
    await this.revokeThose(manager, { holderIds });
  }

  /** Revokes every token that a person made, in the caller's transaction. */
  async revokeMadeBy(manager: EntityManager, madeBy: number): Promise<void> {
    await this.revokeThose(manager, { madeBy });
  }

  private async revokeThose(
    manager: EntityManager,
    of: Parameters<AuthRepository['revokeAll']>[1],
  ): Promise<void> {
    const revoked = await this.repository.revokeAll(manager, of);
    const owners = await this.clients.findOwners(
      manager,
      revoked.map(({ clientId }) => clientId),
    );
    for (const { id, clientId, domain, last4 } of revoked) {
      await this.audit.record(manager, {
        action: 'token.revoked',
        subject: `token ${id}`,
        before: { client_id: owners.get(clientId)!.clientId, domain, last4 },
      });
    }
  }

  private async withLastUse(manager: EntityManager, token: ApiToken): Promise<ListedToken> {
    const [listed] = await this.toListed(manager, [token]);
    return listed!;
  }

  private async toListed(
    manager: EntityManager,
    tokens: readonly ApiToken[],
  ): Promise<ListedToken[]> {
    const uses = await this.uses.findLastUses(
      manager,
      tokens.map(({ id }) => id),
    );
    const owners = await this.clients.findOwners(
      manager,
      tokens.map(({ clientId }) => clientId),
    );
    return tokens.map((token) => {
      const owner = owners.get(token.clientId)!;
      return { ...token, ...owner, ...lastUse(uses.get(token.id)) };
    });
  }

  private async insertToken(
    manager: EntityManager,
    place: Pick<ApiToken, 'clientId' | 'domain' | 'expiresAt' | 'mayReadWallet'>,
    { clientId, mode }: Pick<OwnedToken, 'clientId' | 'mode'>,
  ): Promise<IssuedToken> {
    await this.notices?.assertMayMakeToken(manager, clientId, mode);
    const token = newToken(mode);
    const last4 = token.slice(-4);
    const { id } = await this.repository.insertToken(manager, {
      ...place,
      tokenHash: hashToken(token),
      madeBy: personIdOf(this.audit.origin().actor),
      last4,
    });
    await this.audit.record(manager, {
      action: 'token.created',
      subject: `token ${id}`,
      after: {
        client_id: clientId,
        mode,
        domain: place.domain,
        expires_at: place.expiresAt,
        permissions: permissionsOf(place),
        last4,
      },
    });
    await this.notices?.tellOwners(manager, clientId, 'token_created', place.domain);
    return { id, mode, token, domain: place.domain, last4 };
  }

  private async lockToken(
    manager: EntityManager,
    id: number,
    clientId?: number,
  ): Promise<ApiToken> {
    const token = await this.repository.lockToken(manager, id);
    const isMeant =
      token !== null &&
      (clientId === undefined ||
        (await this.clients.getOwner(manager, token.clientId)).clientId === clientId);
    if (!isMeant) throw new AppError('token_not_found');
    return token;
  }
}

function lastUse(
  use: TokenUse | undefined,
): Pick<ListedToken, 'lastUsedAt' | 'lastUsedFrom' | 'lastUsedCountry'> {
  const { lastUsedAt = null, lastUsedFrom = null, lastUsedCountry = null } = use ?? {};
  return { lastUsedAt, lastUsedFrom, lastUsedCountry };
}

function expiresInThePast(): AppError {
  const message = 'expires_at must be in the future';
  return invalidField('expires_at', 'out_of_range', message);
}
