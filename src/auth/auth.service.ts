import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SETTINGS, type Settings } from '../config/settings.js';
import type { Caller } from '../http/caller.js';
import { AppError } from '../http/errors.js';
import { AuthRepository } from './auth.repository.js';
import type { Client } from './client.entity.js';
import { normaliseDomain } from './domain.js';
import { hashToken, isWellFormedToken, newToken } from './token-format.js';

/** The two headers by which a store's backend identifies itself, as received. */
export interface Credentials {
  /** Each `Authorization` header of the request. */
  authorization: readonly string[];
  domain: string | undefined;
}

/** A token at the only moment at which it can be read. */
export interface IssuedToken {
  id: number;
  token: string;
  domain: string;
  last4: string;
}

@Injectable()
export class AuthService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly repository: AuthRepository,
  ) {}

  /**
   * Checks token, then domain, then subscription.
   *
   * @throws AppError token_missing, token_invalid, domain_missing, domain_mismatch, subscription_inactive
   */
  async authenticate({ authorization, domain }: Credentials): Promise<Caller> {
    const token = bearerToken(authorization);
    const access = isWellFormedToken(token)
      ? await this.repository.findAccess(hashToken(token))
      : null;
    if (!access?.isTokenLive) throw new AppError('token_invalid');
    const received = normaliseDomain(domain ?? '');
    if (received === '') throw new AppError('domain_missing');
    if (received !== access.domain) throw domainMismatch(received);
    if (!access.isSubscriptionLive || access.planId === null) {
      throw new AppError('subscription_inactive');
    }
    return { clientId: access.clientId, planId: access.planId, tokenId: access.tokenId };
  }

  /** @throws AppError token_missing, token_invalid; always where no operator token is set */
  authenticateOperator(authorization: readonly string[]): void {
    const received = hashToken(bearerToken(authorization));
    const { adminApiToken } = this.settings;
    if (adminApiToken === null || !timingSafeEqual(received, hashToken(adminApiToken))) {
      throw new AppError('token_invalid');
    }
  }

  async createClient(client: Pick<Client, 'name' | 'email'>): Promise<Client> {
    return this.repository.insertClient(this.dataSource.manager, client);
  }

  /** Makes a token for a domain of a client; only its hash is kept. */
  async issueToken(
    clientId: number,
    domain: string,
    expiresAt: Date | null = null,
  ): Promise<IssuedToken> {
    const token = newToken();
    const stored = await this.repository.insertToken(this.dataSource.manager, {
      clientId,
      domain: normaliseDomain(domain),
      tokenHash: hashToken(token),
      last4: token.slice(-4),
      expiresAt,
    });
    return { id: stored.id, token, domain: stored.domain, last4: stored.last4 };
  }
}

/**
 * The token of the one `Authorization: Bearer` header.
 *
 * @throws AppError token_missing, or token_invalid where the header is there more than once
 */
export function bearerToken(authorization: readonly string[]): string {
  const [header, ...others] = authorization;
  if (others.length > 0) throw new AppError('token_invalid');
  const token = /^bearer +(\S+)$/i.exec(header?.trim() ?? '')?.[1];
  if (token === undefined) throw new AppError('token_missing');
  return token;
}

function domainMismatch(received: string): AppError {
  const shown = received.slice(0, 253);
  return new AppError('domain_mismatch', {
    message: `The token is not registered to this domain. X-Client-Domain was read as ${JSON.stringify(shown)}.`,
  });
}
