import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ClientsService } from '../../clients/clients.service.js';
import { inSnapshot } from '../../platform/database/transaction.js';
import { isFuture } from '../../platform/clock/is-future.js';
import { AppError, ERRORS, type ErrorCode } from '../../platform/http/errors.js';
import { PlansService } from '../../plans/plans.service.js';
import type { ApiToken } from '../tokens/api-token.entity.js';
import { AuthRepository } from '../auth.repository.js';
import { bearerToken, checkDomain } from '../auth.service.js';
import { hashToken, isWellFormedToken } from '../tokens/token-format.js';

/** The checks of the Store API, in its order. */
export const CONNECTION_CHECKS = [
  'token_sent',
  'token_known',
  'token_active',
  'domain_sent',
  'domain_registered',
  'subscription_active',
] as const;
export type ConnectionCheckName = (typeof CONNECTION_CHECKS)[number];

/** Result of a check; `not_checked`: an earlier check has to pass first. */
export interface ConnectionCheck {
  name: ConnectionCheckName;
  result: 'passed' | 'failed' | 'not_checked';
  /** The Store API's error code for such a request; null if it accepts it. */
  code: ErrorCode | null;
  message: string;
}

/** The two headers of a store's backend; undefined: not sent. */
export interface TestedHeaders {
  authorization: string | undefined;
  domain: string | undefined;
}

/** Shows a client how the Store API would respond to the headers of its server, check by check. */
@Injectable()
export class ConnectionTestService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clients: ClientsService,
    private readonly plans: PlansService,
    private readonly repository: AuthRepository,
  ) {}

  /** Checks the two headers. Reports another client's token as unknown, like a token that does not exist. */
  async test(
    clientId: number,
    { authorization, domain }: TestedHeaders,
  ): Promise<ConnectionCheck[]> {
    return inSnapshot(this.dataSource, async (manager) => {
      const sent = attempt(() => bearerToken(authorization === undefined ? [] : [authorization]));
      const token = sent.error === null ? await this.find(manager, clientId, sent.value) : null;
      const isActive = token !== null && (await this.isActive(manager, token));
      const isDomainSent = (domain ?? '').trim() !== '';
      const isKnown = token !== null;
      const matched = attempt(() => isKnown && checkDomain(domain ?? '', token.domain));
      const subscription = (await this.plans.listSubscriptions(manager, [clientId])).get(clientId);
      return [
        outcome('token_sent', sent.error, 'The header Authorization contains a token.'),
        sent.error !== null
          ? notChecked('token_known', 'Send a token first.')
          : outcome(
              'token_known',
              isKnown ? null : unknownToken(),
              'The token belongs to your company.',
            ),
        !isKnown
          ? notChecked('token_active', 'Send a known token first.')
          : outcome('token_active', isActive ? null : endedToken(), 'The token is valid.'),
        outcome(
          'domain_sent',
          isDomainSent ? null : new AppError('domain_missing'),
          'The header X-Client-Domain contains a domain.',
        ),
        !isKnown || !isDomainSent
          ? notChecked('domain_registered', 'Send a known token and a domain first.')
          : outcome('domain_registered', matched.error, 'The token is registered to this domain.'),
        outcome(
          'subscription_active',
          subscription?.isLive === true ? null : new AppError('subscription_inactive'),
          'Your subscription gives access.',
        ),
      ];
    });
  }

  private async find(
    manager: EntityManager,
    clientId: number,
    token: string,
  ): Promise<ApiToken | null> {
    if (!isWellFormedToken(token)) return null;
    const found = await this.repository.findToken(manager, hashToken(token));
    if (found === null) return null;
    const owner = await this.clients.getOwner(manager, found.clientId);
    return owner.clientId === clientId ? found : null;
  }

  private async isActive(
    manager: EntityManager,
    { revokedAt, expiresAt }: ApiToken,
  ): Promise<boolean> {
    if (revokedAt !== null) return false;
    return expiresAt === null || (await isFuture(manager, expiresAt));
  }
}

function attempt<T>(work: () => T): { value: T; error: null } | { value: null; error: AppError } {
  try {
    return { value: work(), error: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { value: null, error };
  }
}

function outcome(
  name: ConnectionCheckName,
  refusal: AppError | null,
  passed: string,
): ConnectionCheck {
  return refusal === null
    ? { name, result: 'passed', code: null, message: passed }
    : { name, result: 'failed', code: refusal.code, message: refusal.message };
}

function notChecked(name: ConnectionCheckName, message: string): ConnectionCheck {
  return { name, result: 'not_checked', code: null, message };
}

function unknownToken(): AppError {
  return new AppError('token_invalid', {
    message:
      'Your company has no such token. Compare its last four characters with the list of tokens.',
  });
}

function endedToken(): AppError {
  return new AppError('token_invalid', {
    message: `The token was revoked or has expired. ${ERRORS.token_invalid.message}`,
  });
}
