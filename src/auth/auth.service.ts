import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../audit/audit.service.js';
import { SETTINGS, type Settings } from '../platform/config/settings.js';
import { LiveCache } from '../platform/live-cache/live-cache.js';
import { inTransaction } from '../platform/database/transaction.js';
import type { Caller } from '../platform/http/caller.js';
import { AppError, ERRORS } from '../platform/http/errors.js';
import { toPage, type Page, type PageRequest } from '../platform/http/page.js';
import { AccessCache } from './access-cache.js';
import type { ApiToken } from './api-token.entity.js';
import { AuthRepository, type ClientRow, type TokenHolder } from './auth.repository.js';
import type { Client } from '../clients/client.entity.js';
import { domainReading, normalizeDomain } from './domain.js';
import type { Mode } from './mode.js';
import { hashToken, isWellFormedToken, newToken } from './token-format.js';

/** The two headers by which a store's backend identifies itself, as received. */
export interface Credentials {
  /** Each `Authorization` header of the request. */
  authorization: readonly string[];
  domain: string | undefined;
}

/** A token, and whose it is: the client's own, also where its test side holds it. */
export interface OwnedToken extends ApiToken {
  mode: Mode;
}

/** A token at the only moment at which it can be read. */
export interface IssuedToken {
  id: number;
  mode: Mode;
  token: string;
  domain: string;
  last4: string;
}

/** More than the live tokens of most deployments, in a few megabytes. */
const KNOWN_HEADERS_MAX = 10_000;
/** The scheme and a token; a header may be padded with spaces to any length. */
const KNOWN_HEADER_LENGTH_MAX = 80;

@Injectable()
export class AuthService {
  /** The token's hash by the `Authorization` header it came in, of callers who were let in before. */
  private readonly hashesByHeader = new Map<string, string>();

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly audit: AuditService,
    private readonly repository: AuthRepository,
    private readonly liveCache: LiveCache,
    private readonly accesses: AccessCache,
  ) {}

  /**
   * Checks token, then domain, then subscription, as they are when this is called. Afterwards every read
   * model is as fresh as that.
   *
   * @throws AppError token_missing, token_invalid, domain_missing, domain_mismatch, subscription_inactive
   */
  async authenticate({ authorization, domain }: Credentials): Promise<Caller> {
    const [header = '', ...others] = authorization;
    const known = others.length === 0 ? this.hashesByHeader.get(header) : undefined;
    const tokenHash = known ?? hashOfToken(authorization);
    await this.liveCache.refresh();
    const caller = this.judge(tokenHash, domain ?? '');
    if (known === undefined) this.keepHash(header, tokenHash);
    return caller;
  }

  /**
   * Checks a caller who was let in once more, and finds its plan as it is now.
   *
   * @throws AppError token_invalid, subscription_inactive
   */
  async renew(caller: Caller): Promise<Caller> {
    await this.liveCache.refresh();
    return caller.tokenHash === null ? caller : this.judge(caller.tokenHash);
  }

  /** Whom a caller's token was made for. @throws AppError token_invalid where nobody is behind it */
  async getTokenHolder({ tokenHash }: Caller): Promise<TokenHolder> {
    const hash = Buffer.from(tokenHash ?? '', 'base64');
    const holder = await this.repository.findTokenHolder(this.dataSource.manager, hash);
    if (holder === null) throw new AppError('token_invalid');
    return holder;
  }

  private keepHash(header: string, tokenHash: string): void {
    if (header.length > KNOWN_HEADER_LENGTH_MAX) return;
    if (this.hashesByHeader.size >= KNOWN_HEADERS_MAX) this.hashesByHeader.clear();
    this.hashesByHeader.set(header, tokenHash);
  }

  /** @param received the domain as it was sent; left out: it was checked before */
  private judge(tokenHash: string, received?: string): Caller {
    const access = this.accesses.find(tokenHash);
    if (access === null) throw new AppError('token_invalid');
    const { clientId, domain, planId, isSubscriptionLive, isTest } = access;
    if (received !== undefined) checkDomain(received, domain);
    if (!isSubscriptionLive || planId === null) throw new AppError('subscription_inactive');
    return { clientId, planId, tokenHash, isTest };
  }

  /** @throws AppError token_missing, token_invalid; always where no operator token is set */
  authenticateOperator(authorization: readonly string[]): void {
    const received = hashToken(bearerToken(authorization));
    const { adminApiToken } = this.settings;
    if (adminApiToken === null || !timingSafeEqual(received, hashToken(adminApiToken))) {
      throw new AppError('token_invalid');
    }
  }

  async createClient(client: Pick<Client, 'name' | 'email'>): Promise<ClientRow> {
    return inTransaction(this.dataSource, async (manager) => {
      const id = await this.repository.insertClient(manager, client);
      await this.audit.record(manager, {
        action: 'client.created',
        subject: `client ${id}`,
        after: { ...client },
      });
      return this.findClient(manager, id);
    });
  }

  async listClients({ afterId, limit }: PageRequest): Promise<Page<ClientRow>> {
    const range = { afterId, limit: limit + 1 };
    return toPage(await this.repository.listClients(this.dataSource.manager, range), limit);
  }

  /** @throws AppError client_not_found */
  async getClient(id: number): Promise<ClientRow> {
    return this.findClient(this.dataSource.manager, id);
  }

  /** Changes what is given. @throws AppError client_not_found */
  async changeClient(
    id: number,
    change: Partial<Pick<Client, 'name' | 'email'>>,
  ): Promise<ClientRow> {
    return inTransaction(this.dataSource, async (manager) => {
      const before = await this.repository.lockClient(manager, id);
      if (before === null) throw new AppError('client_not_found');
      const after = { name: change.name ?? before.name, email: change.email ?? before.email };
      await this.repository.updateClient(manager, id, after);
      await this.audit.record(manager, {
        action: 'client.updated',
        subject: `client ${id}`,
        before: { name: before.name, email: before.email },
        after,
      });
      return this.findClient(manager, id);
    });
  }

  /**
   * Makes a token for a domain of a client; only its hash is kept.
   *
   * @throws AppError client_not_found
   */
  async issueToken(
    clientId: number,
    domain: string,
    expiresAt: Date | null = null,
    mode: Mode = 'live',
  ): Promise<IssuedToken> {
    return inTransaction(this.dataSource, async (manager) => {
      await this.findClient(manager, clientId);
      const holderId = mode === 'live' ? clientId : await this.testSide(manager, clientId);
      const place = { clientId: holderId, domain: normalizeDomain(domain), expiresAt };
      return this.addToken(manager, place, { clientId, mode });
    });
  }

  /** Those of the client and of its test side. @throws AppError client_not_found */
  async listTokens(clientId: number, { afterId, limit }: PageRequest): Promise<Page<OwnedToken>> {
    const { manager } = this.dataSource;
    await this.findClient(manager, clientId);
    const testSide = await this.repository.findTestSide(manager, clientId);
    const holders = testSide === null ? [clientId] : [clientId, testSide];
    const tokens = await this.repository.listTokens(manager, holders, {
      afterId,
      limit: limit + 1,
    });
    const owned = tokens.map((token): OwnedToken => {
      return { ...token, clientId, mode: token.clientId === clientId ? 'live' : 'test' };
    });
    return toPage(owned, limit);
  }

  /**
   * A new token for the same client, domain and mode, with the same expiry; the old one ends after the overlap.
   *
   * @throws AppError token_not_found, token_ended
   */
  async rotateToken(id: number, overlapSeconds: number): Promise<IssuedToken> {
    return inTransaction(this.dataSource, async (manager) => {
      const old = await this.lockToken(manager, id);
      const owner = await this.repository.getOwner(manager, old.clientId);
      if (!(await this.repository.expireToken(manager, id, overlapSeconds))) {
        throw new AppError('token_ended');
      }
      await this.audit.record(manager, {
        action: 'token.rotated',
        subject: `token ${id}`,
        before: { client_id: owner.clientId, domain: old.domain, last4: old.last4 },
        after: { overlap_seconds: overlapSeconds },
      });
      const { clientId, domain, expiresAt } = old;
      return this.addToken(manager, { clientId, domain, expiresAt }, owner);
    });
  }

  /** Revokes a token from the next request on. @throws AppError token_not_found */
  async revokeToken(id: number): Promise<OwnedToken> {
    return inTransaction(this.dataSource, async (manager) => {
      const { clientId: holderId, domain, last4, revokedAt } = await this.lockToken(manager, id);
      const owner = await this.repository.getOwner(manager, holderId);
      if (revokedAt === null) {
        await this.repository.revokeToken(manager, id);
        await this.audit.record(manager, {
          action: 'token.revoked',
          subject: `token ${id}`,
          before: { client_id: owner.clientId, domain, last4 },
        });
      }
      return { ...(await this.lockToken(manager, id)), ...owner };
    });
  }

  /**
   * The client's test side, made where there is none. The lock makes others who want one wait, and changes of
   * the subscription, which name the test side in the change log.
   */
  private async testSide(manager: EntityManager, clientId: number): Promise<number> {
    const client = await this.repository.lockClient(manager, clientId);
    if (client === null) throw new AppError('client_not_found');
    const { name, email } = client;
    return (
      (await this.repository.findTestSide(manager, clientId)) ??
      this.repository.insertClient(manager, { name, email, testOf: clientId })
    );
  }

  private async addToken(
    manager: EntityManager,
    place: Pick<ApiToken, 'clientId' | 'domain' | 'expiresAt'>,
    { clientId, mode }: Pick<OwnedToken, 'clientId' | 'mode'>,
  ): Promise<IssuedToken> {
    const token = newToken(mode);
    const last4 = token.slice(-4);
    const { id } = await this.repository.insertToken(manager, {
      ...place,
      tokenHash: hashToken(token),
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
        last4,
      },
    });
    return { id, mode, token, domain: place.domain, last4 };
  }

  private async findClient(manager: EntityManager, id: number): Promise<ClientRow> {
    const [client] = await this.repository.listClients(manager, { afterId: 0, limit: 1, id });
    if (client === undefined) throw new AppError('client_not_found');
    return client;
  }

  private async lockToken(manager: EntityManager, id: number): Promise<ApiToken> {
    const token = await this.repository.lockToken(manager, id);
    if (token === null) throw new AppError('token_not_found');
    return token;
  }
}

/** SHA-256 of the token in base64. @throws AppError token_missing, token_invalid */
function hashOfToken(authorization: readonly string[]): string {
  const token = bearerToken(authorization);
  if (!isWellFormedToken(token)) throw new AppError('token_invalid');
  return hashToken(token).toString('base64');
}

/**
 * The token of the one `Authorization: Bearer` header.
 *
 * @throws AppError token_missing, or token_invalid where the header is there more than once
 */
function bearerToken(authorization: readonly string[]): string {
  const [header, ...others] = authorization;
  if (others.length > 0) throw new AppError('token_invalid');
  const token = /^bearer +(\S+)$/i.exec(header?.trim() ?? '')?.[1];
  if (token === undefined) throw new AppError('token_missing');
  return token;
}

/** @throws AppError domain_missing, domain_mismatch */
function checkDomain(received: string, registered: string): void {
  const read = normalizeDomain(received);
  if (read === '') throw new AppError('domain_missing');
  if (read === registered) return;
  throw new AppError('domain_mismatch', {
    message: `${ERRORS.domain_mismatch.message} ${domainReading(received)}.`,
  });
}
