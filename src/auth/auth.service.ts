import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../platform/config/settings.js';
import { ADMIN_TOKEN_ACTOR } from '../platform/audit/audit.service.js';
import { actAs } from '../platform/http/request-context.js';
import { AdminTokenUsesService } from './admin-token/admin-token-uses.service.js';
import { LiveCache } from '../platform/live-cache/live-cache.js';
import type { ActiveClient, Caller, PresentedToken } from './caller.js';
import { PublicUrl } from '../platform/http/public-url.js';
import { AppError, ERRORS } from '../platform/http/errors.js';
import { AccessCache, type ClientAccess } from './access-cache.js';
import { domainReading, hostOf, normalizeDomain } from '../clients/domain.js';
import { hashToken, isWellFormedToken } from './tokens/token-format.js';

/** The two headers that identify a store's backend, as received. */
export interface Credentials {
  /** Each `Authorization` header of the request. */
  authorization: readonly string[];
  domain: string | undefined;
}

@Injectable()
export class AuthService {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly liveCache: LiveCache,
    private readonly accesses: AccessCache,
    private readonly publicUrl: PublicUrl,
    private readonly adminTokenUses: AdminTokenUsesService,
  ) {}

  /**
   * Checks token, domain and subscription, in this order, as they are at the time of the call. Afterwards every live cache is
   * at least as current.
   *
   * @throws AppError token_missing, token_invalid, domain_missing, domain_mismatch, subscription_inactive
   */
  async authenticate({ authorization, domain }: Credentials): Promise<Caller> {
    const tokenHash = hashOfToken(authorization);
    await this.liveCache.refresh();
    return this.check(tokenHash, domain ?? '');
  }

  /**
   * Finds a client for which an operator acts, by the rules for its own requests. Afterwards every live cache is at least as
   * current.
   *
   * @throws AppError client_not_found, subscription_inactive
   */
  async findActiveClient(clientId: number): Promise<ActiveClient> {
    await this.liveCache.refresh();
    return this.checkClient(clientId);
  }

  /**
   * Checks a client again with the current live caches, and finds its plan.
   *
   * @throws AppError token_invalid, client_not_found, subscription_inactive
   */
  recheck(client: ActiveClient | Caller): ActiveClient {
    return 'tokenHash' in client ? this.check(client.tokenHash) : this.checkClient(client.clientId);
  }

  /** Reads the token of a refused request; null if it had no text that looks like a token. */
  presentedToken(authorization: readonly string[]): PresentedToken | null {
    const tokenHash = tryHashOfToken(authorization);
    if (tokenHash === null) return null;
    const token = this.accesses.findToken(tokenHash);
    return {
      tokenHash,
      ids: token === null ? undefined : { clientId: token.clientId, tokenId: token.id },
    };
  }

  /** Checks a caller's access. @param received the domain as it was sent; undefined if it was checked before */
  private check(tokenHash: string, received?: string): Caller {
    const access = this.accesses.find(tokenHash);
    if (access === null) throw new AppError('token_invalid');
    if (received !== undefined) checkDomain(received, access.domain);
    return { ...this.active(access), tokenId: access.tokenId, tokenHash };
  }

  private checkClient(clientId: number): ActiveClient {
    const access = this.accesses.findClient(clientId);
    if (access === null || access.isTest) throw new AppError('client_not_found');
    return this.active(access);
  }

  private active({
    clientId,
    planId,
    isSubscriptionLive,
    isTest,
    reservationLimits,
  }: ClientAccess): ActiveClient {
    if (!isSubscriptionLive || planId === null) throw this.subscriptionInactive();
    return { clientId, planId, isTest, reservationLimits };
  }

  private subscriptionInactive(): AppError {
    const page = this.publicUrl.dashboard('/prices');
    return new AppError('subscription_inactive', {
      message: `The client has no active subscription; it can be renewed in the dashboard (${page}).`,
    });
  }

  /** Checks the admin token and records its use. @throws AppError token_invalid; always if none is set */
  async authenticateOperator(token: string, ip: string): Promise<void> {
    const received = hashToken(token);
    const { adminApiToken } = this.settings;
    if (adminApiToken === null || !timingSafeEqual(received, hashToken(adminApiToken))) {
      throw new AppError('token_invalid');
    }
    actAs(ADMIN_TOKEN_ACTOR);
    await this.adminTokenUses.note(ip);
  }
}

/** Computes the SHA-256 of the token in base64. @throws AppError token_missing, token_invalid */
function hashOfToken(authorization: readonly string[]): string {
  const token = bearerToken(authorization);
  if (!isWellFormedToken(token)) throw new AppError('token_invalid');
  return hashToken(token).toString('base64');
}

function tryHashOfToken(authorization: readonly string[]): string | null {
  try {
    return hashOfToken(authorization);
  } catch {
    return null;
  }
}

/**
 * Reads the token of the only `Authorization: Bearer` header.
 *
 * @throws AppError token_missing, or token_invalid if the header is repeated
 */
export function bearerToken(authorization: readonly string[]): string {
  const [header, ...others] = authorization;
  if (others.length > 0) throw new AppError('token_invalid');
  const token = /^bearer +(\S+)$/i.exec(header?.trim() ?? '')?.[1];
  if (token === undefined) throw new AppError('token_missing');
  return token;
}

/** @throws AppError domain_missing, domain_mismatch */
export function checkDomain(received: string, registered: string): void {
  const read = normalizeDomain(received);
  if (read === '') throw new AppError('domain_missing');
  if (read === hostOf(registered)) return;
  throw new AppError('domain_mismatch', {
    message: `${ERRORS.domain_mismatch.message} ${domainReading(received)}.`,
  });
}
